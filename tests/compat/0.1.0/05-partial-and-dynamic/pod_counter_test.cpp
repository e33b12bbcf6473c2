// The operator does not mention Routes: only the test contains their kind and definition.
#include "pod_counter.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_05_partial_and_dynamic)

using namespace pod_counts;
using namespace std::chrono_literals;

namespace {

struct route_spec {
    std::string host;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A route.", field(&route_spec::host, "host", "Its name."));
    }
};
struct route : custom_resource<route_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Route", "A route."); }
};

deployment some_pods(std::int32_t replicas) {
    deployment d;
    d.metadata.ns = "default";
    d.metadata.name = "pods";
    d.spec.replicas = replicas;
    d.spec.selector.match_labels = d.spec.pod_template.metadata.labels = {{"app", "shop"}};
    d.spec.pod_template.spec.containers = {{.name = "app", .image = "shop:1"}};
    return d;
}

const auto counts = [](std::string n) {
    return [n](const route& r) {
        const auto a = r.metadata.annotations.find(annotation);
        return a != r.metadata.annotations.end() && a->second == n;
    };
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_kind_that_is_named_at_run_time_gets_its_count) {
    const kind_info routes = dynamic_kind({"example.com", "v1", "Route"}, "routes");
    testing::environment env;
    env.install<route>();
    env.start([&](manager& m) { add_pod_counter(m, routes); });
    route r;
    r.metadata.ns = "default";
    r.metadata.name = "shop";
    r.spec.host = "shop.example.com";
    env.create(r);
    env.until<route>("shop", counts("0"));
    env.create(some_pods(3));
    env.until<route>("shop", counts("3"));
    env.patch<deployment>("pods", {{"spec", {{"replicas", 1}}}});
    const auto last = env.until<route>("shop", counts("1"));
    BOOST_TEST(last->spec.host == "shop.example.com");
    // A change that does not affect the count causes no write.
    const auto patches = env.network_faults().sent(verb::patch, "routes");
    BOOST_TEST(patches >= 3u);
    env.patch<route>("shop", {{"spec", {{"host", "www.example.com"}}}});
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.network_faults().sent(verb::patch, "routes") == patches);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_SUITE_END()
