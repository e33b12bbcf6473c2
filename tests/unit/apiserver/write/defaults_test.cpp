#include "unit/apiserver/write/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

BOOST_AUTO_TEST_SUITE(defaults_test)

// The smallest object of each kind, and some with more fields. The recordings omit uid, times,
// generation, managedFields, and what the Service allocator assigned.
BOOST_AUTO_TEST_CASE(created_objects_equal_those_of_the_real_server) {
    for (const bj::value& row : observed("defaults.json")) {
        const bj::object& object = row.at("object").as_object();
        const resource_ptr r = resource_of(object);
        BOOST_REQUIRE_MESSAGE(r, bj::serialize(object));
        field_errors errors;
        bj::object got = created(object, *r, errors);
        got.at("metadata").as_object().erase("uid");
        if (r->kind == "PersistentVolume") got.at("status").as_object().erase("lastPhaseTransitionTime");
        std::string wrong;
        differences(got, row.at("answer"), "", wrong);
        BOOST_TEST(wrong == "", bj::serialize(object) << "\n" << wrong);
        BOOST_TEST(texts(errors).empty(), bj::serialize(object) << "\n" << joined(texts(errors)));
    }
}

BOOST_AUTO_TEST_CASE(applying_defaults_twice_changes_nothing) {
    for (const bj::value& row : observed("defaults.json")) {
        bj::object o = row.at("answer").as_object();
        const resource_ptr r = resource_of(o);
        r->code->defaults(o);
        std::string wrong;
        differences(o, row.at("answer"), "", wrong);
        BOOST_TEST(wrong == "", bj::serialize(row.at("answer")) << "\n" << wrong);
    }
}

BOOST_AUTO_TEST_SUITE_END()
