// Tokens that a webhook reviews (apiserver, plugin/pkg/authenticator/token/webhook).

#include "apiserver/authentication/webhook_tokens.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <string>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authentication;
using namespace std::chrono_literals;

constexpr wall_time asked_at = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);
const std::vector<std::string> api{"api"};

webhook_tokens made(std::string version = "v1", duration ttl = 2min) {
    return webhook_tokens({.version = std::move(version), .ttl = ttl, .api_audiences = api});
}

token_question about(std::string token, std::vector<std::string> audiences = api) {
    return {.token = setpoint::secret(std::move(token)), .audiences = std::move(audiences)};
}

std::string review(const std::string& status, std::string_view version = "v1") {
    return fmt::format(R"({{"kind":"TokenReview","apiVersion":"authentication.k8s.io/{}","status":{}}})",
                       version, status);
}

const std::string jane = R"({"authenticated":true,"user":{"username":"jane","uid":"7","groups":["g"],)"
                         R"("extra":{"k":["v"]}}})";

verdict ask(const webhook_tokens& w, const std::string& token, wall_time now = asked_at,
            const std::vector<std::string>& audiences = api) {
    return w.authenticate({.token = token, .now = now, .audiences = &audiences});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(webhook_token_reviews)

BOOST_AUTO_TEST_CASE(unknown_token_is_a_question) {
    const webhook_tokens w = made();
    const verdict v = ask(w, "t");
    BOOST_REQUIRE(v.question);
    BOOST_TEST(v.question->token.reveal() == "t");
    BOOST_TEST(w.review_of(*v.question) ==
               R"({"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","metadata":{},)"
               R"("spec":{"token":"t","audiences":["api"]},"status":{"user":{}}})");
}

BOOST_AUTO_TEST_CASE(review_names_the_user) {
    const webhook_tokens w = made();
    const auto v = w.read_review(review(jane), about("t"));
    BOOST_REQUIRE(v.has_value());
    BOOST_TEST(v->user->name == "jane");
    BOOST_TEST(v->user->uid == "7");
    BOOST_TEST(v->user->groups.at(0) == "g");
    BOOST_TEST(v->user->extra.at("k").at(0) == "v");
    BOOST_TEST(v->audiences == api, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(refusals_say_why) {
    const webhook_tokens w = made();
    const auto v = w.read_review(review(R"({"error":"too old"})"), about("t"));
    BOOST_TEST(v->error_text() == "too old");
    const auto silent = w.read_review(review("{}"), about("t"));
    BOOST_TEST(!silent->is_authenticated());
    BOOST_TEST(!silent->is_refused());
}

BOOST_AUTO_TEST_CASE(audiences_must_meet) {
    const webhook_tokens w = made();
    const std::string vault = R"({"authenticated":true,"audiences":["vault"],"user":{"username":"jane"}})";
    BOOST_TEST(!w.read_review(review(vault), about("t"))->is_authenticated());
    BOOST_TEST(w.read_review(review(vault), about("t", {"x", "vault"}))->audiences.at(0) == "vault");
    // Without audiences it is meant for this server.
    BOOST_TEST(!w.read_review(review(jane), about("t", {"vault"}))->is_authenticated());
}

BOOST_AUTO_TEST_CASE(malformed_answers_are_errors) {
    const webhook_tokens w = made();
    for (const std::string& bad : {std::string(), std::string("{}"), std::string("[]"), std::string("<html>"),
                                   review(jane, "v1beta1"), std::string(100, '[')})
        BOOST_TEST(!w.read_review(bad, about("t")), bad);
    BOOST_TEST(made("v1beta1").read_review(review(jane, "v1beta1"), about("t")).has_value());
    BOOST_TEST(!webhook_tokens::check_version("v2"));
}

BOOST_AUTO_TEST_CASE(answers_are_kept_for_their_time) {
    webhook_tokens w = made();
    w.keep(about("t"), *w.read_review(review(jane), about("t")), asked_at);
    w.keep(about("bad"), *w.read_review(review("{}"), about("bad")), asked_at);
    BOOST_TEST(ask(w, "t").user->name == "jane");
    BOOST_TEST(!ask(w, "bad").question);
    BOOST_TEST(!!ask(w, "t", asked_at + 2min).question);
    BOOST_TEST(!!ask(w, "other").question);
    const std::vector<std::string> others{"vault"};
    BOOST_TEST(!!ask(w, "t", asked_at, others).question);
}

BOOST_AUTO_TEST_CASE(errors_are_not_kept) {
    webhook_tokens w = made();
    w.keep(about("t"), verdict::refused("no connection"), asked_at);
    BOOST_TEST(w.size() == 0);
    webhook_tokens off = made("v1", 0s);
    off.keep(about("t"), *off.read_review(review(jane), about("t")), asked_at);
    BOOST_TEST(!!ask(off, "t").question);
}

BOOST_AUTO_TEST_CASE(oldest_answers_make_room) {
    webhook_tokens w = made();
    for (std::size_t i = 0; i <= webhook_tokens::most_answers; ++i)
        w.keep(about(std::to_string(i)), verdict(), asked_at);
    BOOST_TEST(w.size() == webhook_tokens::most_answers);
    BOOST_TEST(!!ask(w, "0").question);
    BOOST_TEST(!ask(w, "1").question);
}

BOOST_AUTO_TEST_CASE(answer_belongs_to_its_token) {
    const webhook_tokens w = made();
    const token_answers answers{
        {std::make_shared<const token_question>(about("t")), verdict::refused("too old")}};
    const auto with = [&](const char* token) {
        return w.authenticate({.token = token, .now = asked_at, .audiences = &api, .answers = &answers});
    };
    BOOST_TEST(with("t").error_text() == "too old");
    BOOST_TEST(!!with("other").question);
}

BOOST_AUTO_TEST_SUITE_END()
