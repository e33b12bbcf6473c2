// Pods that admission changes: by an admission plugin, and by a policy with CEL, which only a real API server
// has.
#include "fixture.hpp"

#include <boost/json/parse.hpp>

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_admission,
                      *boost::unit_test::precondition(needs_real_cluster({"kcm", "scheduler", "kwok"})))

namespace {

control_plane& changing_plane() {
    static control_plane plane("redis-admission", {"--kcm", "--kwok", "2", "--arg",
                                                   "apiserver=--enable-admission-plugins=AlwaysPullImages"});
    static const bool installed = (install_crd_of<rd>(plane), true);
    BOOST_TEST(installed);
    return plane;
}

const char* const relabelling = R"({"apiVersion": "admissionregistration.k8s.io/v1",
  "kind": "MutatingAdmissionPolicy", "metadata": {"name": "relabel"},
  "spec": {"failurePolicy": "Fail", "reinvocationPolicy": "Never",
    "matchConstraints": {"resourceRules": [{"apiGroups": [""], "apiVersions": ["v1"],
      "operations": ["CREATE", "UPDATE"], "resources": ["pods"]}]},
    "mutations": [{"patchType": "ApplyConfiguration", "applyConfiguration": {"expression":
      "Object{metadata: Object.metadata{labels: {'app.kubernetes.io/managed-by': 'policy'}}}"}}]}})";
const char* const bound = R"({"apiVersion": "admissionregistration.k8s.io/v1",
  "kind": "MutatingAdmissionPolicyBinding", "metadata": {"name": "relabel"},
  "spec": {"policyName": "relabel"}})";

}  // namespace

BOOST_AUTO_TEST_CASE(pods_that_admission_changes_stay_are_repaired_and_follow_the_port) {
    operator_world w(changing_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("cache", 2))).value();
        co_await w.rolled_out("cache");
        const std::string uid = co_await w.uid_of_pod("cache-0");
        const auto p = (co_await w.api.get<pod>(w.key("cache-0"))).value();
        BOOST_TEST(p->spec.containers.at(0).image_pull_policy == "Always");
        // The apply of the repair leaves out what admission changed and the API server would refuse to
        // change.
        co_await w.patch_pod("cache-0", {{"metadata", {{"labels", nullptr}}}});
        co_await w.until<pod>(w.key("cache-0"), "labels are back",
                              [](const pod& x) { return x.metadata.labels.size() == 3; });
        co_await w.settle();
        BOOST_TEST(co_await w.uid_of_pod("cache-0") == uid);
        co_await w.change("cache", {{"port", 6380}});
        co_await w.rolled_out("cache");
        BOOST_TEST(co_await w.pods_in_short() == "cache-0:6380 cache-1:6380");
    });
}

BOOST_AUTO_TEST_CASE(a_policy_that_undoes_each_repair_is_reported_once_and_asked_again_seldom) {
    operator_world w(changing_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(dynamic_object(boost::json::parse(relabelling).as_object()),
                               dynamic_kind({"admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicy"},
                                            "mutatingadmissionpolicies", scope::cluster)))
            .value();
        const kind_info bindings =
            dynamic_kind({"admissionregistration.k8s.io", "v1", "MutatingAdmissionPolicyBinding"},
                         "mutatingadmissionpolicybindings", scope::cluster);
        (co_await w.api.create(dynamic_object(boost::json::parse(bound).as_object()), bindings)).value();
        // The policy is in force a moment later, so the operator's pods may be created before.
        co_await w.foreign_pod("probe");
        for (bool in_force = false; !in_force; co_await w.l.sleep(50ms)) {
            co_await w.patch_pod("probe", {{"metadata", {{"annotations", {{"a", "b"}}}}}});
            const auto p = (co_await w.api.get<pod>(w.key("probe"))).value();
            in_force = p->metadata.labels.contains("app.kubernetes.io/managed-by");
        }
        (co_await w.api.create(w.make("cache", 2))).value();
        const auto r = co_await w.until<rd>(w.key("cache"), "the change is reported", [](const rd& x) {
            return reason_of(x, "Degraded") == "ChangedByAdmission" && x.status.ready_replicas == 2;
        });
        BOOST_TEST(find_condition(r->status.conditions, "Degraded")->message ==
                   "Admission changes metadata.labels[app.kubernetes.io/managed-by] of pod \"cache-0\" from "
                   "\"redis-operator\" to \"policy\"");
        const std::size_t calls = co_await w.settle();
        BOOST_TEST(calls < 60u);
    });
}

BOOST_AUTO_TEST_SUITE_END()
