// Plugins that are off by default and need nobody's rights (plugin/pkg/admission: network, alwayspullimages,
// antiaffinity, extendedresourcetoleration, namespace/exists).
#include "unit/apiserver/admission/plugin_world.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

BOOST_AUTO_TEST_SUITE(optional_plugins_test)

namespace {

const user_ptr jane = user_named("jane");
constexpr auto admits = &admission_plugin::admit;
constexpr auto validates = &admission_plugin::validate;

struct fixture : plugin_world {
    std::string service(const std::string& verb, const std::string& now, const std::string& before = "") {
        const auto object = [](const std::string& ips) {
            return R"({"metadata":{"name":"s"},"spec":{"externalIPs":[)" + ips + "]}}";
        };
        return answer(
            "DenyServiceExternalIPs", validates, jane,
            {verb, "v1", "services", "", "ns", "s", object(now), verb == "create" ? "" : object(before)});
    }
    std::string pod(const char* plugin, plugin_step admission_plugin::* step, const std::string& spec,
                    const std::string& before = "") {
        const auto object = [](const std::string& of) {
            return of.empty() ? "" : R"({"metadata":{"name":"p"},"spec":)" + of + "}";
        };
        return answer(plugin, step, jane,
                      {before.empty() ? "create" : "update", "v1", "pods", "", "ns", "p", object(spec),
                       object(before)});
    }
};

std::string image(const std::string& name, const std::string& policy) {
    return fmt::format(R"({{"containers":[{{"name":"c","image":"{}","imagePullPolicy":"{}"}}]}})", name,
                       policy);
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(services_get_no_new_external_ips, fixture) {
    const std::string refused = "403 Use of external IPs is denied by admission control";
    BOOST_TEST(service("create", "") == "");
    BOOST_TEST(service("create", R"("1.2.3.4")") == refused);
    BOOST_TEST(service("update", R"("1.2.3.4")", R"("1.2.3.4","1.2.3.5")") == "");
    BOOST_TEST(service("update", R"("1.2.3.4","1.2.3.6")", R"("1.2.3.4")") == refused);
    BOOST_TEST(service("update", "", R"("1.2.3.4")") == "");
}

BOOST_FIXTURE_TEST_CASE(new_images_are_always_pulled, fixture) {
    const auto checked = [&](const std::string& now, const std::string& before = "") {
        return pod("AlwaysPullImages", validates, now, before);
    };
    BOOST_TEST(checked(image("a", "Always")) == "");
    BOOST_TEST(checked(image("a", "Never")) ==
               "500 spec.containers[0].imagePullPolicy: Unsupported value: \"Never\": supported values: "
               "\"Always\"");
    BOOST_TEST(checked(image("a", "Never"), image("a", "Never")) == "");
    BOOST_TEST(checked(image("b", "Never"), image("a", "Never")).starts_with("500 "));
    BOOST_TEST(
        checked(R"({"volumes":[{"name":"v","image":{"pullPolicy":"Never"}}],)"
                R"("initContainers":[{"name":"i"}],"containers":[{"name":"c"}]})") ==
        "500 spec.initContainers[0].imagePullPolicy: Unsupported value: \"\": "
        "supported values: \"Always\", pods \"p\" is forbidden: spec.containers[0].imagePullPolicy: "
        "Unsupported value: \"\": supported values: \"Always\", pods \"p\" is forbidden: "
        "spec.volumes[0].image.pullPolicy: Unsupported value: \"Never\": supported values: \"Always\"]");
}

BOOST_FIXTURE_TEST_CASE(policies_of_images_are_replaced, fixture) {
    const std::string volume = R"("volumes":[{"name":"v","image":{"pullPolicy":"Never"}},{"name":"w"}])";
    BOOST_TEST(pod("AlwaysPullImages", admits, R"({"initContainers":[{"name":"i"}],)" + volume + "}") == "");
    BOOST_TEST(bj::serialize(written.at("spec")) ==
               R"({"initContainers":[{"name":"i","imagePullPolicy":"Always"}],)"
               R"("volumes":[{"name":"v","image":{"pullPolicy":"Always"}},{"name":"w"}]})");
    BOOST_TEST(pod("AlwaysPullImages", admits, image("a", "Never"), image("a", "Always")) == "");
    BOOST_TEST(bj::serialize(written.at("spec")) == image("a", "Never"));
}

BOOST_FIXTURE_TEST_CASE(pods_tolerate_the_devices_they_request, fixture) {
    const auto tolerations = [&](const std::string& requests, const std::string& own) {
        BOOST_TEST(pod("ExtendedResourceToleration", admits,
                       R"({"containers":[{"resources":{"requests":{)" + requests + R"(}}}],"tolerations":[)" +
                           own + "]}") == "");
        return bj::serialize(written.at("spec").at("tolerations"));
    };
    const std::string device = R"({"key":"example.com/d","operator":"Exists","effect":"NoSchedule"})";
    BOOST_TEST(tolerations(R"("cpu":"1","pods.kubernetes.io/x":"1","requests.example.com/x":"1")", "") ==
               "[]");
    BOOST_TEST(tolerations(R"("example.com/d":"1")", "") == "[" + device + "]");
    BOOST_TEST(tolerations(R"("example.com/d":"1")", device) == "[" + device + "]");
    BOOST_TEST(tolerations(R"("example.com/d":"1")", R"({"key":"a"})") == R"([{"key":"a"},)" + device + "]");
}

BOOST_FIXTURE_TEST_CASE(pods_avoid_each_other_by_node_only, fixture) {
    const auto with = [&](const std::string& key) {
        return pod("LimitPodHardAntiAffinityTopology", validates,
                   R"({"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[)"
                   R"({"topologyKey":"kubernetes.io/hostname"},{"topologyKey":")" +
                       key + R"("}]}}})");
    };
    BOOST_TEST(with("kubernetes.io/hostname") == "");
    BOOST_TEST(with("zone") ==
               "403 affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key "
               "kubernetes.io/hostname is allowed");
}

BOOST_FIXTURE_TEST_CASE(namespaces_must_exist, fixture) {
    const auto made = [&] {
        return answer("NamespaceExists", validates, jane, {"create", "v1", "pods", "", "ns", "p", "{}", ""});
    };
    BOOST_TEST(made() == "404 namespaces \"ns\" not found");
    add("namespaces", R"({"metadata":{"name":"ns"}})");
    BOOST_TEST(made() == "");
}

BOOST_AUTO_TEST_SUITE_END()
