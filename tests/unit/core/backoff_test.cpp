#include "setpoint/core/backoff.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(backoff_test)

BOOST_AUTO_TEST_CASE(delays_grow_by_the_factor_up_to_the_cap) {
    struct row {
        backoff_policy policy;
        std::vector<duration> delays;
    };
    const std::vector<row> rows{
        {{.base = 5ms, .factor = 2, .cap = 50ms}, {5ms, 10ms, 20ms, 40ms, 50ms, 50ms}},
        {{.base = 800ms, .factor = 2, .cap = 30s}, {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30s}},
        {{.base = 100ms, .factor = 1.5, .cap = 1h}, {100ms, 150ms, 225ms}},
        {{.base = 1s, .factor = 1, .cap = 10s}, {1s, 1s, 1s}},
        {{.base = 10s, .factor = 2, .cap = 1s}, {1s, 1s}},
    };
    random_source random(1);
    for (const row& r : rows) {
        backoff b(r.policy);
        for (unsigned i = 0; i < r.delays.size(); ++i) {
            BOOST_TEST((exponential_delay(r.policy, i) == r.delays[i]));
            BOOST_TEST((b.next(time_point{}, random) == r.delays[i]));
        }
        BOOST_TEST(b.attempts() == r.delays.size());
    }
}

BOOST_AUTO_TEST_CASE(many_attempts_stay_at_the_cap) {
    const backoff_policy policy{.base = 5ms, .factor = 2, .cap = 1000s};
    for (const unsigned attempts : {18U, 63U, 64U, 1'000U, 100'000U, ~0U}) {
        BOOST_TEST((exponential_delay(policy, attempts) == 1000s));
    }
    BOOST_TEST((exponential_delay(policy, 17) == 655'360ms));
}

BOOST_AUTO_TEST_CASE(reset_starts_again_at_the_base) {
    random_source random(1);
    backoff b({.base = 1s, .factor = 3, .cap = 1min});
    b.next(time_point{}, random);
    b.next(time_point{}, random);
    b.reset();
    BOOST_TEST(b.attempts() == 0U);
    BOOST_TEST((b.next(time_point{}, random) == 1s));
}

BOOST_AUTO_TEST_CASE(jitter_only_adds_and_uses_the_whole_range) {
    const backoff_policy policy{.base = 1s, .factor = 1, .cap = 1min, .jitter = 0.5};
    random_source random(7);
    backoff b(policy);
    duration least = 1h, most{};
    for (int i = 0; i < 10'000; ++i) {
        const duration d = b.next(time_point{}, random);
        least = std::min(least, d);
        most = std::max(most, d);
    }
    BOOST_TEST((least >= 1s && least < 1010ms));
    BOOST_TEST((most <= 1500ms && most > 1490ms));
}

BOOST_AUTO_TEST_CASE(jitter_comes_on_top_of_the_cap) {
    random_source random(7);
    backoff b({.base = 10s, .factor = 2, .cap = 10s, .jitter = 1.0});
    duration most{};
    for (int i = 0; i < 1'000; ++i) most = std::max(most, b.next(time_point{}, random));
    BOOST_TEST((most > 19s && most <= 20s));
}

BOOST_AUTO_TEST_CASE(same_seed_gives_the_same_delays_and_no_jitter_draws_nothing) {
    random_source a(9), b(9);
    backoff first(backoff_policy::reflector()), second(backoff_policy::reflector());
    for (int i = 0; i < 20; ++i) BOOST_TEST((first.next(time_point{}, a) == second.next(time_point{}, b)));
    backoff plain({.base = 1s});
    plain.next(time_point{}, a);
    BOOST_TEST(a.next() == b.next());
}

BOOST_AUTO_TEST_CASE(quiet_time_starts_again_at_the_base) {
    random_source random(1);
    backoff b({.base = 1s, .factor = 2, .cap = 1min, .reset_after = 2min});
    time_point now{};
    BOOST_TEST((b.next(now, random) == 1s));
    BOOST_TEST((b.next(now += 119s, random) == 2s));
    BOOST_TEST((b.next(now += 119s, random) == 4s));
    BOOST_TEST((b.next(now += 120s, random) == 1s));
    BOOST_TEST((b.next(now, random) == 2s));
}

BOOST_AUTO_TEST_CASE(without_a_quiet_time_only_reset_starts_again) {
    random_source random(1);
    backoff b({.base = 1s, .factor = 2, .cap = 1min});
    b.next(time_point{}, random);
    BOOST_TEST((b.next(time_point(1000h), random) == 2s));
}

BOOST_AUTO_TEST_CASE(reflector_waits_like_client_go) {
    random_source random(1);
    backoff b(backoff_policy::reflector());
    time_point now(5s);
    duration base = 800ms;
    for (int i = 0; i < 8; ++i) {
        const duration d = b.next(now, random);
        BOOST_TEST((d >= base && d <= 2 * base));
        base = std::min<duration>(2 * base, 30s);
        now += 1s;
    }
    BOOST_TEST((b.next(now + 2min, random) <= 1600ms));
}

BOOST_AUTO_TEST_SUITE_END()
