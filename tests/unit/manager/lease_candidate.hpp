#pragma once
// A candidate for a Lease with a clock that is a number: no server, no timer.

#include "framework/manager/lease_fsm.hpp"

#include <boost/test/unit_test.hpp>

BOOST_TEST_DONT_PRINT_LOG_VALUE(setpoint::lease_fsm::step::what)
BOOST_TEST_DONT_PRINT_LOG_VALUE(setpoint::lease_record)

namespace setpoint { inline namespace v0 {

inline const wall_time day_one = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);

// One candidate, its clock, and a Lease that it is told about.
struct lease_candidate {
    using what = lease_fsm::step::what;

    explicit lease_candidate(std::string name = "a", std::uint64_t seed = 1)
        : random(seed),
          id(std::move(name)),
          fsm({id, std::chrono::seconds(15), std::chrono::seconds(10), std::chrono::seconds(2)}, random) {}

    time_point now() const { return time_point(at); }
    lease_fsm::step next() { return fsm.next(now(), day_one + wall_offset + at); }
    // next() must be this.
    lease_fsm::step must(what expected) {
        lease_fsm::step s = next();
        BOOST_REQUIRE_MESSAGE(s.is == expected, "at " << std::chrono::duration<double>(at).count()
                                                      << " s: step " << int(s.is) << " instead of "
                                                      << int(expected) << " " << s.why);
        return s;
    }
    // Lets the time pass that it wants to wait; how long that was.
    duration wait() {
        const lease_fsm::step s = must(what::wait);
        const duration d = s.until - now();
        BOOST_TEST((d > duration::zero()));
        at += d;
        return d;
    }
    // Becomes leader of a Lease that is not there.
    void lead() {
        must(what::read);
        fsm.missing(now());
        must(what::create);
        fsm.written();
        BOOST_REQUIRE(fsm.leading(now()));
    }
    void see(const lease_record& r) {
        must(what::read);
        fsm.seen(r, now());
    }

    duration at{0}, wall_offset{0};
    random_source random;
    std::string id;
    lease_fsm fsm;
};

inline lease_record held_by(std::string who, std::int32_t transitions = 3, int renewal = 0,
                            std::int32_t seconds = 15) {
    lease_record r;
    r.holder = std::move(who);
    r.duration_seconds = seconds;
    r.acquired = micro_timestamp::from(day_one);
    r.renewed = micro_timestamp::from(day_one + std::chrono::seconds(renewal));
    r.transitions = transitions;
    return r;
}

}}  // namespace setpoint::v0
