// EndpointSlices that mirror Endpoints made by hand.
#include "apiserver/controllers/service/mirror_plan.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(mirror_test)

namespace {

endpoint_address address_of(std::string_view ip) {
    endpoint_address a;
    a.ip = ip;
    return a;
}

endpoint_subset subset_of(std::vector<std::string_view> ips, std::vector<std::int32_t> ports) {
    endpoint_subset s;
    for (const auto ip : ips) s.addresses.push_back(address_of(ip));
    for (const auto port : ports) s.ports.push_back({"p" + std::to_string(port), "TCP", port, ""});
    return s;
}

partial_endpoints endpoints_with(std::vector<endpoint_subset> subsets) {
    partial_endpoints e;
    e.metadata.name = "db";
    e.metadata.ns = "default";
    e.metadata.uid = "u";
    e.metadata.labels["a"] = "b";
    e.metadata.annotations["note"] = "n";
    e.metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"] = "{}";
    e.subsets = std::move(subsets);
    return e;
}

std::vector<slice_ptr> stored(const mirror_plan& plan) {
    std::vector<slice_ptr> out;
    for (const auto& w : plan.writes) {
        auto s = std::make_shared<endpoint_slice>(w.slice);
        s->metadata.name = "db-" + std::to_string(out.size());
        out.push_back(std::move(s));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(endpoints_are_mirrored_by_address_family) {
    endpoint_subset s = subset_of({"10.0.0.1", "fd00::1"}, {80});
    s.not_ready_addresses.push_back(address_of("10.0.0.2"));
    const mirror_plan plan = plan_mirror(endpoints_with({s}), {});
    BOOST_REQUIRE(plan.writes.size() == 2u);
    const endpoint_slice& four = plan.writes[0].slice;
    BOOST_TEST(four.address_type == "IPv4");
    BOOST_REQUIRE(four.endpoints.size() == 2u);
    BOOST_TEST(four.endpoints[0].conditions.ready.value());
    BOOST_TEST(!four.endpoints[1].conditions.ready.value());
    BOOST_TEST(four.metadata.generate_name == "db-");
    BOOST_TEST(four.metadata.labels.at(interned_string(service_name_label)) == "db");
    BOOST_TEST(four.metadata.labels.at(interned_string(slice_manager_label)) == mirror_manager);
    BOOST_TEST(four.metadata.labels.at(interned_string("a")) == "b");
    BOOST_TEST(four.metadata.annotations.size() == 1u);
    BOOST_TEST(four.metadata.owner_references.at(0).kind == "Endpoints");
    BOOST_TEST(plan.writes[1].slice.address_type == "IPv6");
    BOOST_TEST(plan_mirror(endpoints_with({s}), stored(plan)).writes.empty());
}

BOOST_AUTO_TEST_CASE(ports_of_equal_addresses_share_a_slice) {
    const auto e = endpoints_with({subset_of({"10.0.0.1"}, {80}), subset_of({"10.0.0.1"}, {443}),
                                   subset_of({"10.0.0.2"}, {9000}), subset_of({"10.0.0.3"}, {})});
    const mirror_plan plan = plan_mirror(e, {});
    BOOST_REQUIRE(plan.writes.size() == 3u);
    std::size_t ports = 0;
    for (const auto& w : plan.writes) ports += w.slice.ports.size();
    BOOST_TEST(ports == 3u);
}

BOOST_AUTO_TEST_CASE(a_slice_is_reused_when_ports_change) {
    const auto before = stored(plan_mirror(endpoints_with({subset_of({"10.0.0.1"}, {80})}), {}));
    const mirror_plan plan = plan_mirror(endpoints_with({subset_of({"10.0.0.1"}, {81})}), before);
    BOOST_REQUIRE(plan.writes.size() == 1u);
    BOOST_CHECK(plan.writes[0].live == before[0]);
    BOOST_TEST(plan.writes[0].slice.metadata.name == "db-0");
    BOOST_TEST(plan.remove.empty());
    const mirror_plan none = plan_mirror(endpoints_with({}), before);
    BOOST_TEST(none.writes.empty());
    BOOST_TEST(none.remove.size() == 1u);
}

BOOST_AUTO_TEST_CASE(at_most_a_thousand_addresses_are_mirrored) {
    endpoint_subset s = subset_of({}, {80});
    for (int i = 0; i < 1003; ++i)
        s.addresses.push_back(address_of("10.0." + std::to_string(i / 250) + "." + std::to_string(i % 250)));
    const mirror_plan plan = plan_mirror(endpoints_with({s}), {});
    BOOST_REQUIRE(plan.writes.size() == 1u);
    BOOST_TEST(plan.writes[0].slice.endpoints.size() == mirror_limit);
    BOOST_TEST(plan.skipped == 3u);
}

BOOST_AUTO_TEST_CASE(marked_endpoints_are_not_mirrored) {
    partial_endpoints e = endpoints_with({});
    BOOST_TEST(may_be_mirrored(e));
    e.metadata.labels["endpointslice.kubernetes.io/skip-mirror"] = "true";
    BOOST_TEST(!may_be_mirrored(e));
    e.metadata.labels.clear();
    e.metadata.annotations["control-plane.alpha.kubernetes.io/leader"] = "x";
    BOOST_TEST(!may_be_mirrored(e));
}

BOOST_AUTO_TEST_SUITE_END()
