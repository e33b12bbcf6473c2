#include "apiserver/go/order.hpp"
#include "apiserver/patch/patch.hpp"
#include "sample_schema.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;
using namespace sample;

BOOST_AUTO_TEST_SUITE(go_order)

// As kube-apiserver prints them when it rejects the result.
BOOST_AUTO_TEST_CASE(merge_patch_sorts_the_maps_it_visits) {
    struct row {
        const char *document, *patch, *wanted;
    };
    const row rows[] = {
        {R"({"z":1,"a":{"y":1,"x":2}})", R"({"m":{"d":1,"c":null,"b":2}})",
         R"({"a":{"y":1,"x":2},"m":{"b":2,"d":1},"z":1})"},
        {R"({"z":1,"a":{"y":1,"x":2}})", R"({"a":{"k":3}})", R"({"a":{"k":3,"x":2,"y":1},"z":1})"},
        {R"({"b":[{"y":1,"x":2}],"a":1})", R"({"a":[{"d":1,"c":2}]})",
         R"({"a":[{"c":2,"d":1}],"b":[{"y":1,"x":2}]})"},
        {R"({"a":{"q":1}})", R"({"a":[{"d":1,"c":null}]})", R"({"a":[{"d":1,"c":null}]})"},
        {R"({"a":"<&>"})", R"({})", R"({"a":"\u003c\u0026\u003e"})"},
    };
    for (const auto& r : rows) {
        const bj::object out = merge_patch(object(r.document), object(r.patch));
        BOOST_TEST(patching::unsorted_json(bj::value(out)) == r.wanted);
    }
}

BOOST_AUTO_TEST_CASE(json_patch_sorts_the_maps_on_its_paths) {
    struct row {
        const char *patch, *wanted;
    };
    const char* const document = R"({"z":{"y":1,"x":{"d":1,"c":2}},"b":{"f":1,"e":2}})";
    const row rows[] = {
        {R"([{"op":"add","path":"/n","value":{"b":1,"a":2}}])",
         R"({"b":{"f":1,"e":2},"n":{"b":1,"a":2},"z":{"y":1,"x":{"d":1,"c":2}}})"},
        {R"([{"op":"replace","path":"/z/x/c","value":3}])",
         R"({"b":{"f":1,"e":2},"z":{"x":{"c":3,"d":1},"y":1}})"},
        {R"([{"op":"test","path":"/z","value":{"y":1,"x":{"d":1,"c":2}}}])",
         R"({"b":{"f":1,"e":2},"z":{"x":{"c":2,"d":1},"y":1}})"},
    };
    for (const auto& r : rows) {
        const auto out = json_patch(object(document), bj::parse(r.patch));
        BOOST_TEST_REQUIRE(out.has_value());
        BOOST_TEST(patching::unsorted_json(bj::value(*out)) == r.wanted);
    }
}

BOOST_AUTO_TEST_CASE(all_levels_are_sorted_when_values_are_untyped) {
    bj::value v = bj::parse(R"({"b":[{"y":1,"x":{"d":1,"c":2}}],"a":null})");
    patching::sort_all_keys(v);
    BOOST_TEST(patching::unsorted_json(v) == R"({"a":null,"b":[{"x":{"c":2,"d":1},"y":1}]})");
}

BOOST_AUTO_TEST_SUITE_END()
