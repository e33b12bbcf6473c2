#include "apiserver/schema/structural.hpp"

#include "unit/apiserver/schema/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

BOOST_AUTO_TEST_SUITE(structural_test)

BOOST_AUTO_TEST_CASE(schema_errors_equal_those_of_kube_apiserver) {
    const bj::value file = observed("definitions.json");
    for (const bj::value& row : file.at("rows").as_array()) {
        schema_set set;
        field_errors errors;
        const auto* root = read_structural(row.at("schema"), "spec.validation.openAPIV3Schema", set, errors);
        const std::string expected = lines(row.as_object(), "errors");
        BOOST_TEST(lines(errors) == expected, bj::serialize(row.at("schema")));
        BOOST_TEST((root != nullptr) == expected.empty(), bj::serialize(row.at("schema")));
    }
}

BOOST_AUTO_TEST_CASE(cel_rules_are_accepted_and_their_texts_checked) {
    const auto errors_of = [](const std::string& rule) {
        schema_set set;
        field_errors errors;
        const auto schema = json(R"({"type":"object","properties":{"a":{"type":"string",
            "x-kubernetes-validations":[)" +
                                 rule + "]}}}");
        const auto* root = read_structural(schema, "s", set, errors);
        BOOST_TEST((root != nullptr) == errors.empty());
        return lines(errors);
    };
    const std::string at = "s.properties[a].x-kubernetes-validations[0].";
    BOOST_TEST(
        errors_of(R"({"rule":"self > 'b'","message":"m","reason":"FieldValueInvalid","fieldPath":".a"})") ==
        "");
    BOOST_TEST(errors_of(R"({"rule":"a &&\n b","message":"m"})") == "");
    BOOST_TEST(errors_of(R"({"rule":" "})") == at + "rule: Required value: rule is not specified\n");
    BOOST_TEST(errors_of(R"({"rule":"a","message":" "})") ==
               at + "message: Invalid value: \" \": must be non-empty if specified\n");
    BOOST_TEST(errors_of(R"({"rule":"a","message":"m\nn"})") ==
               at + "message: Invalid value: \"m\\nn\": must not contain line breaks\n");
    BOOST_TEST(errors_of(R"({"rule":"a &&\n b"})") ==
               at + "message: Required value: message must be specified if rule contains line breaks\n");
    BOOST_TEST(errors_of(R"({"rule":"a","messageExpression":" "})") ==
               at + "messageExpression: Required value: messageExpression must be non-empty if specified\n");
    BOOST_TEST(errors_of(R"({"rule":"a","reason":"Other"})") ==
               at + "reason: Unsupported value: \"Other\": supported values: \"FieldValueDuplicate\", "
                    "\"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"\n");
    BOOST_TEST(errors_of(R"({"rule":"a","fieldPath":"\n"})") ==
               at + "fieldPath: Invalid value: \"\\n\": must be non-empty if specified\n" + at +
                   "fieldPath: Invalid value: \"\\n\": must not contain line breaks\n");
}

BOOST_AUTO_TEST_CASE(schemas_nested_too_deeply_are_rejected) {
    for (const int depth : {70, 10'000}) {
        bj::value schema = json(R"({"type":"string"})");
        for (int i = 0; i < depth; ++i) {
            bj::object outer;
            outer["type"] = "array";
            outer["items"] = std::move(schema);
            schema = std::move(outer);
        }
        bj::value root = json(R"({"type":"object","properties":{}})");
        root.as_object()["properties"].as_object()["a"] = std::move(schema);
        schema_set set;
        field_errors errors;
        BOOST_TEST(!read_structural(root, "s", set, errors));
        BOOST_TEST(lines(errors) == "s: Forbidden: schemas are limited to a depth of 64\n");
    }
}

BOOST_AUTO_TEST_CASE(root_allows_few_fields_with_the_status_subresource) {
    field_errors errors;
    validate_status_root(json(R"({"type":"object","description":"x","properties":{}})"), "s", errors);
    BOOST_TEST(lines(errors) == "");
    validate_status_root(json(R"({"type":"object","oneOf":[{"required":["a"]}]})"), "s", errors);
    BOOST_REQUIRE(errors.size() == 1U);
    BOOST_TEST(errors[0].detail.starts_with("only [Description Type Format"));
}

BOOST_AUTO_TEST_CASE(nodes_have_the_attributes_of_the_schema) {
    schema_set set;
    field_errors errors;
    const auto* root =
        read_structural(json(R"({"type":"object","properties":{"a":{"type":"integer","format":"int32",
        "nullable":true,"default":3},"l":{"type":"array","x-kubernetes-list-type":"map",
        "x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}}},
        "m":{"type":"object","x-kubernetes-map-type":"atomic","additionalProperties":{"type":"string"}},
        "i":{"x-kubernetes-int-or-string":true}}})"),
                        "s", set, errors);
    BOOST_REQUIRE_MESSAGE(root, lines(errors));
    BOOST_TEST(!root->find("b"));
    const auto* a = root->find("a");
    BOOST_TEST((a->what == schema_node::type::integer && a->nullable && a->integer_format == "int32"));
    BOOST_TEST((*a->default_value == bj::value(3)));
    const auto* l = root->find("l");
    BOOST_TEST((l->list_type == schema_node::list::map && l->map_keys == std::vector<std::string>{"k"}));
    BOOST_TEST(l->items->find("k"));
    BOOST_TEST((root->find("m")->atomic_map && root->find("m")->additional));
    BOOST_TEST((root->find("i")->what == schema_node::type::int_or_string));
}

BOOST_AUTO_TEST_SUITE_END()
