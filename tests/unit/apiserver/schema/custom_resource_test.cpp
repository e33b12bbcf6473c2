#include "apiserver/go/text.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/schema/structural.hpp"
#include "unit/apiserver/schema/observed.hpp"

#include <algorithm>
#include <ctime>

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

struct definition {
    explicit definition(const bj::value& schema) {
        root = read_structural(schema, "openAPIV3Schema", set, errors);
        BOOST_REQUIRE_MESSAGE(root, lines(errors));
    }
    schema_set set;
    field_errors errors;
    const schema_node* root = nullptr;
};

bj::object object_with(const bj::value& spec) {
    bj::object out;
    out["apiVersion"] = "t.example.com/v1";
    out["kind"] = "Foo";
    out["metadata"] = json(R"({"name":"a"})");
    out["spec"] = spec;
    return out;
}

std::string update_errors(const definition& d, const char* next, const char* old) {
    field_errors errors;
    const bj::value before = json(old);
    validate_update(*d.root, json(next), &before, "", errors);
    return lines(errors);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(custom_resource_test)

BOOST_AUTO_TEST_CASE(results_equal_those_of_kube_apiserver) {
    const bj::value file = observed("custom_resources.json");
    const definition d(file.at("schema"));
    const builtin_schemas builtin;
    const schema_node* meta = builtin.type("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    BOOST_REQUIRE(meta);
    for (const bj::value& row : file.at("rows").as_array()) {
        const bj::object& r = row.as_object();
        const std::string about = bj::serialize(r.at("spec"));
        bj::value v = object_with(r.at("spec"));
        apply_defaults(*d.root, v);
        std::vector<std::string> unknown = prune(*d.root, v.as_object(), true, meta);
        BOOST_TEST(lines(unknown) == lines(r, "unknown"), about);
        field_errors errors;
        validate(*d.root, v, "", errors);
        validate_lists(*d.root, v, "", errors);
        validate_embedded(*d.root, v, "", errors);
        BOOST_TEST(lines(errors) == lines(r, "errors"), about);
        const bj::value* after = r.if_contains("after");
        const bj::value* spec = v.as_object().if_contains("spec");
        if (after && !after->is_null()) {
            BOOST_TEST((spec && go_text::json(*spec) == go_text::json(*after)),
                       about << " became " << (spec ? bj::serialize(*spec) : "nothing"));
        } else if (after) {
            BOOST_TEST(!spec, about);
        }
    }
}

BOOST_AUTO_TEST_CASE(unknown_fields_are_in_the_order_of_kube_apiserver) {
    const definition d(
        json(R"({"type":"object","properties":{"spec":{"type":"object","properties":{"a":{"type":"array",
        "items":{"type":"object","properties":{"b":{"type":"string"}}}}}}}})"));
    bj::value v = json(
        R"({"apiVersion":"v1","kind":"X","metadata":{"foo":1},"zz":1,"spec":{"y":1,"a":[{"b":"1"},{"c":1}]}})");
    const std::vector<std::string> expected{"spec.a[1].c", "spec.y", "zz"};
    BOOST_TEST(prune(*d.root, v.as_object()) == expected, boost::test_tools::per_element());
    BOOST_TEST(bj::serialize(v) ==
               R"({"apiVersion":"v1","kind":"X","metadata":{"foo":1},"spec":{"a":[{"b":"1"},{}]}})");
}

BOOST_AUTO_TEST_CASE(update_reports_errors_of_changed_values_only) {
    const definition d(
        json(R"({"type":"object","properties":{"spec":{"type":"object","required":["n"],"properties":{
        "n":{"type":"integer","minimum":5},"s":{"type":"string","maxLength":2},
        "l":{"type":"array","items":{"type":"integer","maximum":1}},
        "m":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object",
            "required":["k"],"properties":{"k":{"type":"string"},"v":{"type":"integer","maximum":1}}}}}}}})"));
    BOOST_TEST(update_errors(d, R"({"spec":{"n":1,"s":"abc"}})", R"({"spec":{"n":1,"s":"abc"}})") == "");
    BOOST_TEST(update_errors(d, R"({"spec":{"n":1,"s":"abcd"}})", R"({"spec":{"n":1,"s":"abc"}})") ==
               "spec.s: Too long: may not be more than 2 bytes\n");
    BOOST_TEST(update_errors(d, R"({"spec":{"n":9,"l":[5]}})", R"({"spec":{"n":8,"l":[5]}})") == "");
    BOOST_TEST(update_errors(d, R"({"spec":{"n":9,"l":[5,1]}})", R"({"spec":{"n":9,"l":[5]}})") ==
               "spec.l[0]: Invalid value: 5: spec.l[0] in body should be less than or equal to 1\n");
    BOOST_TEST(update_errors(d, R"({"spec":{"n":9,"m":[{"k":"b"},{"k":"a","v":5}]}})",
                             R"({"spec":{"n":9,"m":[{"k":"a","v":5}]}})") == "");
    BOOST_TEST(update_errors(d, R"({"spec":{}})", R"({"spec":{"n":1}})") == "spec.n: Required value\n");
}

// Comparing each item with every old one took minutes of CPU time, while all other requests waited.
BOOST_AUTO_TEST_CASE(items_of_long_lists_are_matched_in_less_than_quadratic_time) {
    const definition d(
        json(R"({"type":"object","properties":{"spec":{"type":"object","properties":{"l":{"type":"array",
        "x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k","n"],"items":{"type":"object","required":["k","n"],
        "properties":{"k":{"type":"string"},"n":{"type":"integer"},"v":{"type":"integer","maximum":1}}}}}}}})"));
    constexpr int size = 40'000, most_seconds = 10;
    bj::array items;
    for (int i = 0; i < size; ++i) items.push_back({{"k", std::to_string(i / 2)}, {"n", i % 2}, {"v", 1}});
    items[7].as_object()["v"] = 2;  // too large, and unchanged
    const bj::value before = object_with({{"l", items}});
    std::ranges::reverse(items);
    items[3].as_object()["v"] = 3;
    const bj::value after = object_with({{"l", items}});
    field_errors errors;
    const std::clock_t begun = std::clock();
    validate_update(*d.root, after, &before, "", errors);
    BOOST_TEST((std::clock() - begun) / CLOCKS_PER_SEC < most_seconds);
    BOOST_TEST(lines(errors) ==
               "spec.l[3].v: Invalid value: 3: spec.l[3].v in body should be less than or equal to 1\n");
}

BOOST_AUTO_TEST_CASE(number_of_errors_is_limited) {
    const definition d(
        json(R"({"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}})"));
    bj::array list(5000, bj::value("x"));
    bj::object o;
    o["l"] = std::move(list);
    field_errors errors;
    validate(*d.root, o, "", errors);
    BOOST_TEST(errors.size() == 1000U);
}

BOOST_AUTO_TEST_SUITE_END()
