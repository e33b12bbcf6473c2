#pragma once
// A reflector machine and a clock, for its tests.

#include "framework/cache/reflector_fsm.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

inline error failure(errc code, std::string message = "it failed") {
    return {code, std::move(message)};
}

struct reflector_fixture {
    using kind = reflector_step::kind;
    using list_decision = reflector_fsm::list_decision;

    explicit reflector_fixture(std::uint64_t seed = 1, bool stream = false)
        : random(seed), fsm("pods", random, stream) {}

    reflector_step step() { return fsm.next(now); }
    // Sleeps if the machine requests it; returns how long.
    duration pass_wait() {
        const reflector_step s = step();
        if (s.what != kind::wait) return duration::zero();
        const duration d = s.until - now;
        now = s.until;
        return d;
    }
    void expect_list(std::string_view version, std::int64_t limit, std::string_view token = "") {
        const reflector_step s = step();
        BOOST_REQUIRE(s.what == kind::list);
        BOOST_TEST(s.resource_version == version);
        BOOST_TEST(s.limit == limit);
        BOOST_TEST(s.continue_token == token);
    }
    void expect_watch(std::string_view version) {
        const reflector_step s = step();
        BOOST_REQUIRE(s.what == kind::watch);
        BOOST_TEST(s.resource_version == version);
    }
    // Lists at `version` and opens the watch.
    void go_live(std::string_view version) {
        pass_wait();
        BOOST_REQUIRE(step().what == kind::list);
        BOOST_REQUIRE(fsm.page_read(version, "") == list_decision::accept);
        BOOST_REQUIRE(step().what == kind::watch);
        fsm.watch_opened(now);
        now += std::chrono::seconds(10);
    }
    std::string lines() {
        std::string all;
        for (const auto& n : fsm.take_notices())
            all += fmt::format("{}: {}\n", setpoint::to_string(n.level), n.text);
        return all;
    }

    time_point now{std::chrono::seconds(100)};
    random_source random;
    reflector_fsm fsm;
};

}}  // namespace setpoint::v0
