// Endpoints of a Service.
#include "apiserver/controllers/service/endpoint_plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(endpoint_test)

namespace {

partial_service service_of(int_or_string target = {}) {
    partial_service s;
    s.metadata.name = "web";
    s.metadata.ns = "default";
    s.metadata.uid = "s-uid";
    s.metadata.labels["team"] = "a";
    s.spec.type = "ClusterIP";
    s.spec.cluster_ip = "10.96.1.1";
    s.spec.selector["app"] = "web";
    service_port p;
    p.port = 80;
    p.target_port = target;
    s.spec.ports.push_back(p);
    return s;
}

std::shared_ptr<partial_pod> pod_of(std::string_view name, bool ready, std::string_view ip = "10.244.0.1") {
    auto p = std::make_shared<partial_pod>();
    p->metadata.name = name;
    p->metadata.ns = "default";
    p->metadata.labels["app"] = "web";
    p->spec.node_name = "node-0";
    p->status.phase = "Running";
    p->status.pod_ip = ip;
    condition c;
    c.type = "Ready";
    c.status = to_status(ready);
    p->status.conditions.push_back(c);
    return p;
}

}  // namespace

BOOST_AUTO_TEST_CASE(pods_with_an_address_are_endpoints_ready_or_not) {
    auto ended = pod_of("ended", false);
    ended->status.phase = "Failed";
    auto foreign = pod_of("foreign", true);
    foreign->metadata.labels.clear();
    const auto slices = desired_slices(
        service_of(8080), {pod_of("a", true), pod_of("b", false), pod_of("new", false, ""), ended, foreign});
    BOOST_REQUIRE(slices.size() == 1u);
    BOOST_REQUIRE(slices[0].endpoints.size() == 2u);
    BOOST_TEST(slices[0].endpoints[0].conditions.ready.value());
    BOOST_TEST(!slices[0].endpoints[1].conditions.ready.value());
    BOOST_TEST(slices[0].endpoints[0].target->name == "a");
    BOOST_TEST(slices[0].ports.at(0).port.value() == 8080);
    BOOST_TEST(slices[0].metadata.labels.at(service_name_label) == "web");
    BOOST_TEST(slices[0].metadata.labels.at("team") == "a");
    BOOST_TEST(controller_of(slices[0].metadata)->kind == "Service");
}

BOOST_AUTO_TEST_CASE(a_terminating_pod_still_serves_but_is_not_ready) {
    auto going = pod_of("a", true);
    going->metadata.deletion_timestamp = timestamp::parse("2026-01-01T00:00:00Z").value();
    const endpoint e = desired_slices(service_of(), {going}).at(0).endpoints.at(0);
    BOOST_TEST(!e.conditions.ready.value());
    BOOST_TEST(e.conditions.serving.value());
    BOOST_TEST(e.conditions.terminating.value());
    BOOST_TEST(desired_endpoints(service_of(), {going}).subsets.empty());
}

BOOST_AUTO_TEST_CASE(slices_hold_a_hundred_and_there_is_always_one) {
    std::vector<pod_ptr> pods;
    for (int i = 0; i < 230; ++i) pods.push_back(pod_of("p" + std::to_string(i), true));
    BOOST_TEST(desired_slices(service_of(), pods).size() == 3u);
    BOOST_TEST(desired_slices(service_of(), {}).size() == 1u);
}

BOOST_AUTO_TEST_CASE(named_ports_are_resolved_in_each_pod) {
    auto a = pod_of("a", true), b = pod_of("b", true);
    partial_container c;
    container_port p;
    p.name = "http";
    p.container_port = 8080;
    c.ports.push_back(p);
    a->spec.containers.push_back(c);
    c.ports[0].container_port = 9090;
    b->spec.containers.push_back(c);
    const auto slices = desired_slices(service_of("http"), {a, b});
    BOOST_REQUIRE(slices.size() == 2u);
    BOOST_TEST(slices[1].ports.at(0).port.value() == 9090);
    BOOST_TEST(desired_endpoints(service_of("http"), {a, b}).subsets.size() == 2u);
}

BOOST_AUTO_TEST_CASE(endpoints_separate_ready_addresses) {
    const partial_endpoints e = desired_endpoints(service_of(), {pod_of("a", true), pod_of("b", false)});
    BOOST_REQUIRE(e.subsets.size() == 1u);
    BOOST_TEST(e.subsets[0].addresses.size() == 1u);
    BOOST_TEST(e.subsets[0].not_ready_addresses.size() == 1u);
}

BOOST_AUTO_TEST_CASE(an_endpoint_stays_in_its_slice) {
    const auto many = [](int from, int to) {
        std::vector<pod_ptr> pods;
        for (int i = from; i < to; ++i) pods.push_back(pod_of("p" + std::to_string(1000 + i), true));
        return pods;
    };
    const auto live_of = [](const std::vector<endpoint_slice>& slices) {
        std::vector<slice_ptr> live;
        for (const endpoint_slice& x : slices) live.push_back(std::make_shared<const endpoint_slice>(x));
        return live;
    };
    const auto names = [](const endpoint_slice& x) {
        std::vector<std::string> all;
        for (const endpoint& e : x.endpoints) all.push_back(e.target->name.str());
        return all;
    };
    const auto first = desired_slices(service_of(), many(10, 160));
    BOOST_REQUIRE(first.size() == 2u);
    // Pods that come first in the list: none of the others moves.
    const auto grown = desired_slices(service_of(), many(0, 160), live_of(first));
    BOOST_REQUIRE(grown.size() == 2u);
    BOOST_TEST(names(grown[0]) == names(first[0]), boost::test_tools::per_element());
    BOOST_REQUIRE(grown[1].endpoints.size() == 60u);
    for (std::size_t i = 0; i < 50; ++i) BOOST_TEST(names(grown[1])[i] == names(first[1])[i]);
    // The next pass changes nothing.
    const auto again = desired_slices(service_of(), many(0, 160), live_of(grown));
    BOOST_TEST((names(again[0]) == names(grown[0]) && names(again[1]) == names(grown[1])));
    // What is left of the second slice stays there, and the first one becomes empty.
    const auto shrunk = desired_slices(service_of(), many(110, 120), live_of(grown));
    BOOST_REQUIRE(shrunk.size() == 2u);
    BOOST_TEST(shrunk[0].endpoints.empty());
    BOOST_TEST(shrunk[1].endpoints.size() == 10u);
    // Other ports.
    const auto moved = desired_slices(service_of(8080), many(110, 112), live_of(shrunk));
    BOOST_TEST(moved[0].endpoints.size() == 2u);
    BOOST_TEST(moved[0].ports.at(0).port.value() == 8080);
}

BOOST_AUTO_TEST_SUITE_END()
