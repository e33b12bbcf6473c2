#include "unit/apiserver/schema/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

std::string status_text(const api_error& e) {
    return bj::serialize(e.to_status());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(api_error_test)

BOOST_AUTO_TEST_CASE(statuses_equal_those_of_kube_apiserver) {
    const std::string begin =
        R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":)";
    const group_resource pods{"", "pods"}, deployments{"apps", "deployments"};
    const std::pair<api_error, std::string> rows[] = {
        {object_not_found(pods, "x"),
         R"("pods \"x\" not found","reason":"NotFound","details":{"name":"x","kind":"pods"},"code":404})"},
        {object_not_found(deployments, "x"),
         R"("deployments.apps \"x\" not found","reason":"NotFound","details":{"name":"x","group":"apps","kind":"deployments"},"code":404})"},
        {already_exists(deployments, "x"),
         R"("deployments.apps \"x\" already exists","reason":"AlreadyExists","details":{"name":"x","group":"apps","kind":"deployments"},"code":409})"},
        {conflict(pods, "x", "why"),
         R"("Operation cannot be fulfilled on pods \"x\": why","reason":"Conflict","details":{"name":"x","kind":"pods"},"code":409})"},
        {forbidden_error(pods, "x", "why"),
         R"("pods \"x\" is forbidden: why","reason":"Forbidden","details":{"name":"x","kind":"pods"},"code":403})"},
        {forbidden_error(pods, "", "why"),
         R"("pods is forbidden: why","reason":"Forbidden","details":{"kind":"pods"},"code":403})"},
        {bad_request("why"), R"("why","reason":"BadRequest","code":400})"},
        {expired("why"), R"("why","reason":"Expired","code":410})"},
        {internal("why"),
         R"("Internal error occurred: why","reason":"InternalError","details":{"causes":[{"message":"why"}]},"code":500})"},
        {too_large("limit is 5"),
         R"("Request entity too large: limit is 5","reason":"RequestEntityTooLarge","code":413})"},
        {method_not_allowed(pods, "create"),
         R"("create is not supported on resources of kind \"pods\"","reason":"MethodNotAllowed","details":{"kind":"pods"},"code":405})"},
        {version_too_large(10, 5),
         R"("Timeout: Too large resource version: 10, current: 5","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1},"code":504})"},
        {generate_name_conflict(pods, "x"),
         R"("pods \"x\" already exists, the server was not able to generate a unique name for the object","reason":"AlreadyExists","details":{"name":"x","kind":"pods","retryAfterSeconds":1},"code":409})"},
    };
    for (const auto& [error, rest] : rows) BOOST_TEST(status_text(error) == begin + rest);
}

BOOST_AUTO_TEST_CASE(invalid_fields_are_listed_with_causes) {
    field_errors errors;
    invalid(errors, "spec.replicas", bj::value(-1), "must be greater than or equal to 0");
    const group_kind kind{"apps", "Deployment"};
    BOOST_TEST(
        invalid_object(kind, "a", errors).message ==
        R"(Deployment.apps "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0)");
    errors.push_back(errors.front());
    BOOST_TEST(
        invalid_object(kind, "a", errors).message ==
        R"(Deployment.apps "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0)");
    required(errors, "spec.selector");
    forbidden(errors, "", "no");
    const api_error e = invalid_object(kind, "a", errors);
    BOOST_TEST(
        e.message ==
        R"(Deployment.apps "a" is invalid: [spec.replicas: Invalid value: -1: must be greater than or equal to 0, spec.selector: Required value, <nil>: Forbidden: no])");
    BOOST_TEST(
        bj::serialize(e.details) ==
        R"({"name":"a","group":"apps","kind":"Deployment","causes":[{"reason":"FieldValueInvalid","message":"Invalid value: -1: must be greater than or equal to 0","field":"spec.replicas"},{"reason":"FieldValueInvalid","message":"Invalid value: -1: must be greater than or equal to 0","field":"spec.replicas"},{"reason":"FieldValueRequired","message":"Required value","field":"spec.selector"},{"reason":"FieldValueForbidden","message":"Forbidden: no","field":"<nil>"}]})");
}

BOOST_AUTO_TEST_CASE(values_are_printed_as_by_kube_apiserver) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"("a\"b\n")", R"("a\"b\n")"},
        {"5", "5"},
        {"-1.5", "-1.5"},
        {"1e30", "1e+30"},
        {"1e6", "1e+06"},
        {"123456.5", "123456.5"},
        {"0.00001", "1e-05"},
        {"18446744073709551615", "1.8446744073709552e+19"},
        {"[1e6,1e21,0.00001,1e-7]", "[1000000,1e+21,0.00001,1e-7]"},
        {"null", "null"},
        {"true", "true"},
        {R"({"b":1,"a":["<x>"]})", R"({"a":["\u003cx\u003e"],"b":1})"},
        {"[]", "[]"},
    };
    for (const auto& [value, text] : rows) {
        field_errors errors;
        invalid(errors, "f", json(value), "");
        BOOST_TEST(errors[0].text() == "f: Invalid value: " + std::string(text));
    }
}

BOOST_AUTO_TEST_CASE(limit_errors_have_the_messages_of_kube_apiserver) {
    field_errors errors;
    too_long(errors, "a", 1);
    too_long(errors, "a", 63);
    too_many(errors, "b", 3, 2);
    too_many(errors, "b", 3, 1);
    not_supported(errors, "c", bj::value("x"), {"a", "b"});
    duplicate(errors, "d", bj::value("x"));
    const std::vector<std::string> expected{
        "a: Too long: may not be more than 1 byte",
        "a: Too long: may not be more than 63 bytes",
        "b: Too many: 3: must have at most 2 items",
        "b: Too many: 3: must have at most 1 item",
        R"(c: Unsupported value: "x": supported values: "a", "b")",
        R"(d: Duplicate value: "x")",
    };
    for (std::size_t i = 0; i < expected.size(); ++i) BOOST_TEST(errors[i].text() == expected[i]);
}

BOOST_AUTO_TEST_CASE(conflicts_of_apply_name_managers_and_fields) {
    const std::vector<field_error> causes{
        {field_error::kind::invalid, ".spec.replicas", "", R"(conflict with "kubectl" using apps/v1)"}};
    const api_error e = apply_conflicts(causes, "Apply failed with 1 conflict");
    BOOST_TEST(e.code == 409);
    BOOST_TEST(
        bj::serialize(e.details) ==
        R"({"causes":[{"reason":"FieldManagerConflict","message":"conflict with \"kubectl\" using apps/v1","field":".spec.replicas"}]})");
}

BOOST_AUTO_TEST_SUITE_END()
