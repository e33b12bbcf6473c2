// Values of secrets do not get into a recording, however their text is split.
#include "framework/recording/secret_text.hpp"

#include "framework/core/base64.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <vector>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(secret_text_test)

namespace {

const secret key("a key of the test");
const std::string hidden = base64_encode("hunter2 is the password");
const std::string object =
    R"({"kind":"Secret","metadata":{"name":"a","annotations":{"kubectl.kubernetes.io/last-applied-configuration":"{)"
    "hunter2"
    R"(}"}},"data":{"password":")" +
    hidden + R"(","again":")" + hidden + R"("}})";

struct taken {
    std::string real, recorded;
    std::uint64_t values = 0;
    bool is_safe = true;
};

taken take(std::string_view target, const std::vector<std::string>& pieces) {
    secret_text s(target, key);
    taken out;
    for (const std::string& one : pieces) {
        const auto shown = s.take(one);
        if (shown.withheld) continue;
        out.real += shown.real;
        out.recorded += shown.recorded;
        out.values += shown.values;
        out.is_safe = out.is_safe && shown.is_safe;
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_of_a_secret_are_replaced_wherever_the_body_is_split) {
    for (std::size_t at = 1; at < object.size(); ++at) {
        const taken t = take("/api/v1/namespaces/x/secrets/a", {object.substr(0, at), object.substr(at), ""});
        BOOST_TEST(t.real == object);
        BOOST_TEST(t.values == 3u);
        BOOST_TEST(t.is_safe);
        BOOST_TEST(t.recorded.find(hidden) == std::string::npos);
        BOOST_TEST(t.recorded.find("hunter2") == std::string::npos);
    }
    const auto v = boost::json::parse(take("/api/v1/namespaces/x/secrets/a", {object, ""}).recorded);
    const std::string shown = *base64_decode(v.at("data").at("password").as_string());
    BOOST_TEST(shown.starts_with("<secret: 23 bytes, "));
    BOOST_TEST(v.at("data").at("again").as_string() == v.at("data").at("password").as_string());
}

BOOST_AUTO_TEST_CASE(events_of_a_watch_are_passed_on_in_whole_lines) {
    const std::string line = R"({"type":"ADDED","object":)" + object + "}\n";
    const std::string both = line + line;
    for (std::size_t at = 1; at < both.size(); ++at) {
        const taken t = take("/api/v1/secrets?watch=1", {both.substr(0, at), both.substr(at), ""});
        BOOST_TEST(t.real == both);
        BOOST_TEST(t.values == 6u);
        BOOST_TEST(t.recorded.find(hidden) == std::string::npos);
        BOOST_TEST(std::count(t.recorded.begin(), t.recorded.end(), '\n') == 2);
    }
}

BOOST_AUTO_TEST_CASE(lists_and_tokens_have_values_too) {
    BOOST_TEST(take("/api/v1/secrets?limit=500", {R"({"items":[)" + object + "]}", ""}).values == 3u);
    const taken t =
        take("/api/v1/namespaces/x/serviceaccounts/y/token", {R"({"status":{"token":"abc"}})", ""});
    BOOST_TEST(t.recorded.find("abc") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_status_that_quotes_a_value_is_replaced) {
    const std::string refusal =
        R"({"kind":"Status","reason":"Invalid","message":"data[a]: Invalid value: \"hunter2\"","details":)"
        R"({"causes":[{"field":"data[a]","message":"Invalid value: \"hunter2\""}]},"code":422})";
    const taken t = take("/api/v1/namespaces/x/secrets/a", {refusal, ""});
    BOOST_TEST(t.real == refusal);
    BOOST_TEST(t.values == 2u);
    BOOST_TEST(t.recorded.find("hunter2") == std::string::npos);
    BOOST_TEST(t.recorded.find(R"("field":"data[a]")") != std::string::npos);
    const taken late =
        take("/api/v1/secrets?watch=1", {R"({"type":"ERROR","object":)" + refusal + "}\n", ""});
    BOOST_TEST(late.recorded.find("hunter2") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(pieces_pass_directly_after_the_recording_has_ended) {
    secret_text s("/api/v1/namespaces/x/secrets/a", key);
    BOOST_TEST(s.take("{\"kind\":").withheld);
    s.pass_on();
    BOOST_TEST(s.take("\"Secret\"").real == "{\"kind\":\"Secret\"");
    BOOST_TEST(s.take("}").real == "}");
    BOOST_TEST(s.take("").real == "");
}

BOOST_AUTO_TEST_CASE(other_kinds_pass_as_they_are) {
    for (const char* target : {"/api/v1/namespaces/x/configmaps/secrets", "/apis/shop.example/v1/secrets"}) {
        const taken t = take(target, {"{\"data\":", "1}", ""});
        BOOST_TEST(t.values == 0u);
        BOOST_TEST(t.recorded == "{\"data\":1}");
    }
}

BOOST_AUTO_TEST_CASE(a_text_that_cannot_be_taken_apart_is_not_recorded) {
    const taken t = take("/api/v1/secrets?watch=1", {"this is not JSON: hunter2\n", ""});
    BOOST_TEST(!t.is_safe);
    BOOST_TEST(t.recorded.find("hunter2") == std::string::npos);
    BOOST_TEST(!take("/api/v1/secrets", {"bad gateway", ""}).is_safe);
}

BOOST_AUTO_TEST_SUITE_END()
