#include "setpoint/webhook/verdict.hpp"

#include "setpoint/json/encode.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

namespace {
const group_version_kind gizmos{"shop.example.com", "v1", "Gizmo"};
}

BOOST_AUTO_TEST_SUITE(verdict_test)

BOOST_AUTO_TEST_CASE(without_errors_it_allows_and_passes_warnings_on) {
    verdict v;
    v.warn("deprecated");
    v.warn(std::string(300, 'x'));
    v.audit("why", "because");
    const admission_response r = v.response(gizmos, "a");
    BOOST_TEST(r.allowed);
    BOOST_TEST(!r.status.has_value());
    BOOST_REQUIRE(r.warnings.size() == 2u);
    BOOST_TEST(r.warnings[0] == "deprecated");
    BOOST_TEST(r.warnings[1].size() == 256u);
    BOOST_TEST(r.audit_annotations.at("why") == "because");
}

BOOST_AUTO_TEST_CASE(errors_of_fields_read_as_the_api_servers) {
    verdict v;
    v.invalid("spec.schedule", "* *", "must have five fields");
    v.invalid("spec.replicas", boost::json::value(-1), "must be positive");
    v.required("spec.image");
    v.forbidden("spec.storage", "may not be changed");
    v.duplicate("spec.parts[1].name", "x");
    v.not_supported("spec.mode", "c", {"a", "b"});
    v.too_long("metadata.name", 52);
    const admission_response r = v.response(gizmos, "a");
    BOOST_TEST(!r.allowed);
    const api_status& s = r.status.value();
    BOOST_TEST(s.code == 422);
    BOOST_TEST(s.reason == "Invalid");
    BOOST_TEST(s.message ==
               "Gizmo.shop.example.com \"a\" is invalid: ["
               "spec.schedule: Invalid value: \"* *\": must have five fields, "
               "spec.replicas: Invalid value: -1: must be positive, "
               "spec.image: Required value, "
               "spec.storage: Forbidden: may not be changed, "
               "spec.parts[1].name: Duplicate value: \"x\", "
               "spec.mode: Unsupported value: \"c\": supported values: \"a\", \"b\", "
               "metadata.name: Too long: may not be more than 52 bytes]");
    BOOST_REQUIRE(s.details.causes.size() == 7u);
    BOOST_TEST(s.details.causes[0].reason == "FieldValueInvalid");
    BOOST_TEST(s.details.causes[0].field_path == "spec.schedule");
    BOOST_TEST(s.details.causes[0].message == "Invalid value: \"* *\": must have five fields");
    BOOST_TEST(s.details.kind == "Gizmo");
    BOOST_TEST(s.details.group == "shop.example.com");
}

BOOST_AUTO_TEST_CASE(a_denial_has_its_own_status_and_names_fields_too) {
    verdict plain;
    plain.deny("not on Fridays");
    plain.deny("not on Saturdays either");  // the first counts
    BOOST_TEST(plain.response(gizmos, "a").status->message == "not on Fridays");
    BOOST_TEST(plain.response(gizmos, "a").status->code == 403);
    BOOST_TEST(plain.response(gizmos, "a").status->reason == "Forbidden");
    verdict both;
    both.deny("too busy", 429);
    both.required("spec.image");
    BOOST_TEST(both.response(gizmos, "a").status->message == "too busy; spec.image: Required value");
    BOOST_TEST(both.response(gizmos, "a").status->code == 429);
}

BOOST_AUTO_TEST_CASE(long_values_are_shortened) {
    verdict v;
    v.invalid("spec", boost::json::value{{"x", std::string(5000, 'y')}}, "too much");
    v.invalid("spec.s", std::string(5000, 'y'), "too much");
    BOOST_TEST(v.response(gizmos, "a").status->message.size() < 2500u);
}

BOOST_AUTO_TEST_CASE(an_invalid_quantity_prints_as_its_text) {
    verdict v;
    v.invalid("spec.size", quantity("10Gi"), "must be at least 20Gi");
    BOOST_REQUIRE(v.fields().size() == 1u);
    BOOST_TEST(v.fields()[0].text() == R"(spec.size: Invalid value: "10Gi": must be at least 20Gi)");
}

BOOST_AUTO_TEST_SUITE_END()
