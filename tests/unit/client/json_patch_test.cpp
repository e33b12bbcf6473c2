#include "setpoint/client/json_patch.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(json_patch_test)

BOOST_AUTO_TEST_CASE(segments_are_escaped) {
    BOOST_TEST(json_pointer({}) == "");
    BOOST_TEST(json_pointer({"metadata", "annotations", "example.com/a~b"}) ==
               "/metadata/annotations/example.com~1a~0b");
    BOOST_TEST(json_pointer({"", "~1"}) == "//~01");
}

BOOST_AUTO_TEST_CASE(steps_are_in_order_as_in_rfc_6902) {
    json_patch p;
    BOOST_TEST(p.empty());
    p.test({"a"}, 1)
        .add({"b", "-"}, "x")
        .replace({"c"}, nullptr)
        .remove({"d"})
        .move({"e"}, {"f"})
        .copy({"g"}, {"h"});
    BOOST_TEST(boost::json::serialize(p.steps()) ==
               R"([{"op":"test","path":"/a","value":1},{"op":"add","path":"/b/-","value":"x"},)"
               R"({"op":"replace","path":"/c","value":null},{"op":"remove","path":"/d"},)"
               R"({"op":"move","from":"/e","path":"/f"},{"op":"copy","from":"/g","path":"/h"}])");
}

BOOST_AUTO_TEST_SUITE_END()
