// Who may read metrics, with an API that answers what the test says, under virtual time.
#include "framework/manager/metrics_auth.hpp"

#include "setpoint/api/authentication_v1.hpp"
#include "setpoint/api/authorization_v1.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

struct guard_world : virtual_world {
    guard_world() : sink(text), log(sink, time), api(l), guard(l, api, log) {
        sink.level = log_level::trace;
        api.on_write = [this](const kind_info& kind, const call& c) -> result<object_ptr> {
            if (failing) return *failing;
            if (kind.gvk.kind == "TokenReview") {
                auto t = std::make_shared<token_review>();
                t->status.emplace();
                const auto token = boost::json::parse(c.body).at("spec").at("token").as_string();
                t->status->authenticated = token != "nobody's";
                t->status->user.username = token == "guest's" ? "guest" : "prometheus";
                t->status->user.uid = "u1";
                t->status->user.groups = {"system:authenticated"};
                t->status->user.extra["k"] = {"v"};
                return t;
            }
            auto s = std::make_shared<subject_access_review>();
            s->status.emplace();
            s->status->allowed = boost::json::parse(c.body).at("spec").at("user").as_string() == "prometheus";
            return s;
        };
    }
    // The status of the answer to a scrape, 200 when it goes on.
    awaitable<int> scrape(std::string authorization) {
        http::server_request r{"GET", "/metrics", {}, ""};
        if (!authorization.empty()) r.headers.push_back({"Authorization", std::move(authorization)});
        const auto no = co_await guard.refusal(r);
        co_return no ? no->status : 200;
    }
    awaitable<void> scrape_into(std::string authorization, std::vector<int>& all) {
        all.push_back(co_await scrape(std::move(authorization)));
    }

    std::ostringstream text;
    text_sink sink;
    logger log;
    fake_client api;
    metrics_auth guard;
    std::optional<error> failing;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(metrics_auth_test)

BOOST_AUTO_TEST_CASE(a_token_of_somebody_who_may_is_let_through_and_the_questions_are_exact) {
    guard_world w;
    w.run([&]() -> awaitable<void> { BOOST_TEST((co_await w.scrape("Bearer good")) == 200); });
    BOOST_REQUIRE(w.api.writes.size() == 2u);
    BOOST_TEST(w.api.asked[0] == "create tokenreviews.authentication.k8s.io");
    BOOST_TEST(w.api.asked[1] == "create subjectaccessreviews.authorization.k8s.io");
    BOOST_TEST(w.api.body(0).at("spec") == boost::json::parse(R"({"token":"good"})"));
    BOOST_TEST(
        w.api.body(1).at("spec") ==
        boost::json::parse(
            R"({"nonResourceAttributes":{"path":"/metrics","verb":"get"},"user":"prometheus","uid":"u1",)"
            R"("groups":["system:authenticated"],"extra":{"k":["v"]}})"));
}

BOOST_AUTO_TEST_CASE(no_token_and_one_of_nobody_are_401_and_one_of_somebody_who_may_not_is_403) {
    guard_world w;
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.scrape("")) == 401);
        BOOST_TEST((co_await w.scrape("Basic YTpi")) == 401);
        BOOST_TEST(w.api.writes.empty());
        BOOST_TEST((co_await w.scrape("Bearer nobody's")) == 401);
        BOOST_TEST(w.api.writes.size() == 1u);
        BOOST_TEST((co_await w.scrape("Bearer guest's")) == 403);
        http::server_request r{"GET", "/metrics", {}, ""};
        const auto no = co_await w.guard.refusal(r);
        BOOST_TEST(http::find_header(no->headers, "WWW-Authenticate") == "Bearer");
    });
    BOOST_TEST(w.text.str().find("nobody's") == std::string::npos);
    BOOST_TEST(w.text.str().find("ERROR") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_verdict_is_asked_for_once_a_minute_and_a_refusal_twice) {
    guard_world w;
    w.run([&]() -> awaitable<void> {
        for (int i = 0; i < 8; ++i) {  // two minutes
            BOOST_TEST((co_await w.scrape("Bearer good")) == 200);
            co_await w.l.sleep(15s);
        }
        BOOST_TEST(w.api.writes.size() == 4u);
        w.api.writes.clear();
        for (int i = 0; i < 8; ++i) {
            BOOST_TEST((co_await w.scrape("Bearer guest's")) == 403);
            co_await w.l.sleep(15s);
        }
        BOOST_TEST(w.api.writes.size() == 8u);
    });
}

BOOST_AUTO_TEST_CASE(requests_with_one_token_at_one_time_are_one_review) {
    guard_world w;
    w.api.delay = 3s;
    std::vector<int> good, bad;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "scrapers");
        for (int i = 0; i < 50; ++i) {
            scope.spawn("good", w.scrape_into("Bearer good", good));
            scope.spawn("bad", w.scrape_into("Bearer nobody's", bad));
        }
        co_await scope.join();
    });
    BOOST_TEST(w.api.writes.size() == 3u);
    BOOST_TEST((good == std::vector<int>(50, 200)));
    BOOST_TEST((bad == std::vector<int>(50, 401)));
}

BOOST_AUTO_TEST_CASE(an_api_that_fails_is_a_500_and_a_line_in_the_log_and_is_asked_again) {
    guard_world w;
    w.failing = error(errc::forbidden, "create tokenreviews");
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.scrape("Bearer good")) == 500);
        BOOST_TEST(w.text.str().find("A request for metrics could not be authorised") != std::string::npos);
        w.failing.reset();
        BOOST_TEST((co_await w.scrape("Bearer good")) == 200);
    });
    BOOST_TEST(w.text.str().find("good") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_api_that_never_answers_is_a_500_after_ten_seconds) {
    guard_world w;
    w.api.delay = 1h;
    w.run([&]() -> awaitable<void> {
        const time_point begin = w.l.now();
        BOOST_TEST((co_await w.scrape("Bearer good")) == 500);
        BOOST_CHECK(w.l.now() - begin == metrics_auth::review_limit);
    });
}

BOOST_AUTO_TEST_CASE(a_review_whose_answer_was_lost_is_made_again) {
    guard_world w;
    int asked = 0;
    const auto answer = w.api.on_write;
    w.api.on_write = [&](const kind_info& kind, const call& c) -> result<object_ptr> {
        if (++asked % 2 == 1) return error(errc::unknown_outcome, "lost");
        return answer(kind, c);
    };
    w.run([&]() -> awaitable<void> { BOOST_TEST((co_await w.scrape("Bearer good")) == 200); });
    BOOST_TEST(asked == 4);
}

BOOST_AUTO_TEST_CASE(who_waited_for_a_review_that_was_cancelled_asks_anew) {
    guard_world w;
    w.api.delay = 3s;
    std::vector<int> first, second;
    w.run([&]() -> awaitable<void> {
        task_scope leader(w.l, "leader"), follower(w.l, "follower");
        leader.spawn("leader", w.scrape_into("Bearer good", first));
        co_await w.l.sleep(1s);
        follower.spawn("follower", w.scrape_into("Bearer good", second));
        co_await w.l.sleep(1s);
        leader.request_stop();
        co_await leader.join();
        co_await follower.join();
    });
    BOOST_TEST(first.empty());
    BOOST_TEST((second == std::vector<int>{200}));
    BOOST_TEST(w.api.writes.size() == 3u);
}

// Whoever reaches the port can send tokens of nobody.
BOOST_AUTO_TEST_CASE(many_unknown_tokens_are_few_reviews_at_a_time_and_hold_up_no_known_one) {
    guard_world w;
    std::vector<int> strangers;
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.scrape("Bearer good")) == 200);
        co_await w.l.sleep(auth_cache::keep_known);
        w.api.writes.clear();
        w.api.delay = 3s;
        task_scope scope(w.l, "strangers");
        for (int i = 0; i < 100; ++i)
            scope.spawn("stranger", w.scrape_into("Bearer unknown" + std::to_string(i), strangers));
        co_await w.l.sleep(1s);
        BOOST_TEST(w.api.writes.size() == metrics_auth::max_reviews);
        BOOST_TEST((co_await w.scrape("Bearer good")) == 200);
        co_await scope.join();
        BOOST_TEST((co_await w.scrape("Bearer another")) == 200);
    });
    BOOST_TEST(std::ranges::count(strangers, 503) == 100 - static_cast<int>(metrics_auth::max_reviews));
}

BOOST_AUTO_TEST_CASE(an_answer_without_a_status_lets_nobody_through) {
    guard_world w;
    w.api.on_write = [](const kind_info&, const call&) -> result<object_ptr> {
        return std::make_shared<token_review>();
    };
    w.run([&]() -> awaitable<void> { BOOST_TEST((co_await w.scrape("Bearer good")) == 500); });
}

BOOST_AUTO_TEST_SUITE_END()
