// The subresource resize of pods.
#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

BOOST_AUTO_TEST_SUITE(resize_test)

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* resize = "/api/v1/namespaces/default/pods/p/resize";

struct resize_fixture : api_fixture {
    resize_fixture() {
        ask("POST", pods,
            R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","image":"i","resources":)"
            R"({"requests":{"cpu":"1"},"limits":{"cpu":"2"}}},{"name":"d","image":"i"}]}})");
    }
    http::response patch(const std::string& containers) {
        return ask("PATCH", resize, R"({"spec":{"containers":)" + containers + "}}",
                   "application/strategic-merge-patch+json");
    }
    static std::string text_of(const http::response& r) {
        return std::string(text_at(bj::parse(r.body).as_object(), "message"));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(amounts_change_and_nothing_else_does, resize_fixture) {
    BOOST_TEST(ask("GET", resize).status == 200);
    const auto r = patch(
        R"([{"name":"c","image":"other","resources":{"requests":{"cpu":"1500m"},"limits":{"cpu":"2"}}}])");
    BOOST_TEST(r.status == 200, r.body);
    const bj::object pod = bj::parse(r.body).as_object();
    const bj::object& c = list_of(object_of(pod, "spec"), "containers")[0].get_object();
    BOOST_TEST(text_at(c, "image") == "i");
    BOOST_TEST(text_at(object_of(c, {"resources", "requests"}), "cpu") == "1500m");
    BOOST_TEST(number_at(object_of(pod, "metadata"), "generation").value_or(0) == 2);
}

BOOST_FIXTURE_TEST_CASE(a_refused_resize_has_the_real_text, resize_fixture) {
    const std::string begin = "Pod \"p\" is invalid: ";
    BOOST_TEST(text_of(patch(R"([{"name":"c","resources":{"limits":{"cpu":null}}}])")) ==
               begin + "spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed");
    BOOST_TEST(text_of(patch(R"([{"name":"c","resources":{"requests":{"ephemeral-storage":"1"}}}])")) ==
               begin + "spec: Forbidden: only cpu and memory resources are mutable");
    BOOST_TEST(text_of(patch(R"([{"name":"e","image":"i"}])")) ==
               begin + "spec.containers: Forbidden: containers may not be added or removed on resize");
}

BOOST_FIXTURE_TEST_CASE(a_bound_pod_is_resized_within_its_node, resize_fixture) {
    const std::string more =
        R"([{"name":"c","resources":{"requests":{"cpu":"1500m","memory":"1Gi"},"limits":{"cpu":"2"}}}])";
    ask("POST", std::string(pods) + "/p/binding", R"({"metadata":{"name":"p"},"target":{"name":"n"}})");
    BOOST_TEST(text_of(patch(more)) == R"(pods "p" is forbidden: node "n" not found)");
    admission->plugins = *plugin_set::make(
        {.enable = {}, .disable = {"PodResizeValidator"}, .pod_security = {}, .feature_gates = {}});
    BOOST_TEST(ask("PATCH", std::string(pods) + "/p/resize?dryRun=All",
                   R"({"spec":{"containers":)" + more + "}}", "application/strategic-merge-patch+json")
                   .status == 200);
    admission->plugins = plugin_set();
    ask("POST", "/api/v1/nodes",
        R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"1","memory":"1Mi"}}})");
    BOOST_TEST(
        text_of(patch(more)) ==
        R"(pods "p" is forbidden: node didn't have enough allocatable resources: cpu, requested: 1500, )"
        R"(allocatable: 1000; memory, requested: 1073741824, allocatable: 1048576)");
    ask("PATCH", "/api/v1/nodes/n/status", R"({"status":{"allocatable":{"cpu":"4","memory":"4Gi"}}})",
        merge_patch);
    BOOST_TEST(patch(more).status == 200);
}

BOOST_AUTO_TEST_SUITE_END()
