#include "apiserver/controllers/storage/protection.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(storage_protection_test)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;

namespace {

object_meta meta(bool held, bool deleting) {
    object_meta m;
    if (held) m.finalizers = {interned_string(claim_finalizer)};
    if (deleting) m.deletion_timestamp = timestamp::from(wall_time());
    return m;
}

partial_pod pod_with(std::string_view claim, std::string_view node) {
    partial_pod p;
    p.metadata.name = "p";
    p.metadata.ns = "n";
    p.spec.node_name = node;
    partial_pod_volume v;
    v.name = "v";
    v.claim.claim_name = claim;
    p.spec.volumes = {v};
    return p;
}

}  // namespace

BOOST_AUTO_TEST_CASE(releases_unused_claims_and_volumes) {
    const auto step = [](bool held, bool deleting, bool used) {
        return static_cast<int>(plan_protection(meta(held, deleting), claim_finalizer, used));
    };
    BOOST_TEST(step(true, true, false) == static_cast<int>(protection_step::release));
    BOOST_TEST(step(true, true, true) == static_cast<int>(protection_step::none));
    BOOST_TEST(step(false, true, false) == static_cast<int>(protection_step::none));
    BOOST_TEST(step(false, false, false) == static_cast<int>(protection_step::hold));
    BOOST_TEST(step(true, false, false) == static_cast<int>(protection_step::none));
}

BOOST_AUTO_TEST_CASE(a_pod_uses_its_claims_once_it_is_bound) {
    BOOST_TEST(uses_claim(pod_with("c", "node"), "c"));
    BOOST_TEST(!uses_claim(pod_with("c", "node"), "d"));
    BOOST_TEST(!uses_claim(pod_with("c", ""), "c"));
    partial_pod p = pod_with("", "node");
    BOOST_TEST(claims_of_pod(p).empty());
    p.spec.volumes[0].ephemeral.emplace_object();
    BOOST_TEST(uses_claim(p, "p-v"));
    BOOST_REQUIRE(claims_of_pod(p).size() == 1);
    BOOST_TEST((claims_of_pod(p)[0] == object_key{"n", "p-v"}));
}

BOOST_AUTO_TEST_SUITE_END()
