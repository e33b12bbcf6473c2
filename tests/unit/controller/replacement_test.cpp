#include "framework/controller/replacement.hpp"

#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/core_v1/persistent_volume.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(replacement_test)

namespace {

template <class T>
bool may(const char* tree = "{}", propagation how = propagation::foreground) {
    return obstacle_to_replacing(kind_of<T>(), boost::json::parse(tree).as_object(), "a", "b", how).empty();
}

}  // namespace

BOOST_AUTO_TEST_CASE(kinds_that_hold_data_are_not_replaced) {
    BOOST_TEST(may<job>());
    BOOST_TEST(may<service>());
    BOOST_TEST(may<deployment>());
    BOOST_TEST(!may<persistent_volume_claim>());
    BOOST_TEST(!may<persistent_volume>());
    BOOST_TEST(!may<core_v1::namespace_>());
    BOOST_TEST(!may<custom_resource_definition>());
}

BOOST_AUTO_TEST_CASE(a_stateful_set_is_not_replaced_when_its_claims_would_go_with_it) {
    constexpr const char* along =
        R"({"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Delete","whenScaled":"Retain"}}})";
    constexpr const char* kept =
        R"({"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Retain","whenScaled":"Delete"}}})";
    BOOST_TEST(may<stateful_set>());
    BOOST_TEST(may<stateful_set>(kept));
    BOOST_TEST(!may<stateful_set>(along));
    BOOST_TEST(!may<stateful_set>(along, propagation::background));
    BOOST_TEST(may<stateful_set>(along, propagation::orphan));
    BOOST_TEST(may<stateful_set>(R"({"spec":{"persistentVolumeClaimRetentionPolicy":null}})"));
}

BOOST_AUTO_TEST_CASE(what_was_made_from_the_same_is_not_replaced) {
    const boost::json::object tree;
    BOOST_TEST(!obstacle_to_replacing(kind_of<job>(), tree, "a", "a", propagation::foreground).empty());
    BOOST_TEST(obstacle_to_replacing(kind_of<job>(), tree, "", "a", propagation::foreground).empty());
}

BOOST_AUTO_TEST_SUITE_END()
