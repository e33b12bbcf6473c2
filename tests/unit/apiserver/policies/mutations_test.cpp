// Mutations: JSON patches and configurations from expressions.

#include "apiserver/go/json_text.hpp"
#include "apiserver/policies/mutation.hpp"
#include "apiserver/policies/result_json.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::policies;

struct mutations_fixture {
    std::string mutate(std::string_view source, mutation::form form) {
        const result_kind wanted =
            form == mutation::form::json_patch ? result_kind::json_patch : result_kind::configuration;
        const mutation m{form, compiler.compile(source, wanted, {false, true, true})};
        policy_input in;
        in.object = &object;
        const mutation_outcome made = evaluate_mutation(m, in, compiler);
        return made.error.empty() ? json_text::serialize(made.made) : made.error;
    }
    std::string patch(std::string_view source) { return mutate(source, mutation::form::json_patch); }
    std::string configure(std::string_view source) { return mutate(source, mutation::form::configuration); }

    // Applies it to an object of a type with a map, a set, an atomic list and an atomic map.
    configured apply(std::string_view configuration) {
        return apply_configuration(json_text::parse_own(live).get_object(),
                                   json_text::parse_own(configuration).get_object(),
                                   patching::field_type::root(&root()));
    }

    schema_node& root() {
        schema_node& text = nodes.make();
        text.what = schema_node::type::string;
        schema_node& map = nodes.make();
        map.what = schema_node::type::object;
        map.additional = &text;
        schema_node& whole = nodes.make();
        whole.what = schema_node::type::object;
        whole.additional = &text;
        whole.atomic_map = true;
        schema_node& set = nodes.make();
        set.what = schema_node::type::array;
        set.list_type = schema_node::list::set;
        set.items = &text;
        schema_node& list = nodes.make();
        list.what = schema_node::type::array;
        list.items = &text;
        schema_node& out = nodes.make();
        out.what = schema_node::type::object;
        const auto add = [&](const char* name, const schema_node& of) {
            property& p = out.properties.emplace_back();
            p.name = name;
            p.type = &of;
        };
        add("list", list);
        add("map", map);
        add("set", set);
        add("whole", whole);
        return out;
    }

    static constexpr std::string_view live =
        R"({"apiVersion":"v1","kind":"Foo","map":{"a":"b"},"set":["x"],"list":["p"]})";
    schema_set nodes;
    bj::object object =
        json_text::parse_own(R"({"metadata":{"name":"x"},"big":9007199254740993})").get_object();
    expression_compiler compiler{expression_compiler::composition::variables};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mutations_test, mutations_fixture)

BOOST_AUTO_TEST_CASE(patches_are_json) {
    BOOST_TEST(
        patch(
            R"([JSONPatch{op: "add", path: "/a", value: {"k": [dyn(1), dyn(2.0), dyn(2.5), dyn(true), dyn(null)]}}])") ==
        R"([{"op":"add","path":"/a","value":{"k":[1,2,2.5,true,null]}}])");
    BOOST_TEST(patch(R"([JSONPatch{op: "move", from: "/a", path: "/b"}])") ==
               R"([{"op":"move","path":"/b","from":"/a"}])");
    BOOST_TEST(
        patch(R"([JSONPatch{op: "add", path: "/" + jsonpatch.escapeKey("a/b~c"), value: object.big}])") ==
        R"([{"op":"add","path":"/a~1b~0c","value":"9007199254740993"}])");
    BOOST_TEST(patch(R"([JSONPatch{op: "add", path: "/s", value: Object.spec{a: Object.spec.a{b: 1}}}])") ==
               R"([{"op":"add","path":"/s","value":{"a":{"b":1}}}])");
    BOOST_TEST(patch("[]").starts_with("must evaluate to list(JSONPatch) but got list("));
}

BOOST_AUTO_TEST_CASE(invalid_patches_are_errors) {
    BOOST_TEST(patch(R"([JSONPatch{op: dyn(1), path: "/a"}])") ==
               "expression '[JSONPatch{op: dyn(1), path: \"/a\"}]' resulted in error: unexpected type int64 "
               "for JSONPatchType 'op' field");
    BOOST_TEST(patch(R"([JSONPatch{op: "add", path: "/s", value: Object.spec{a: Object.b{}}}])") ==
               "type mismatch: unexpected type name \"Object.b\", expected \"Object.spec.a\", which matches "
               "field name path from root Object type");
    BOOST_TEST(
        patch(R"([JSONPatch{op: "add", path: "/s", value: quantity("1")}])")
            .starts_with("JSONPath valueExpression evaluated to a type that could not marshal to JSON: "));
}

BOOST_AUTO_TEST_CASE(configurations_are_objects) {
    BOOST_TEST(configure("Object{spec: Object.spec{replicas: 3, list: [Object.spec.list{name: 'a'}]}}") ==
               R"({"spec":{"replicas":3,"list":[{"name":"a"}]}})");
    BOOST_TEST(configure("Object{spec: Object.spek{}}") ==
               "type mismatch: unexpected type name \"Object.spek\", expected \"Object.spec\", which matches "
               "field name path from root Object type");
    BOOST_TEST(configure("Object{a: object.none}") ==
               "expression 'Object{a: object.none}' resulted in error: no such key: none");
}

BOOST_AUTO_TEST_CASE(results_of_shared_parts_are_bounded) {
    compiler.add_variable("v0", "['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x']", {});
    for (int i = 1; i < 10; ++i) {
        const std::string last = "variables.v" + std::to_string(i - 1);
        compiler.add_variable("v" + std::to_string(i),
                              "dyn([" + last + "," + last + "," + last + "," + last + "," + last + "])", {});
    }
    BOOST_TEST(configure("Object{a: variables.v9}") ==
               "invalid return type: the result of the expression is too large");
}

BOOST_AUTO_TEST_CASE(configurations_are_merged) {
    const configured made = apply(R"({"map":{"c":"d"},"set":["y"]})");
    BOOST_TEST(made.error == "");
    BOOST_REQUIRE(made.object);
    BOOST_TEST(json_text::serialize(*made.object).find(R"("map":{"a":"b","c":"d"})") != std::string::npos);
    BOOST_TEST(json_text::serialize(*made.object).find(R"("set":["x","y"])") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(atomic_parts_cannot_be_configured) {
    BOOST_TEST(apply(R"({"list":["q"],"whole":{"a":"b"}})").error ==
               "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or "
               "structs: .list, .whole");
    BOOST_TEST(apply(R"({"none":1})").error ==
               "error applying patch: failed to convert patch object to typed object: .none: field not "
               "declared in schema");
}

BOOST_AUTO_TEST_SUITE_END()
