#include "framework/client/retry.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

error answered(int status, std::optional<std::chrono::seconds> after = {}) {
    error e(status >= 500 ? errc::server_error : errc::too_many_requests, "x");
    e.http_status = status;
    e.retry_after = after;
    return e;
}

error status_of(error e) {
    e.reason = "ServiceUnavailable";
    return e;
}

call make_call(verb op) {
    call c;
    c.op = op;
    c.resource = {"", "v1", "pods"};
    c.key = {"default", "web"};
    return c;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retry_test)

BOOST_AUTO_TEST_CASE(only_safe_calls_are_retried) {
    struct row {
        error why;
        bool read, write;
    };
    const row rows[] = {
        {answered(429, 1s), true, true},
        {status_of(answered(503, 1s)), true, true},
        {answered(503, 1s), true, false},  // of a gateway, which may have passed the request on
        {answered(500, 1s), true, false},
        {answered(502, 1s), true, false},
        {answered(504, 1s), true, false},
        {answered(429), false, false},
        {answered(500), false, false},
        {answered(503), false, false},
        {answered(409, 1s), false, false},
        {answered(404, 1s), false, false},
        {error(errc::connection_lost, "x"), true, false},
        {error(errc::unreachable, "x"), false, false},
        {error(errc::timeout, "x"), false, false},
        {error(errc::bad_data, "x"), false, false},
        {error(errc::too_large, "x"), false, false},
    };
    for (const row& r : rows) {
        random_source random(1);
        BOOST_TEST(retry_policy(false, never).next(r.why, time_point(), random).has_value() == r.read,
                   "read " << r.why.http_status << " " << to_string(r.why.code));
        BOOST_TEST(retry_policy(true, never).next(r.why, time_point(), random).has_value() == r.write,
                   "write " << r.why.http_status << " " << to_string(r.why.code));
    }
}

BOOST_AUTO_TEST_CASE(retry_after_is_honoured_and_jitter_only_adds) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        random_source random(seed);
        retry_policy p(true, never);
        const duration three = p.next(answered(429, 3s), time_point(), random).value();
        BOOST_TEST((three >= 3s && three <= 3s * 1.2));
    }
}

// A server that answers "now" each time, or one second each time, is still asked less and less
// often.
BOOST_AUTO_TEST_CASE(a_missing_or_short_retry_after_grows_with_each_response) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        random_source random(seed);
        retry_policy at_once(false, never), again(true, never);
        for (const duration least : {100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5000ms, 5000ms}) {
            const duration zero = at_once.next(answered(503, 0s), time_point(), random).value();
            BOOST_TEST((zero >= least && zero <= least * 1.2), zero.count());
            const duration one = again.next(answered(429, 1s), time_point(), random).value();
            BOOST_TEST((one >= std::max<duration>(least, 1s) && one <= std::max<duration>(least, 1s) * 1.2),
                       one.count());
        }
    }
}

BOOST_AUTO_TEST_CASE(lost_connections_back_off) {
    random_source random(1);
    retry_policy p(false, never);
    time_point now{};
    for (const duration least : {200ms, 400ms, 800ms, 1600ms}) {
        const duration wait = p.next(error(errc::connection_lost, "x"), now, random).value();
        BOOST_TEST((wait >= least && wait <= least * 1.5), wait.count());
        now += wait;
    }
}

BOOST_AUTO_TEST_CASE(gives_up_after_ten_retries) {
    random_source random(1);
    retry_policy p(true, never);
    for (unsigned i = 0; i < retry_policy::max_retries; ++i)
        BOOST_TEST(p.next(answered(429, 1s), time_point(), random).has_value());
    BOOST_TEST(!p.next(answered(429, 1s), time_point(), random).has_value());
}

BOOST_AUTO_TEST_CASE(gives_up_at_once_when_the_next_attempt_would_come_after_the_deadline) {
    random_source random(1);
    const time_point due = time_point() + 60s;
    BOOST_TEST(!retry_policy(true, due).next(answered(429, 60s), time_point(), random).has_value());
    BOOST_TEST(retry_policy(true, due).next(answered(429, 45s), time_point(), random).has_value());
    BOOST_TEST(!retry_policy(true, due).next(answered(429, 45s), time_point() + 30s, random).has_value());
}

BOOST_AUTO_TEST_CASE(a_write_that_may_have_been_executed_has_an_unknown_outcome) {
    const call write = make_call(verb::patch);
    const attempt_state sent{true, 0}, not_sent{false, 0};
    const auto code = [&write](error e, const attempt_state& s) {
        return outcome_of(write, std::move(e), s).code;
    };
    BOOST_TEST((code(error(errc::connection_lost, "x"), sent) == errc::unknown_outcome));
    BOOST_TEST((code(error(errc::timeout, "x"), sent) == errc::unknown_outcome));
    BOOST_TEST((code(error(errc::bad_data, "x"), sent) == errc::unknown_outcome));
    BOOST_TEST((code(error(errc::too_large, "x"), sent) == errc::unknown_outcome));
    BOOST_TEST((code(error(errc::unreachable, "x"), sent) == errc::unreachable));
    BOOST_TEST((code(error(errc::timeout, "x"), not_sent) == errc::timeout));
    for (const int status : {500, 502, 504, 503})
        BOOST_TEST((code(answered(status), not_sent) == errc::unknown_outcome), status);
    // 503 with Retry-After: the server has not started. 501 and 505: it never will.
    BOOST_TEST((code(status_of(answered(503, 1s)), not_sent) == errc::server_error));
    BOOST_TEST((code(answered(503, 1s), not_sent) == errc::unknown_outcome));
    BOOST_TEST((code(answered(501), not_sent) == errc::server_error));
    BOOST_TEST((code(answered(429, 1s), not_sent) == errc::too_many_requests));

    const error kept = outcome_of(write, answered(500), not_sent);
    BOOST_TEST(kept.http_status == 500);
    BOOST_TEST(kept.message == "x; it is unknown whether it was executed");
}

BOOST_AUTO_TEST_CASE(an_executed_write_is_reported_as_executed) {
    const call write = make_call(verb::patch);
    const attempt_state done{true, 201};
    const error garbage = outcome_of(write, error(errc::bad_data, "no JSON"), done);
    BOOST_TEST((garbage.code == errc::bad_data));
    BOOST_TEST(garbage.http_status == 201);
    BOOST_TEST(garbage.message == "no JSON; it was executed (201), but its response is unusable");
    BOOST_TEST((outcome_of(write, error(errc::connection_lost, "x"), done).code == errc::unknown_outcome));
    BOOST_TEST((outcome_of(write, error(errc::timeout, "x"), done).code == errc::unknown_outcome));
}

BOOST_AUTO_TEST_CASE(reads_and_dry_runs_never_have_an_unknown_outcome) {
    call dry = make_call(verb::create);
    dry.dry_run = "All";
    for (const call& c : {make_call(verb::get), make_call(verb::list), dry}) {
        for (const errc code : {errc::connection_lost, errc::timeout, errc::bad_data, errc::server_error}) {
            const error e = outcome_of(c, error(code, "x"), {true, 0});
            BOOST_TEST((e.code == code));
            BOOST_TEST(e.message == "x");
        }
    }
}

BOOST_AUTO_TEST_CASE(retry_after_takes_seconds_only) {
    BOOST_TEST((parse_retry_after("7").value() == 7s));
    BOOST_TEST((parse_retry_after("0").value() == 0s));
    for (const char* bad : {"", " 7", "7s", "-1", "99999999999", "Wed, 21 Oct 2026 07:28:00 GMT"})
        BOOST_TEST(!parse_retry_after(bad).has_value(), bad);
}

BOOST_AUTO_TEST_SUITE_END()
