// Built-in admission plugins, through requests.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* namespaces = "/api/v1/namespaces";
constexpr const char* plain_pod =
    R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"x"}]}})";

struct plugin_fixture : api_fixture {
    void label(const std::string& labels) {
        tree("PATCH", std::string(namespaces) + "/default", R"({"metadata":{"labels":)" + labels + "}}",
             merge_patch);
    }
    bj::object pod(const std::string& name, const std::string& more = "") {
        return tree("POST", pods,
                    R"({"metadata":{"name":")" + name +
                        R"("},"spec":{"containers":[{"name":"c","image":"x"}])" + more + "}}");
    }
    bj::object make(const std::string& path, const std::string& name, const std::string& more) {
        return tree("POST", path, R"({"metadata":{"name":")" + name + R"("},)" + more + "}");
    }
    static std::string warning(const setpoint::http::response& r) {
        std::string out;
        for (const auto& [name, value] : r.headers)
            if (name == "Warning") out += value + "\n";
        return out;
    }
};

constexpr const char* classes = "/apis/scheduling.k8s.io/v1/priorityclasses";

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_pod_against_the_enforced_level_is_forbidden, plugin_fixture) {
    label(R"({"pod-security.kubernetes.io/enforce":"baseline"})");
    BOOST_TEST(
        message(pod("b", R"(,"hostPID":true)")) ==
        "pods \"b\" is forbidden: violates PodSecurity \"baseline:latest\": host namespaces (hostPID=true)");
    const setpoint::http::response fits = ask("POST", pods, plain_pod);
    BOOST_TEST(fits.status == 201);
    const auto generated = tree("POST", pods,
                                R"({"metadata":{"generateName":"g-"},"spec":{"hostIPC":true,)"
                                R"("containers":[{"name":"c","image":"x"}]}})");
    BOOST_TEST(message(generated).starts_with("pods \"g-"));
    BOOST_TEST(message(generated).size() == std::string("pods \"g-12345\" is forbidden: violates PodSecurity "
                                                        "\"baseline:latest\": host namespaces (hostIPC=true)")
                                                .size());
    // Existing pods stay, and may change what is not an image.
    label(R"({"pod-security.kubernetes.io/enforce":"restricted"})");
    const std::string a = std::string(pods) + "/a";
    BOOST_TEST(ask("PATCH", a, R"({"metadata":{"labels":{"x":"y"}}})", merge_patch).status == 200);
    BOOST_TEST(ask("PATCH", a, R"({"spec":{"containers":[{"name":"c","image":"z"}]}})",
                   "application/strategic-merge-patch+json")
                   .status == 403);
    admission->plugins = *plugin_set::make(
        {.enable = {}, .disable = {"PodSecurity"}, .pod_security = {}, .feature_gates = {}});
    BOOST_TEST(message(pod("c", R"(,"hostPID":true)")) == "");
}

BOOST_FIXTURE_TEST_CASE(templates_are_only_warned_about, plugin_fixture) {
    label(R"({"pod-security.kubernetes.io/enforce":"baseline"})");
    const setpoint::http::response made =
        ask("POST", "/apis/apps/v1/namespaces/default/deployments",
            R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":)"
            R"({"labels":{"a":"b"}},"spec":{"hostPID":true,"containers":[{"name":"c","image":"x"}]}}}})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(
        warning(made) ==
        "299 - \"would violate PodSecurity \\\"baseline:latest\\\": host namespaces (hostPID=true)\"\n");
}

BOOST_FIXTURE_TEST_CASE(a_stricter_label_warns_about_existing_pods, plugin_fixture) {
    pod("b", R"(,"hostPID":true)");
    pod("a", R"(,"hostPID":true)");
    pod("c", R"(,"hostNetwork":true)");
    const setpoint::http::response changed =
        ask("PATCH", std::string(namespaces) + "/default",
            R"({"metadata":{"labels":{"pod-security.kubernetes.io/enforce":"baseline"}}})", merge_patch);
    BOOST_TEST(changed.status == 200);
    BOOST_TEST(warning(changed) ==
               "299 - \"existing pods in namespace \\\"default\\\" violate the new PodSecurity enforce level "
               "\\\"baseline:latest\\\"\"\n299 - \"a (and 2 other pods): host namespaces\"\n");
}

BOOST_FIXTURE_TEST_CASE(invalid_labels_of_namespaces_are_refused, plugin_fixture) {
    const auto refused = tree("POST", namespaces,
                              R"({"metadata":{"name":"n","labels":)"
                              R"({"pod-security.kubernetes.io/enforce":"nope"}}})");
    BOOST_TEST(*number_at(refused, "code") == 422);
    BOOST_TEST(
        message(refused) ==
        "Namespace \"n\" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "
        "\"nope\": must be one of privileged, baseline, restricted");
}

BOOST_FIXTURE_TEST_CASE(exempt_namespaces_and_runtime_classes_pass, plugin_fixture) {
    pod_security_options o;
    o.enforce = "restricted";
    o.exempt_runtime_classes = {"r"};
    admission->pod_security = *make_pod_security_config(o);
    make("/apis/node.k8s.io/v1/runtimeclasses", "r", R"("handler":"h")");
    BOOST_TEST(
        message(pod("a")).starts_with("pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\""));
    BOOST_TEST(message(pod("b", R"(,"runtimeClassName":"r")")) == "");
    o.exempt_namespaces = {"default"};
    admission->pod_security = *make_pod_security_config(o);
    BOOST_TEST(message(pod("a")) == "");
    const setpoint::http::response labeled =
        ask("PATCH", std::string(namespaces) + "/default",
            R"({"metadata":{"labels":{"pod-security.kubernetes.io/enforce-version":"v1.30"}}})", merge_patch);
    BOOST_TEST(warning(labeled) ==
               "299 - \"namespace \\\"default\\\" is exempt from Pod Security, and the policy "
               "(enforce=restricted:v1.30) will be ignored\"\n");
}

BOOST_FIXTURE_TEST_CASE(a_pod_gets_the_priority_of_its_class, plugin_fixture) {
    make(classes, "p", R"("value":55,"preemptionPolicy":"Never")");
    BOOST_TEST(message(pod("a", R"(,"priorityClassName":"no")")) ==
               "pods \"a\" is forbidden: no PriorityClass with name no was found");
    BOOST_TEST(message(pod("a", R"(,"priority":7)")) ==
               "pods \"a\" is forbidden: the integer value of priority (7) must not be provided in pod spec; "
               "priority admission controller computed 0 from the given PriorityClass name");
    BOOST_TEST(
        message(pod("a", R"(,"priorityClassName":"p","preemptionPolicy":"PreemptLowerPriority")")) ==
        "pods \"a\" is forbidden: the string value of PreemptionPolicy (PreemptLowerPriority) must not be "
        "provided in pod spec; priority admission controller computed Never from the given PriorityClass "
        "name");
    const auto with_class = pod("a", R"(,"priorityClassName":"p","priority":55)");
    BOOST_TEST(*number_at(object_of(with_class, "spec"), "priority") == 55);
    BOOST_TEST(text_in(with_class, {"spec", "preemptionPolicy"}) == "Never");
    BOOST_TEST(message(make(classes, "d", R"("value":11,"globalDefault":true)")) == "");
    BOOST_TEST(message(make(classes, "e", R"("value":12,"globalDefault":true)")) ==
               "priorityclasses.scheduling.k8s.io \"e\" is forbidden: PriorityClass d is already marked as "
               "default. Only one default can exist");
    BOOST_TEST(text_in(pod("b"), {"spec", "priorityClassName"}) == "d");
    make(classes, "system-node-critical", R"("value":2000001000)");
    BOOST_TEST(message(tree("DELETE", std::string(classes) + "/system-node-critical"))
                   .ends_with("this is a system priority class and cannot be deleted"));
}

BOOST_FIXTURE_TEST_CASE(a_claim_gets_the_newest_default_class_and_grows_if_allowed, plugin_fixture) {
    const char* storage_classes = "/apis/storage.k8s.io/v1/storageclasses";
    const std::string claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    const char* spec =
        R"("spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}})";
    tree("POST", storage_classes,
         R"({"metadata":{"name":"s","annotations":{"storageclass.kubernetes.io/is-default-class":"true"}},)"
         R"("provisioner":"x/y"})");
    const auto claim = make(claims, "c", spec);
    BOOST_TEST(text_in(claim, {"spec", "storageClassName"}) == "s");
    BOOST_TEST(list_of(object_of(claim, "metadata"), "finalizers") ==
               (bj::array{"kubernetes.io/pvc-protection"}));
    const auto grow = [&] {
        return message(tree("PATCH", claims + "/c",
                            R"({"spec":{"resources":{"requests":{"storage":"2Gi"}}}})", merge_patch));
    };
    BOOST_TEST(
        grow().starts_with("PersistentVolumeClaim \"c\" is invalid: spec: Forbidden: spec is immutable "
                           "after creation except resources.requests"));
    tree("PATCH", claims + "/c/status", R"({"status":{"phase":"Bound"}})", merge_patch);
    BOOST_TEST(grow() ==
               "persistentvolumeclaims \"c\" is forbidden: only dynamically provisioned pvc can be "
               "resized and the storageclass that provisions the pvc must support resize");
    tree("PATCH", std::string(storage_classes) + "/s", R"({"allowVolumeExpansion":true})", merge_patch);
    BOOST_TEST(grow() == "");
}

BOOST_FIXTURE_TEST_CASE(a_runtime_class_adds_overhead_and_scheduling, plugin_fixture) {
    make("/apis/node.k8s.io/v1/runtimeclasses", "r",
         R"("handler":"h","overhead":{"podFixed":{"cpu":"100m"}},"scheduling":{"nodeSelector":{"x":"y"},)"
         R"("tolerations":[{"key":"k","operator":"Exists"}]})");
    const auto made = pod("a", R"(,"runtimeClassName":"r")");
    BOOST_TEST(text_in(made, {"spec", "overhead", "cpu"}) == "100m");
    BOOST_TEST(text_in(made, {"spec", "nodeSelector", "x"}) == "y");
    BOOST_TEST(list_of(object_of(made, "spec"), "tolerations").size() == 3U);
    BOOST_TEST(message(pod("b", R"(,"runtimeClassName":"no")")) ==
               "pods \"b\" is forbidden: pod rejected: RuntimeClass \"no\" not found");
    BOOST_TEST(message(pod("b", R"(,"overhead":{"cpu":"1"})")) ==
               "pods \"b\" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass "
               "defined Overhead");
    BOOST_TEST(message(pod("b", R"(,"runtimeClassName":"r","nodeSelector":{"x":"z"})")) ==
               "pods \"b\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[x] = y; "
               "pod.spec.nodeSelector[x] = z");
}

BOOST_FIXTURE_TEST_CASE(a_pod_gets_zone_and_region_of_its_node, plugin_fixture) {
    const auto node =
        tree("POST", "/api/v1/nodes",
             R"({"metadata":{"name":"n","labels":{"topology.kubernetes.io/zone":"z","other":"o"}}})");
    BOOST_TEST(text_at(list_of(object_of(node, "spec"), "taints")[0].as_object(), "key") ==
               "node.kubernetes.io/not-ready");
    pod("a");
    tree("POST", std::string(pods) + "/a/binding",
         R"({"metadata":{"name":"a"},"target":{"kind":"Node","name":"n"}})");
    BOOST_TEST(text_at(object_of(tree("GET", std::string(pods) + "/a"), {"metadata", "labels"}),
                       "topology.kubernetes.io/zone") == "z");
    const auto placed = pod("b", R"(,"nodeName":"n")");
    BOOST_TEST(object_of(placed, {"metadata", "labels"}).size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(an_ingress_gets_the_default_class, plugin_fixture) {
    const std::string ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
    const char* spec = R"("spec":{"defaultBackend":{"service":{"name":"x","port":{"number":80}}}})";
    tree("POST", "/apis/networking.k8s.io/v1/ingressclasses",
         R"({"metadata":{"name":"i","annotations":{"ingressclass.kubernetes.io/is-default-class":"true"}},)"
         R"("spec":{"controller":"x.io/y"}})");
    BOOST_TEST(text_in(make(ingresses, "a", spec), {"spec", "ingressClassName"}) == "i");
}
