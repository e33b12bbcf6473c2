// From a CustomResourceDefinition to the text of a header.
#include "cli/describe/definition_reader.hpp"
#include "cli/describe/header_writer.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

using namespace setpoint;
using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(describe_kind_test)

namespace {

// A definition whose spec has these properties, in YAML's flow style.
std::string crd_with(std::string_view properties, std::string_view more_of_version = "",
                     std::string_view more_of_schema = "") {
    return fmt::format(R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: lamps.test.example.com}}
spec:
  group: test.example.com
  scope: Cluster
  names: {{kind: Lamp, plural: lamps, singular: lamp}}
  versions:
  - name: v1
    served: true
    storage: true
    {}
    schema:
      openAPIV3Schema:
        type: object
        properties: {{spec: {{type: object, properties: {{{}}}}}{}}}
)",
                       more_of_version, properties, more_of_schema);
}

result<std::vector<kind_model>> read(const std::string& yaml, const describe_request& r = {}) {
    return read_definitions(json::parse_manifests(yaml, "test").value(), r, "lamp.yaml");
}
kind_model read_one(const std::string& yaml, const describe_request& r = {}) {
    auto all = read(yaml, r);
    BOOST_REQUIRE_MESSAGE(all.has_value(), (all ? "" : all.error().to_string()));
    BOOST_REQUIRE(all->size() == 1u);
    return std::move(all->front());
}
std::string header_of(const std::string& yaml, const describe_request& r = {}) {
    return header_text(read_one(yaml, r), "ns", "lamp.yaml");
}
bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}
std::string refusal(const std::string& yaml, const describe_request& r = {}) {
    const auto read_it = read(yaml, r);
    if (read_it) return "accepted";
    BOOST_TEST((read_it.error().code == errc::bad_config));
    return read_it.error().message;
}
bool notes(const kind_model& m, std::string_view line) {
    return std::find(m.notes.begin(), m.notes.end(), line) != m.notes.end();
}

}  // namespace

BOOST_AUTO_TEST_CASE(members_have_the_type_of_the_schema_and_are_optional_unless_required) {
    const std::pair<const char*, const char*> cases[] = {
        {"a: {type: boolean}", "std::optional<bool> a{};"},
        {"a: {type: integer}", "std::optional<std::int64_t> a{};"},
        {"a: {type: integer, format: int32}", "std::optional<std::int32_t> a{};"},
        {"a: {type: number}", "std::optional<double> a{};"},
        {"a: {type: string}", "std::optional<setpoint::interned_string> a{};"},
        {"a: {type: string, format: date-time}", "    setpoint::timestamp a{};"},
        {"a: {type: string, format: date-time, nullable: true}", "std::optional<setpoint::timestamp> a{};"},
        {"a: {x-kubernetes-int-or-string: true}", "    setpoint::int_or_string a{};"},
        {"a: {type: array, items: {type: string}}", "    std::vector<setpoint::interned_string> a{};"},
        {"a: {type: array, items: {type: boolean}}", "    std::vector<std::optional<bool>> a{};"},
        {"a: {type: array, nullable: true, items: {type: integer}}",
         "    std::optional<std::vector<std::int64_t>> a{};"},
        {"a: {type: object, additionalProperties: {type: string}}", "    setpoint::string_map a{};"},
        {"a: {type: object, additionalProperties: {type: array, items: {type: number}}}",
         "    std::map<std::string, std::vector<double>> a{};"},
        {"a: {type: object, properties: {b: {type: string}}}", "    setpoint::boxed<lamp_spec_a> a{};"},
        {"a: {type: object}", "    setpoint::boxed<lamp_spec_a> a{};"},
        {"a: {x-kubernetes-preserve-unknown-fields: true}", "    boost::json::value a{};"},
        {"a: {type: object, x-kubernetes-preserve-unknown-fields: true}",
         "std::optional<boost::json::object> a{};"},
        {"a: {type: object, x-kubernetes-embedded-resource: true}",
         "std::optional<boost::json::object> a{};"},
        {"a: {oneOf: [{type: string}]}", "    boost::json::value a{};"}};
    for (const auto& [schema, expected] : cases)
        BOOST_TEST(has(header_of(crd_with(schema)), expected), schema);
    const std::string required =
        header_of(crd_with("a: {type: object, required: [b, c], properties: {b: {type: boolean}, c: {type: "
                           "object}, d: {type: string}}}"));
    BOOST_TEST(has(required, "    bool b{};\n    lamp_spec_a_c c{};\n    std::optional<"), required);
    BOOST_TEST(has(required, R"(field(&self::b, "b", "", required))"), required);
}

BOOST_AUTO_TEST_CASE(limits_become_attributes) {
    const std::pair<const char*, const char*> cases[] = {
        {"a: {type: integer, minimum: 0, maximum: 10}", R"(minimum(0), maximum(10)))"},
        {"a: {type: integer, minimum: 0, exclusiveMinimum: true}", "minimum(1))"},
        {"a: {type: number, minimum: 0.5}", "minimum(0.5))"},
        {"a: {type: integer, minimum: 1, maximum: 9223372036854775807}", "\"\", minimum(1)));"},
        {"a: {type: string, minLength: 1, maxLength: 63}", "min_length(1), max_length(63))"},
        {"a: {type: string, pattern: '^\\d+$'}", R"x(pattern(R"(^\d+$)")))x"},
        {"a: {type: string, format: ipv4}", R"(format("ipv4")))"},
        {"a: {type: string, enum: [TCP, UDP]}", R"(one_of("TCP", "UDP")))"},
        {"a: {type: string, nullable: true}", R"("", nullable))"},
        {"a: {type: array, minItems: 1, maxItems: 9, items: {type: string, minLength: 2}}",
         "min_items(1), max_items(9), min_length(2))"},
        {"a: {type: array, x-kubernetes-list-type: set, items: {type: string}}", "list_set)"},
        {"a: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}",
         "exclusive)"},
        {"a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, l], items: {type: "
         "object, "
         "required: [k], properties: {k: {type: string}, l: {type: string, default: x}}}}",
         R"(list_map("k", "l")))"}};
    for (const auto& [schema, expected] : cases)
        BOOST_TEST(has(header_of(crd_with(schema)), expected), schema);
}

BOOST_AUTO_TEST_CASE(an_optional_key_of_a_list_has_its_default) {
    const std::string keyed = header_of(
        crd_with("a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k, l], items: "
                 "{type: object, "
                 "properties: {k: {type: string, default: TCP}, l: {type: integer, default: 80}}}}"));
    BOOST_TEST(has(keyed, "std::optional<setpoint::interned_string> k{\"TCP\"};"), keyed);
    BOOST_TEST(has(keyed, "std::optional<std::int64_t> l{80};"), keyed);
    // Any other default is the server's: it is only told.
    const std::string plain = header_of(crd_with("a: {type: integer, default: 5, description: How many.}"));
    BOOST_TEST(has(plain, "std::optional<std::int64_t> a{};"), plain);
    BOOST_TEST(has(plain, "\"How many. Default: 5.\", server_default(\"5\")"), plain);
    const std::string object = header_of(
        crd_with("a: {type: object, default: {b: x}, properties: {b: {type: string, default: null}}}"));
    BOOST_TEST(has(object, R"x(field(&self::a, "a", "", server_default(R"({"b":"x"})")))x"), object);
    BOOST_TEST(!has(object, "null"), object);
}

BOOST_AUTO_TEST_CASE(texts_with_choices_are_enums_on_request) {
    describe_request r;
    r.as_enums = true;
    const std::string made = header_of(crd_with("a: {type: string, enum: [TCP, 'HTTP/2', class, Class]}"), r);
    BOOST_TEST(has(made, "enum class lamp_spec_a : std::uint8_t {\n    tcp, http_2, class_, class_2\n};"),
               made);
    BOOST_TEST(has(made, R"(value(lamp_spec_a::http_2, "HTTP/2"))"), made);
    BOOST_TEST(has(made, "std::optional<lamp_spec_a> a{};"), made);
    // An enumerator has a text.
    BOOST_TEST(has(header_of(crd_with("a: {type: string, enum: ['', b]}"), r), R"(one_of("", "b")))"));
}

BOOST_AUTO_TEST_CASE(equal_objects_are_one_type_named_after_the_shortest_path) {
    const std::string ref = "{type: object, properties: {name: {type: string, description: Of it.}}}";
    const std::string made = header_of(crd_with(
        fmt::format("deep: {{type: object, properties: {{ref: {}}}}}, other: {{type: array, items: {}}}, "
                    "z: {{type: object, properties: {{name: {{type: integer}}}}}}",
                    ref, ref)));
    BOOST_TEST(has(made, "setpoint::boxed<lamp_spec_other> ref{};"), made);
    BOOST_TEST(has(made, "std::vector<lamp_spec_other> other{};"), made);
    BOOST_TEST(has(made, "setpoint::boxed<lamp_spec_z> z{};"), made);
    BOOST_TEST(!has(made, "lamp_spec_deep_ref"), made);
}

BOOST_AUTO_TEST_CASE(names_of_members_are_valid_and_differ) {
    const std::string made = header_of(crd_with(
        "class: {type: string}, fooBar: {type: string}, foo_bar: {type: string}, 2fa: {type: string}, "
        "required: "
        "{type: string}, lampSpecX: {type: string}, x: {type: object, properties: {a: {type: string}}}"));
    for (const char* const part :
         {"> class_{};", "> foo_bar{};", "> foo_bar_2{};", "> n2fa{};", "> required_{};", "> lamp_spec_x_{};",
          "field(&self::foo_bar_2, \"foo_bar\"", "setpoint::boxed<lamp_spec_x> x{};"})
        BOOST_TEST(has(made, part), part << " is missing in\n" << made);
}

BOOST_AUTO_TEST_CASE(conditions_and_selectors_are_those_of_the_framework) {
    const std::string condition =
        "{type: object, properties: {type: {type: string}, status: {type: string, enum: ['True', 'False', "
        "Unknown]}%}}";
    const auto conditions = [&](std::string_view more) {
        std::string one = condition;
        one.replace(one.find('%'), 1, more);
        return header_of(crd_with("a: {type: array, items: " + one + "}"));
    };
    BOOST_TEST(has(conditions(", reason: {type: string}"), "std::vector<setpoint::condition> a{};"));
    BOOST_TEST(has(conditions(", severity: {type: string}"), "std::vector<lamp_spec_a> a{};"));
    BOOST_TEST(has(
        header_of(crd_with("a: {type: object, properties: {matchLabels: {type: object, additionalProperties: "
                           "{type: string}}, matchExpressions: {type: array, items: {type: object}}}}")),
        "setpoint::boxed<setpoint::label_selector> a{};"));
}

BOOST_AUTO_TEST_CASE(what_is_kept_as_json_or_left_out_is_noted_with_its_path) {
    const std::pair<const char*, const char*> cases[] = {
        {"a: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {b: {type: string}}}",
         "spec.a: kept as JSON: it has described fields and any others"},
        {"a: {type: array}", "spec.a: kept as JSON: the schema of its items is missing"},
        {"a: {oneOf: [{}]}", "spec.a: kept as JSON: its type is missing"},
        {"a: {type: array, items: {type: object, properties: {b: {type: integer, multipleOf: 2}}}}",
         "spec.a[].b: left to the API server: multipleOf"},
        {"a: {type: object, additionalProperties: {type: integer, enum: [1]}}",
         "spec.a{}: left to the API server: enum of an integer"},
        {"a: {type: integer, maximum: 9223372036854775807}",
         "spec.a: left to the API server: a limit beyond 2^53"},
        {"'a\"b': {type: string}", "spec.a\"b: left out: a name with characters that JSON escapes"},
        {"a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: "
         "object}}",
         "spec.a: compared as a whole: the keys of its entries are not described, or not required"}};
    for (const auto& [schema, line] : cases) {
        const kind_model m = read_one(crd_with(schema));
        BOOST_TEST(notes(m, line), schema << ": " << (m.notes.empty() ? "no notes" : m.notes.front()));
    }
    BOOST_TEST(read_one(crd_with("a: {type: string}")).notes.empty());
}

BOOST_AUTO_TEST_CASE(rules_are_written_on_fields_and_structs) {
    const std::pair<const char*, const char*> cases[] = {
        {"a: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: it is fixed}]}",
         R"x(field(&self::a, "a", "",
                  rule("self == oldSelf",
                       "it is fixed")))x"},
        {"a: {type: integer, x-kubernetes-validations: [{rule: self > 0, reason: FieldValueForbidden}, "
         "{rule: "
         "self < 9, reason: FieldValueInvalid}]}",
         R"x(rule("self > 0")
                      .reason(rule_reason::forbidden),
                  rule("self < 9")))x"},
        {"a: {type: array, maxItems: 3, x-kubernetes-validations: [{rule: 'self.size() > 0', "
         "messageExpression: "
         "'string(self.size())'}], items: {type: string}}",
         R"x(max_items(3),
                  rule("self.size() > 0")
                      .says("string(self.size())")))x"},
        {"a: {type: object, properties: {b: {type: integer}}, x-kubernetes-validations: [{rule: self.b > 0, "
         "fieldPath: .b}]}",
         R"x(field(&self::b, "b", ""),
            rule("self.b > 0")
                .at(".b"));)x"},
        {"a: {type: string, x-kubernetes-validations: [{rule: \"!oldSelf.hasValue() ||\\nself != ''\", "
         "optionalOldSelf: true}]}",
         R"x(rule("!oldSelf.hasValue() ||\n"
                       "self != ''")
                      .also_without_old()))x"}};
    for (const auto& [schema, part] : cases) {
        const kind_model m = read_one(crd_with(schema));
        BOOST_TEST(has(header_text(m, "ns", "f"), part), header_text(m, "ns", "f"));
        BOOST_TEST(m.notes.empty());
    }
    const std::string root = header_of(
        crd_with("a: {type: string}", "",
                 "}\n        x-kubernetes-validations: [{rule: 'self.metadata.name != \"x\"'}]\n        "
                 "externalDocs: {"));
    BOOST_TEST(has(root, R"x(.rule(setpoint::schema::rule("self.metadata.name != \"x\"")))x"), root);
}

BOOST_AUTO_TEST_CASE(rules_are_left_out_when_types_cannot_express_them) {
    const std::pair<const char*, const char*> cases[] = {
        {"a: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {b: {type: string}}, "
         "x-kubernetes-validations: [{rule: self.b != ''}]}",
         "spec.a: left to the API server: rule \"self.b != ''\": compilation failed: ERROR: <input>:1:5: "
         "undefined "
         "field 'b'"},
        {"a: {x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: 'true'}]}",
         "spec.a: left to the API server: rule \"true\": its value is kept as JSON"},
        {"a: {type: array, items: {type: string, x-kubernetes-validations: [{rule: self != ''}]}}",
         "spec.a[]: left to the API server: rule \"self != ''\": the entries are not structs"},
        {"a: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [k], items: {type: "
         "object, "
         "properties: {k: {type: string}}, x-kubernetes-validations: [{rule: self == oldSelf}]}}",
         "spec.a[]: left to the API server: rule \"self == oldSelf\": it needs the keys of a list that are "
         "not "
         "described"},
        {"a: {type: array, maxItems: 30, items: {type: array, maxItems: 3, items: {type: string}}, "
         "x-kubernetes-validations: [{rule: 'self.all(x, x.all(y, x.all(z, z > y)))'}]}",
         "spec.a: left to the API server: rule \"self.all(x, x.all(y, x.all(z, z > y)))\": it may cost too "
         "much "
         "without limits that are not described"},
        {"a: {type: string, x-kubernetes-validations: [{rule: self != '', reason: Because}]}",
         "spec.a: left to the API server: rule \"self != ''\": its reason is unknown"},
        {"a: {type: string, x-kubernetes-validations: [{rule: \"self == '\\0'\"}]}",
         "spec.a: left to the API server: rule \"self == '?'\": it contains a NUL"}};
    for (const auto& [schema, line] : cases) {
        const kind_model m = read_one(crd_with(schema));
        const std::string header = header_text(m, "ns", "f");
        BOOST_TEST(notes(m, line), (m.notes.empty() ? "no notes" : m.notes.back()));
        BOOST_TEST(!has(header, " rule(\""), header);
        BOOST_TEST(has(header, fmt::format("//   {}\n", line)), header);
    }
    const kind_model none = read_one(
        crd_with("a: {type: string, x-kubernetes-validations: [{rule: self != ''}]}"), {.with_rules = false});
    BOOST_TEST(none.notes == std::vector<std::string>{"spec.a: left to the API server: rule \"self != ''\": "
                                                      "--no-rules"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_of_types_hide_nothing_that_the_header_uses) {
    const auto named = [](std::string_view kind) {
        std::string yaml = crd_with("a: {type: string}");
        yaml.replace(yaml.find("kind: Lamp"), 10, fmt::format("kind: {}", kind));
        return header_of(yaml);
    };
    for (const char* const kind :
         {"Setpoint", "Std", "Object", "Spec", "Status", "Metadata", "Kind", "Self"}) {
        std::string lower = kind;
        lower[0] = static_cast<char>(lower[0] - 'A' + 'a');
        BOOST_TEST(has(named(kind), fmt::format("struct {}_ : setpoint::custom_resource<", lower)),
                   named(kind));
    }
    const std::string list = header_of(crd_with("a: {type: string}", "",
                                                ", map: {type: object, properties: {b: "
                                                "{type: string}}}"));
    BOOST_TEST(has(list, "struct lamp_map {"), list);
    std::string other =
        crd_with("a: {type: string}", "", ", map: {type: object, properties: {b: {type: string}}}");
    other.replace(other.find("kind: Lamp"), 10, "kind: List");
    BOOST_TEST(has(header_of(other), "struct list_map_2 {"), header_of(other));
}

BOOST_AUTO_TEST_CASE(names_that_would_end_a_comment_or_a_path_are_refused) {
    const std::tuple<const char*, const char*, const char*> cases[] = {
        {"kind: Lamp", "kind: \"Lamp\\n#include <x>\"", "spec.names.kind"},
        {"kind: Lamp", "kind: Lamp-post", "spec.names.kind"},
        {"kind: Lamp", "kind: ../Lamp", "spec.names.kind"},
        {"plural: lamps", "plural: \"a\\nb\"", "spec.names.plural"},
        {"group: test.example.com", "group: \"a.b\\nc\"", "spec.group"},
        {"name: v1", "name: \"v1\\n\"", "spec.versions"}};
    for (const auto& [was, becomes, where] : cases) {
        std::string yaml = crd_with("a: {type: string}");
        yaml.replace(yaml.find(was), std::string_view(was).size(), becomes);
        BOOST_TEST(has(refusal(yaml), where), refusal(yaml));
    }
}

BOOST_AUTO_TEST_CASE(what_a_compiler_would_refuse_is_left_to_the_server) {
    const std::pair<const char*, const char*> cases[] = {
        {"a: {type: string, pattern: '(?=x)'}",
         "spec.a: left to the API server: a pattern that is no regular"},
        {"a: {type: string, pattern: '['}", "spec.a: left to the API server: a pattern that is no regular"},
        {"a: {x-kubernetes-int-or-string: true, pattern: '\\1'}", ""},
        {"a: {type: string, enum: [\"a\\0b\"]}", "spec.a: left to the API server: enum with a NUL in a text"},
        {"a: [type]", "spec.a: left out: its schema is not a map"},
        {"a: 5", "spec.a: left out: its schema is not a map"},
        {"a: {type: array, items: [{type: string}]}",
         "spec.a: kept as JSON: the schema of its items is missing"}};
    for (const auto& [schema, begin] : cases) {
        const kind_model m = read_one(crd_with(schema));
        if (*begin)
            BOOST_TEST((!m.notes.empty() && m.notes.front().starts_with(begin)),
                       schema << ": " << (m.notes.empty() ? "no notes" : m.notes.front()));
        for (const char* const attribute : {"pattern(", "one_of("})
            BOOST_TEST(!has(header_text(m, "ns", ""), attribute), schema);
    }
    // Limits that are no whole numbers, or none that a value meets.
    BOOST_TEST(
        has(header_of(crd_with("a: {type: integer, minimum: 0.5, maximum: 2.5}")), "minimum(1), maximum(2)"));
    BOOST_TEST(
        has(header_of(crd_with("a: {type: string, minLength: 1.5, maxLength: 1e300}")), R"("a", ""));)"));
    BOOST_TEST(has(header_of(crd_with("a: {type: string, maxLength: -1}")), R"("a", ""));)"));
    BOOST_TEST(has(header_of(crd_with("a: {type: string, minLength: 5, maxLength: 2}")), R"("a", ""));)"));
}

BOOST_AUTO_TEST_CASE(a_default_of_another_type_or_outside_of_its_limits_is_no_key) {
    const auto header_with = [](std::string_view key) {
        return header_of(
            crd_with(fmt::format("a: {{type: array, x-kubernetes-list-type: map, "
                                 "x-kubernetes-list-map-keys: [k], items: {{type: object, "
                                 "properties: {{k: {}}}}}}}",
                                 key)));
    };
    for (const char* const good :
         {"{type: integer, format: int32, default: 80}", "{type: string, default: a, enum: [a, b]}",
          "{type: boolean, default: true}"})
        BOOST_TEST(has(header_with(good), R"(list_map("k"))"), header_with(good));
    for (const char* const bad :
         {"{type: integer, default: x}", "{type: integer, format: int32, default: 5000000000}",
          "{type: integer, default: 1, minimum: 2}", "{type: string, default: 1}",
          "{type: boolean, default: x}", "{type: string, default: c, enum: [a, b]}",
          "{type: string, default: a, pattern: '^b$'}", "{type: string, default: abc, maxLength: 2}"})
        BOOST_TEST(!has(header_with(bad), "list_map("), header_with(bad));
}

BOOST_AUTO_TEST_CASE(an_object_with_thousands_of_fields_is_json) {
    std::string fields;
    for (int i = 0; i < 10'000; ++i) fields += fmt::format("f{}: {{type: string}}, ", i);
    const kind_model m =
        read_one(crd_with(fmt::format("a: {{type: string}}, b: {{type: object, properties: "
                                      "{{{}}}}}",
                                      fields)));
    BOOST_TEST(notes(m, "spec.b: kept as JSON: it has 10000 fields, more than 256"));
    BOOST_TEST(has(header_text(m, "ns", ""), "std::optional<boost::json::object> b{};"));
    // The spec itself.
    const kind_model whole = read_one(crd_with(fields));
    BOOST_TEST(notes(whole, "spec: kept as JSON: it has 10000 fields, more than 256"));
    BOOST_TEST(!whole.is_custom_resource);
}

BOOST_AUTO_TEST_CASE(more_values_than_an_enum_has_stay_a_text) {
    std::string values;
    for (int i = 0; i < 257; ++i) values += fmt::format("v{}, ", i);
    describe_request r;
    r.as_enums = true;
    const kind_model m = read_one(crd_with("a: {type: string, enum: [" + values + "]}"), r);
    BOOST_TEST(m.enums.empty());
    BOOST_TEST(notes(m, "spec.a: left to the API server: enum of 257 values (one_of takes 16)"));
}

BOOST_AUTO_TEST_CASE(a_schema_that_is_too_deep_ends_in_json) {
    // The YAML reader has a limit of its own, so the schema is made of parts.
    bj::value document = json::parse_yaml(crd_with("a: {type: string}"), "test").value();
    bj::value deep{{"type", "string"}};
    for (int i = 0; i < 40; ++i) deep = {{"type", "object"}, {"properties", {{"a", deep}}}};
    document.at_pointer("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a") = deep;
    const auto all = read_definitions({document}, {}, "test");
    BOOST_REQUIRE(all.has_value());
    BOOST_TEST(all->front().notes.size() == 1u);
    BOOST_TEST(all->front().notes.front().ends_with("kept as JSON: deeper than 32 fields"),
               all->front().notes.front());
}

BOOST_AUTO_TEST_CASE(a_kind_has_its_names_scope_and_columns) {
    const std::string made = header_of(crd_with(
        "size: {type: integer}, mode: {type: string}",
        "additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size, priority: 1}, {name: "
        "Bad, type: "
        "integer, jsonPath: .spec.mode}, {name: Age, type: date, jsonPath: .metadata.creationTimestamp}]"));
    for (const char* const part :
         {"struct lamp : setpoint::custom_resource<lamp_spec> {",
          R"(custom_kind("test.example.com", "v1", "Lamp", ""))", R"(.plural("lamps"))", ".cluster_scoped()",
          ".external()", R"(.column("Size", "integer", ".spec.size", "", 1))",
          R"(.column("Age", "date", ".metadata.creationTimestamp");)"})
        BOOST_TEST(has(made, part), part << " is missing in\n" << made);
    BOOST_TEST(!has(made, ".column(\"Bad\""), made);
    BOOST_TEST(has(made, "//   column \"Bad\": left out: .spec.mode is no integer"), made);
    const kind_model m = read_one(crd_with("labels: {type: object, additionalProperties: {type: string}}",
                                           "selectableFields: [{jsonPath: .spec.labels}]\n    subresources: "
                                           "{scale: {specReplicasPath: .spec.replicas, "
                                           "statusReplicasPath: .status.replicas}}"));
    BOOST_TEST(notes(m, "selectable field .spec.labels: left out: no text, number or flag"));
    BOOST_TEST(notes(m, "scale: left out: its paths do not lead to two numbers and a text"));
    BOOST_TEST(m.selectable.empty());
    BOOST_TEST(m.scale_spec.empty());
}

BOOST_AUTO_TEST_CASE(a_status_without_subresource_is_a_part_of_the_object) {
    const std::string status = ", status: {type: object, properties: {ready: {type: boolean}}}";
    const std::string with = header_of(crd_with("a: {type: string}", "subresources: {status: {}}", status));
    BOOST_TEST(has(with, "struct lamp : setpoint::custom_resource<lamp_spec, lamp_status> {"), with);
    const std::string required = header_of(crd_with("a: {type: string}", "subresources: {status: {}}",
                                                    ", status: {type: object, required: [b], properties: {b: "
                                                    "{type: array, items: {type: object, required: [c], "
                                                    "properties: {c: {type: string}}}}}}"));
    BOOST_TEST(has(required, R"(field(&self::b, "b", ""));)"), required);
    BOOST_TEST(has(required, R"(field(&self::c, "c", "", required));)"), required);
    const std::string without = header_of(crd_with("a: {type: string}", "", status));
    BOOST_TEST(has(without, "struct lamp {\n    setpoint::object_meta metadata{};\n"), without);
    BOOST_TEST(has(without, "setpoint::boxed<lamp_status> status_{};"), without);
    const std::string other = header_of(crd_with("a: {type: string}", "", ", data: {type: string}"));
    BOOST_TEST(
        has(other,
            "std::optional<setpoint::interned_string> data{};\n    setpoint::boxed<lamp_spec> spec{};"),
        other);
}

BOOST_AUTO_TEST_CASE(a_version_can_be_chosen) {
    const std::string two =
        crd_with("a: {type: string}") +
        "  - {name: v2, served: true, storage: false, deprecated: true, schema: {openAPIV3Schema: {type: "
        "object, properties: {spec: {type: object}}}}}\n";
    BOOST_TEST(read_one(two).version == "v1");
    describe_request r;
    r.version = "v2";
    const kind_model m = read_one(two, r);
    BOOST_TEST(m.version == "v2");
    BOOST_TEST(m.deprecated);
    BOOST_TEST(default_namespace(m) == "test_v2");
    kind_model keyword = m;
    keyword.group = "class.example.com";
    BOOST_TEST(default_namespace(keyword) == "class_v2");  // two underscores in a row are reserved
    BOOST_TEST(header_name(m) == "lamp.hpp");
    r.version = "v3";
    BOOST_TEST(refusal(two, r) == "lamp.yaml: Lamp has no version v3; its versions are: v1, v2");
}

BOOST_AUTO_TEST_CASE(a_file_without_a_usable_definition_is_refused_with_its_reason) {
    BOOST_TEST(refusal("kind: Deployment\n") ==
               "lamp.yaml: there is no CustomResourceDefinition in it, but: Deployment");
    BOOST_TEST(refusal("") == "lamp.yaml: there is no CustomResourceDefinition in it");
    describe_request r;
    r.kind = "Lamb";
    BOOST_TEST(refusal(crd_with(""), r) == "lamp.yaml: it does not define Lamb; its kinds are: Lamp");
    std::string old = crd_with("");
    old.replace(old.find("/v1"), 3, "/v1beta1");
    BOOST_TEST(refusal(old) ==
               "lamp.yaml: CustomResourceDefinition is read in apiextensions.k8s.io/v1 only, not in "
               "apiextensions.k8s.io/v1beta1");
    std::string bare = crd_with("");
    bare.replace(bare.find("test.example.com\n  scope"), 16, "test");
    BOOST_TEST(refusal(bare) == "lamp.yaml: spec.group \"test\" is no domain such as example.com");
    std::string unserved = crd_with("");
    unserved.replace(unserved.find("served: true"), 12, "served: false");
    BOOST_TEST(refusal(unserved) == "lamp.yaml: Lamp has no version that is served; its versions are: v1");
}

BOOST_AUTO_TEST_CASE(definitions_in_a_list_are_found) {
    std::string list = "kind: List\nitems:\n- ";
    for (const char c : crd_with("a: {type: string}")) {
        list += c;
        if (c == '\n') list += "  ";
    }
    BOOST_TEST(read_one(list).kind == "Lamp");
}

BOOST_AUTO_TEST_CASE(no_line_is_longer_than_the_longest_word_needs) {
    std::string words;
    for (int i = 0; i < 24; ++i) words += "letters ";
    const std::string made = header_of(crd_with("a: {type: string, description: '" + words + "'}"));
    std::size_t longest = 0, begin = 0;
    for (std::size_t end; (end = made.find('\n', begin)) != std::string::npos; begin = end + 1)
        longest = std::max(longest, end - begin);
    BOOST_TEST(longest <= 110u, made);
}

BOOST_AUTO_TEST_SUITE_END()
