#include "setpoint/client/status.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;

namespace {

std::string status_body(std::string_view reason, int code, std::string_view more = {}) {
    return fmt::format(
        R"({{"kind":"Status","apiVersion":"v1","metadata":{{}},"status":"Failure","message":"said the server",)"
        R"("reason":"{}","code":{}{}}})",
        reason, code, more);
}

error error_of(int status, std::string_view body) {
    return to_error(parse_status(body), status, "get pods default/web");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(status_test)

BOOST_AUTO_TEST_CASE(code_follows_status_and_reason) {
    struct row {
        int status;
        std::string_view reason;
        errc expected;
    };
    const row rows[] = {
        {400, "BadRequest", errc::invalid},
        {401, "Unauthorized", errc::unauthorized},
        {403, "Forbidden", errc::forbidden},
        {404, "NotFound", errc::not_found},
        {405, "MethodNotAllowed", errc::unsupported},
        {406, "NotAcceptable", errc::unsupported},
        {409, "AlreadyExists", errc::already_exists},
        {409, "Conflict", errc::conflict},
        {410, "Expired", errc::gone},
        {410, "Gone", errc::gone},
        {413, "RequestEntityTooLarge", errc::invalid},
        {415, "UnsupportedMediaType", errc::unsupported},
        {422, "Invalid", errc::invalid},
        {429, "TooManyRequests", errc::too_many_requests},
        {500, "InternalError", errc::server_error},
        {500, "ServerTimeout", errc::server_error},
        {503, "ServiceUnavailable", errc::server_error},
        {504, "Timeout", errc::server_error},
        {302, "", errc::failed},
        {418, "", errc::failed},
    };
    for (const row& r : rows) {
        const error e = error_of(r.status, status_body(r.reason, r.status));
        BOOST_TEST((e.code == r.expected), r.status << " " << r.reason << ": " << to_string(e.code));
        BOOST_TEST(e.http_status == r.status);
        BOOST_TEST(e.reason == r.reason);
        BOOST_TEST(e.server_text == "said the server");
        BOOST_TEST(e.message.starts_with("get pods default/web: "), e.message);
        BOOST_TEST(e.message.find("said the server") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(message_names_call_meaning_status_and_reason) {
    BOOST_TEST(error_of(404, status_body("NotFound", 404)).message ==
               "get pods default/web: not found (404 NotFound)");
    BOOST_TEST(error_of(502, "<html>Bad Gateway</html>").message ==
               "get pods default/web: the server failed (502)");
}

BOOST_AUTO_TEST_CASE(version_too_large_is_recognised_by_its_cause) {
    const error e = error_of(
        504,
        status_body(
            "Timeout", 504,
            R"(,"details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],)"
            R"("retryAfterSeconds":1})"));
    BOOST_TEST((e.code == errc::version_too_large));
    BOOST_TEST((e.retry_after == std::chrono::seconds(1)));
}

BOOST_AUTO_TEST_CASE(a_uid_precondition_is_a_conflict) {
    const std::string causes = R"(,"details":{"causes":[{"reason":"FieldValueInvalid","field":")";
    BOOST_TEST(
        (error_of(422, status_body("Invalid", 422, causes + R"(metadata.uid"}]})")).code == errc::conflict));
    BOOST_TEST(
        (error_of(422, status_body("Invalid", 422, causes + R"(metadata.name"}]})")).code == errc::invalid));
}

BOOST_AUTO_TEST_CASE(a_missing_resource_is_not_a_missing_object) {
    const error e = error_of(404, "404 page not found\n");
    BOOST_TEST((e.code == errc::unsupported));
    BOOST_TEST(e.http_status == 404);
    BOOST_TEST(e.server_text == "404 page not found");
    BOOST_TEST(e.message.find("CRD") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(watch_events_contain_their_own_code) {
    const error e = to_error(parse_status(status_body("Expired", 410)), 0, "watch pods");
    BOOST_TEST((e.code == errc::gone));
    BOOST_TEST(e.http_status == 410);
}

BOOST_AUTO_TEST_CASE(other_bodies_are_quoted_within_bounds) {
    BOOST_TEST(parse_status("").message.empty());
    BOOST_TEST(parse_status("  \n").message.empty());
    BOOST_TEST(parse_status("upstream failed \n").message == "upstream failed");
    BOOST_TEST(parse_status(R"({"kind":"Pod","message":"x"})").reason.empty());
    BOOST_TEST(parse_status(R"({"kind":"Status","message":)").reason.empty());
    const std::string long_one(100'000, 'x');
    BOOST_TEST(parse_status(long_one).message.size() < 300u);
    std::string umlauts;
    while (umlauts.size() < 1000) umlauts += "\xc3\xa4";
    for (const std::string& s : {umlauts, "x" + umlauts}) {
        const std::string cut = parse_status(s).message;
        BOOST_TEST(cut.size() < 300u);
        BOOST_TEST(cut.ends_with("\xc3\xa4..."));
    }
    const error e = error_of(
        422, R"({"kind":"Status","reason":"Invalid","message":")" + std::string(50'000, 'y') + "\"}");
    BOOST_TEST(e.server_text.size() < 5000u);
}

BOOST_AUTO_TEST_SUITE_END()
