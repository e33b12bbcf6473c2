// Checks of the types in policies against the schemas of kinds.

#include "apiserver/policies/check_types.hpp"

#include "apiserver/go/json_text.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::policies;

// Things in example.com/v1: {"spec":{"replicas":integer,"nested":thing,"labels":map,"port":int or string}}.
struct checks_fixture {
    checks_fixture() {
        schema_node& number = nodes.make();
        number.what = schema_node::type::integer;
        schema_node& text = nodes.make();
        text.what = schema_node::type::string;
        schema_node& labels = nodes.make();
        labels.what = schema_node::type::object;
        labels.additional = &text;
        schema_node& either = nodes.make();
        either.what = schema_node::type::int_or_string;
        schema_node& spec = nodes.make();
        spec.what = schema_node::type::object;
        thing.what = schema_node::type::object;
        add(spec, "labels", labels);
        add(spec, "nested", thing);
        add(spec, "port", either);
        add(spec, "replicas", number);
        add(thing, "spec", spec);
        kinds.of_resource = [this](std::string_view group, std::string_view version,
                                   std::string_view resource) {
            std::vector<known_kind> out;
            if (group == "example.com" && version == "v1" && resource == "things")
                out.push_back({{"example.com", "v1", "Thing"}, &thing});
            return out;
        };
        kinds.schema = [this](const group_version_kind& k) { return k.kind == "Thing" ? &thing : nullptr; };
    }
    static void add(schema_node& to, const char* name, const schema_node& of) {
        property& p = to.properties.emplace_back();
        p.name = name;
        p.type = &of;
    }
    std::vector<expression_warning> check(std::string_view validations, std::string_view more = "",
                                          std::string_view resource = "things") {
        return check_types(
            json_text::parse_own(
                R"({"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":["example.com"],"apiVersions":["v1"],)"
                R"("resources":[")" +
                std::string(resource) + R"("]}]},"validations":)" + std::string(validations) +
                std::string(more) + "}}")
                .get_object(),
            kinds);
    }
    std::string warning(std::string_view expression, std::string_view more = "") {
        const auto all = check(R"([{"expression":")" + std::string(expression) + "\"}]", more);
        return all.empty() ? "" : all[0].warning;
    }

    schema_set nodes;
    schema_node& thing = nodes.make();
    kind_lookup kinds;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(policy_types_test, checks_fixture)

BOOST_AUTO_TEST_CASE(expressions_that_fit_give_no_warning) {
    BOOST_TEST(warning("object.spec.replicas > 1 && object.spec.labels['a'] == 'b'") == "");
    BOOST_TEST(warning("object.metadata.name == '' && object.kind == oldObject.apiVersion") == "");
    BOOST_TEST(warning("object.spec.port == 1 || object.spec.port == 'a'") == "");
}

BOOST_AUTO_TEST_CASE(unknown_fields_and_types_are_warnings) {
    BOOST_TEST(warning("object.spec.replicas > '1'")
                   .starts_with("example.com/v1, Kind=Thing: ERROR: <input>:1:22: found no matching overload "
                                "for '_>_' applied to '(int, string)'"));
    BOOST_TEST(warning("object.spec.none == 1")
                   .starts_with("example.com/v1, Kind=Thing: ERROR: <input>:1:12: undefined field 'none'"));
    BOOST_TEST(warning("object.metadata.labels == {}").find("undefined field 'labels'") != std::string::npos);
    BOOST_TEST(warning("object.spec.none == 1").ends_with("\n"));
}

// As the real server: openapi/resolver/refs.go.
BOOST_AUTO_TEST_CASE(recursive_occurrences_have_no_fields) {
    BOOST_TEST(warning("object.spec.nested == object.spec.nested") == "");
    BOOST_TEST(warning("object.spec.nested.spec == 1").find("undefined field 'spec'") != std::string::npos);
}

// They have neither a type in the published schema, nor x-kubernetes-int-or-string.
BOOST_AUTO_TEST_CASE(quantities_are_unknown) {
    schema_node& amount = nodes.make();
    amount.what = schema_node::type::quantity;
    add(thing, "size", amount);
    BOOST_TEST(warning("object.size == '1'").find("undefined field 'size'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(metadata_are_whole_if_their_schema_is_known) {
    schema_node& text = nodes.make();
    text.what = schema_node::type::string;
    schema_node& meta = nodes.make();
    meta.what = schema_node::type::object;
    for (const char* name : {"generateName", "name", "uid"}) add(meta, name, text);
    kinds.metadata = &meta;
    BOOST_TEST(warning("object.metadata.uid == object.metadata.name") == "");
    BOOST_TEST(warning("object.metadata.labels == {}").find("undefined field 'labels'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(warnings_name_their_expression) {
    const auto all =
        check(R"([{"expression":"true"},{"expression":"true","messageExpression":"object.none"}])");
    BOOST_REQUIRE(all.size() == 1U);
    BOOST_TEST(all[0].field_ref == "spec.validations[1].messageExpression");
}

BOOST_AUTO_TEST_CASE(variables_and_parameters_have_types) {
    BOOST_TEST(
        warning("variables.n > 'a'", R"(,"variables":[{"name":"n","expression":"object.spec.replicas"}])")
            .find("applied to '(int, string)'") != std::string::npos);
    constexpr auto things = R"(,"paramKind":{"apiVersion":"example.com/v1","kind":"Thing"})";
    constexpr auto unknown = R"(,"paramKind":{"apiVersion":"example.com/v1","kind":"None"})";
    BOOST_TEST(warning("params.spec.none == 1", things).find("undefined field 'none'") != std::string::npos);
    BOOST_TEST(warning("params.spec.none == 1", unknown) == "");
}

BOOST_AUTO_TEST_CASE(rules_with_wildcards_are_not_checked) {
    BOOST_TEST(check(R"([{"expression":"object.none"}])", "", "*").empty());
    BOOST_TEST(check(R"([{"expression":"object.none"}])", "", "things/status").empty());
    BOOST_TEST(check(R"([{"expression":"object.none"}])", "", "unknown").empty());
}

BOOST_AUTO_TEST_SUITE_END()
