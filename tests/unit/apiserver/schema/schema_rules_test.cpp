#include "apiserver/schema/schema_rules.hpp"

#include "apiserver/schema/structural.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// What kube-apiserver says of a schema with these members, and of an object.
struct ruled_schema {
    schema_set set;
    field_errors errors;
    const schema_node* root = nullptr;

    explicit ruled_schema(const std::string& members, rule_checks checks = rule_checks::all) {
        const bj::value json = bj::parse(R"({"type":"object",)" + members + "}");
        root = read_structural(json, "s", set, errors, checks);
    }
    std::string refused() const {
        std::string out;
        for (const field_error& e : errors) out += e.text() + "\n";
        return out;
    }
    std::string validated(std::string_view now, std::string_view old = {}) const {
        BOOST_REQUIRE(root != nullptr);
        const schema_rules rules(*root, true);
        field_errors found;
        std::vector<std::string> warnings;
        const bj::value after = bj::parse(std::string(now));
        const bj::value before = old.empty() ? bj::value() : bj::parse(std::string(old));
        rules.validate(after, old.empty() ? nullptr : &before, found, old.empty() ? nullptr : &warnings);
        std::string out;
        for (const field_error& e : found) out += e.text() + "\n";
        for (const std::string& w : warnings) out += "warning " + w + "\n";
        return out;
    }
};

std::string property_with(const char* rule, const char* type = R"("type":"integer")") {
    return std::string(R"("properties":{"a":{)") + type + R"(,"x-kubernetes-validations":[)" + rule + "]}}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_rules_suite)

BOOST_AUTO_TEST_CASE(errors_name_the_field_and_its_value) {
    const ruled_schema s(property_with(R"({"rule":"self < 5"})"));
    BOOST_TEST(s.refused() == "");
    BOOST_TEST(s.validated(R"({"a":4})") == "");
    BOOST_TEST(s.validated(R"({"a":7})") == "a: Invalid value: 7: failed rule: self < 5\n");
    BOOST_TEST(s.validated(R"({"a":7})", R"({"a":7})") ==
               "warning a: Invalid value: 7: failed rule: self < 5\n");
}

BOOST_AUTO_TEST_CASE(reasons_and_field_paths_are_those_of_the_rule) {
    const ruled_schema s(
        R"("properties":{"m":{"type":"object","additionalProperties":{"type":"integer"}}},)"
        R"("x-kubernetes-validations":[{"rule":"false","reason":"FieldValueForbidden","message":"no",)"
        R"("fieldPath":".m['x.y']"},{"rule":"false","reason":"FieldValueDuplicate","message":"no"}])");
    BOOST_TEST(s.refused() == "");
    BOOST_TEST(s.validated("{}") == "m[x.y]: Forbidden: no\n<nil>: Duplicate value\n");
}

BOOST_AUTO_TEST_CASE(every_resource_has_its_type_and_name) {
    const ruled_schema s(
        R"("x-kubernetes-validations":[{"rule":"self.metadata.name == 'n' && self.kind == 'K'"}])");
    BOOST_TEST(s.refused() == "");
    BOOST_TEST(s.validated(R"({"kind":"K","metadata":{"name":"n","labels":{}}})") == "");
    BOOST_TEST(
        ruled_schema(R"("x-kubernetes-validations":[{"rule":"self.metadata.labels == {}"}])").refused() !=
        "");
}

BOOST_AUTO_TEST_CASE(definitions_with_invalid_expressions_are_refused) {
    const ruled_schema s(property_with(R"({"rule":"self.b == 1"})"));
    BOOST_TEST(s.root == nullptr);
    BOOST_TEST(s.refused().find("s.properties[a].x-kubernetes-validations[0].rule: Invalid value: "
                                "{\"Rule\":\"self.b == 1\"") == 0U);
    BOOST_TEST(
        ruled_schema(property_with(R"x({"rule":"oldSelf.hasValue()","optionalOldSelf":true})x")).refused() ==
        "");
    BOOST_TEST(ruled_schema(property_with(R"({"rule":"self == 1","optionalOldSelf":true})")).refused() ==
               "s.properties[a].x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be "
               "set if oldSelf is not used in rule\n");
    BOOST_TEST(
        ruled_schema(property_with(R"({"rule":"true","fieldPath":".x"})")).refused() ==
        "s.properties[a].x-kubernetes-validations[0].fieldPath: Invalid value: \".x\": must be a valid "
        "path\n");
}

BOOST_AUTO_TEST_CASE(rules_of_uncorrelated_items_have_no_old_value) {
    const char* const list = R"("properties":{"a":{"type":"array","maxItems":3,"items":{"type":"integer",)"
                             R"("x-kubernetes-validations":[{"rule":"self == oldSelf"}]}}})";
    BOOST_TEST(ruled_schema(list).refused() ==
               "s.properties[a].items.x-kubernetes-validations[0].rule: Invalid value: \"self == oldSelf\": "
               "oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[a]\n");
}

BOOST_AUTO_TEST_CASE(rules_that_cost_too_much_are_refused) {
    const std::string members = property_with(R"x({"rule":"self.all(x, self.all(y, x == y))"})x",
                                              R"("type":"array","items":{"type":"string"})");
    const std::string told = ruled_schema(members).refused();
    BOOST_TEST(told.find("s.properties[a].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost "
                         "exceeds budget by factor of more than 100x (try simplifying the rule") == 0U);
    BOOST_TEST(
        told.find("s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 "
                  "schema exceeds budget by factor of more than 100x") != std::string::npos);
    // Only the total is checked for a schema that does not change.
    const std::string total = ruled_schema(members, rule_checks::totals).refused();
    BOOST_TEST(total.find("estimated rule cost exceeds") == std::string::npos);
    BOOST_TEST(total.find("cost total for entire") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(defaults_keep_the_rules) {
    const std::string type = R"("type":"integer","default":7)";
    BOOST_TEST(ruled_schema(property_with(R"({"rule":"self < 5"})", type.c_str())).refused() ==
               "s.properties[a].default: Invalid value: 7: failed rule: self < 5\n");
    BOOST_TEST(ruled_schema(property_with(R"({"rule":"self < 8"})", type.c_str())).refused() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}}}  // namespace setpoint::v0::apiserver
