#include "framework/client/cause_text.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(cause_text_test)

BOOST_AUTO_TEST_CASE(a_cause_is_split_into_kind_value_and_detail) {
    struct row {
        std::string_view message, what, value, detail;
    };
    for (const row& r : {
             row{"Forbidden: no, never", "Forbidden", "", "no, never"},
             row{"Required value", "Required value", "", ""},
             row{"Required value: name it", "Required value", "", "name it"},
             row{"Invalid value: -1: must be positive", "Invalid value", "-1", "must be positive"},
             row{"Invalid value: null: field is immutable", "Invalid value", "null", "field is immutable"},
             row{R"(Invalid value: "a: b": must be: short)", "Invalid value", R"("a: b")", "must be: short"},
             row{R"(Invalid value: "a\": b": x)", "Invalid value", R"("a\": b")", "x"},
             row{R"(Invalid value: {"a": {"b": "}: "}}: x)", "Invalid value", R"({"a": {"b": "}: "}})", "x"},
             row{R"(Invalid value: core.Spec{A:[]string{"x", "y"}, B: 1}: x)", "Invalid value",
                 R"(core.Spec{A:[]string{"x", "y"}, B: 1})", "x"},
             row{R"(Duplicate value: "a")", "Duplicate value", R"("a")", ""},
             row{R"(Unsupported value: "x": supported values: "A", "B")", "Unsupported value", R"("x")",
                 R"(supported values: "A", "B")"},
             // The value is omitted.
             row{"Invalid value: field is immutable", "Invalid value", "", "field is immutable"},
             row{"Invalid value: ", "Invalid value", "", ""},
             row{R"(Invalid value: "never ends: field is immutable)", "Invalid value",
                 R"("never ends: field is immutable)", ""},
             row{"Invalid values are refused", "", "", "Invalid values are refused"},
             row{"said a webhook", "", "", "said a webhook"},
             row{"", "", "", ""},
         }) {
        const cause_parts p = split_cause(r.message);
        BOOST_TEST_CONTEXT(r.message) {
            BOOST_TEST(p.what == r.what);
            BOOST_TEST(p.value == r.value);
            BOOST_TEST(p.detail == r.detail);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_short_cause_has_no_template_and_no_difference) {
    const std::string dump = R"({"metadata":{"labels":{"a":")" + std::string(1500, 'x') + R"("}}})";
    BOOST_TEST(short_cause("Invalid value: " + dump + ": field is immutable") ==
               "Invalid value: ...: field is immutable");
    BOOST_TEST(short_cause("Forbidden: spec is immutable after creation\n@@ -1 +1 @@\n-secret") ==
               "Forbidden: spec is immutable after creation");
    BOOST_TEST(short_cause("Invalid value: -1: must be positive") == "Invalid value: -1: must be positive");
    BOOST_TEST(short_cause("Invalid value: " + dump) == "Invalid value: ...");
    const std::string forbidden =
        "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
        "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and "
        "'minReadySeconds' are forbidden";
    BOOST_TEST(short_cause(forbidden) == forbidden);
    BOOST_TEST(short_cause("Forbidden: " + std::string(5000, 'x')).size() <= 256u);
}

BOOST_AUTO_TEST_CASE(a_line_is_split_from_its_field) {
    const auto line = [](std::string field, std::string message) {
        return lines_of_causes({{"", std::move(message), std::move(field)}}, 4096);
    };
    for (const char* field : {"spec", "spec.list[0].a", "metadata.labels[a: b]", "metadata.labels[x\ny]"}) {
        const std::string whole = line(field, "Forbidden: no");
        BOOST_TEST(whole.find('\n') == std::string::npos);
        if (std::string_view(field).find('\n') == std::string_view::npos)
            BOOST_TEST(whole.substr(size_of_field(whole)) == "Forbidden: no");
    }
    BOOST_TEST(size_of_field(line("", "Forbidden: no: never")) == 0u);
    BOOST_TEST(size_of_field(line("", "said a webhook: no")) == 0u);
    BOOST_TEST(line("a", "Forbidden") == "a: Forbidden");
    BOOST_TEST(lines_of_causes({}, 100) == "");
}

BOOST_AUTO_TEST_SUITE_END()
