#include "apiserver/kinds/field_rules.hpp"

#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/go_types.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace setpoint::apiserver;

namespace {

std::vector<std::string> errors_of(std::string_view type, const char* value, const char* old = nullptr) {
    const bj::value now = bj::parse(value), before = old == nullptr ? bj::value() : bj::parse(old);
    field_errors errors;
    validate_fields(type, now.as_object(), before.if_object(), "spec", errors);
    std::vector<std::string> out;
    for (const field_error& e : errors) out.push_back(e.text());
    return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(field_rules_test)

BOOST_AUTO_TEST_CASE(every_listed_type_and_field_exists) {
    BOOST_TEST(!types_with_rules().empty());
    for (const std::string_view type : types_with_rules()) {
        const go_type* go = find_go_type(type);
        BOOST_REQUIRE_MESSAGE(go != nullptr, type);
        for (const auto& [field, rule] : find_rules(type)->fields) {
            const bool known =
                std::ranges::any_of(go->fields(), [&](const go_field& f) { return f.name == field; });
            BOOST_TEST(known, type << "." << field);
        }
    }
}

BOOST_AUTO_TEST_CASE(errors_follow_the_order_of_the_struct) {
    const std::vector<std::string> expected{
        "spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
        "spec.backoffLimit: Invalid value: -2: must be greater than or equal to 0",
    };
    BOOST_TEST(errors_of("batch.v1.JobSpec",
                         R"({"backoffLimit": -2, "parallelism": -1, "completions": 0})") == expected,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_absent_field_has_no_limits) {
    BOOST_TEST(errors_of("batch.v1.JobSpec", "{}").empty());
    BOOST_TEST(errors_of("batch.v1.JobSpec", R"({"completions": null})").empty());
}

BOOST_AUTO_TEST_CASE(a_type_without_rules_is_not_entered) {
    BOOST_TEST(errors_of("core.v1.Nothing", R"({"parallelism": -1})").empty());
}

BOOST_AUTO_TEST_SUITE_END()
