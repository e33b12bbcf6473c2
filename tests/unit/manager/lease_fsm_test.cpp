// The decisions of a candidate, by inputs and outputs: no server, no timer, a clock that is a number.
#include "manager/lease_fsm.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>

using namespace setpoint;
using namespace std::chrono_literals;
using what = lease_fsm::step::what;

BOOST_TEST_DONT_PRINT_LOG_VALUE(lease_fsm::step::what)
BOOST_TEST_DONT_PRINT_LOG_VALUE(lease_record)

namespace {

const wall_time day_one = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);

// One candidate, its clock, and a Lease that it is told about.
struct candidate {
    explicit candidate(std::string name = "a", std::uint64_t seed = 1)
        : random(seed), id(std::move(name)), fsm({id, 15s, 10s, 2s}, random) {}

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

lease_record held_by(std::string who, std::int32_t transitions = 3, int renewal = 0,
                     std::int32_t seconds = 15) {
    lease_record r;
    r.holder = std::move(who);
    r.duration_seconds = seconds;
    r.acquired = micro_timestamp::from(day_one);
    r.renewed = micro_timestamp::from(day_one + std::chrono::seconds(renewal));
    r.transitions = transitions;
    return r;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lease_fsm_test)

BOOST_AUTO_TEST_CASE(a_lease_that_is_not_there_is_created_with_ones_own_name) {
    candidate c;
    c.must(what::read);
    c.fsm.missing(c.now());
    const auto s = c.must(what::create);
    BOOST_TEST(s.record.holder == "a");
    BOOST_TEST(s.record.duration_seconds == 15);
    BOOST_TEST(s.record.transitions == 0);
    BOOST_TEST((s.record.acquired == micro_timestamp::from(day_one)));
    BOOST_TEST(!c.fsm.leading(c.now()));
    c.fsm.written();
    BOOST_TEST(c.fsm.leading(c.now()));
}

BOOST_AUTO_TEST_CASE(a_leader_renews_every_period_without_reading_first) {
    candidate c;
    c.lead();
    for (int i = 0; i < 5; ++i) {
        BOOST_TEST((c.wait() == 2s));
        const auto s = c.must(what::update);
        BOOST_TEST((s.record.acquired == micro_timestamp::from(day_one)));
        BOOST_TEST((s.record.renewed == micro_timestamp::from(day_one + c.at)));
        BOOST_TEST(s.record.transitions == 0);
        c.fsm.written();
    }
}

BOOST_AUTO_TEST_CASE(the_term_counts_from_the_beginning_of_the_renewal_not_from_its_answer) {
    candidate c;
    c.lead();
    c.wait();
    c.must(what::update);
    const time_point begun = c.now();
    c.at += 3s;
    c.fsm.written();
    BOOST_TEST((c.fsm.deadline() == begun + 10s));
}

BOOST_AUTO_TEST_CASE(a_standby_waits_until_the_record_it_saw_has_not_changed_for_its_duration) {
    struct row {
        const char* name;
        lease_record seen;
        duration expires;
    };
    for (const row& r :
         {row{"like ours", held_by("b"), 15s}, row{"a longer one", held_by("b", 3, 0, 60), 60s},
          row{"a shorter one", held_by("b", 3, 0, 5), 5s}, row{"none given", held_by("b", 3, 0, 0), 15s}}) {
        BOOST_TEST_CONTEXT(r.name) {
            candidate c;
            c.see(r.seen);
            while (c.now() < time_point(r.expires)) {
                const duration waited = c.wait();
                BOOST_TEST((waited <= 2.4s));
                if (c.now() < time_point(r.expires)) c.see(r.seen);
            }
            BOOST_TEST((c.at == r.expires));
            // Straight away, on the version that it holds.
            const auto s = c.must(what::update);
            BOOST_TEST(s.record.transitions == 4);
            c.fsm.written();
            BOOST_TEST(c.fsm.leading(c.now()));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_record_that_changes_is_alive_whatever_its_clock_says) {
    // The holder's clock is a year behind, or ahead; only that it changes counts.
    for (const duration off : {duration(-365 * 24h), duration(0), duration(365 * 24h)}) {
        candidate c;
        c.wall_offset = off;
        for (int i = 0; i < 40; ++i) {
            c.see(held_by("b", 3, i));
            c.wait();
        }
        const duration last = c.at;
        c.see(held_by("b", 3, 100));
        while (true) {
            c.wait();
            if (c.next().is != what::read) break;
            c.fsm.seen(held_by("b", 3, 100), c.now());
        }
        BOOST_TEST((c.at == last + 15s));
    }
}

BOOST_AUTO_TEST_CASE(waits_between_looks_are_spread_over_one_to_one_point_two_periods) {
    duration least = 1h, most = 0s;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        candidate c("a", seed);
        c.see(held_by("b"));
        const duration d = c.wait();
        least = std::min(least, d);
        most = std::max(most, d);
    }
    BOOST_TEST((least >= 2s && least < 2.1s));
    BOOST_TEST((most <= 2.4s && most > 2.3s));
}

BOOST_AUTO_TEST_CASE(a_lease_that_was_given_back_is_taken_at_once) {
    candidate c;
    c.see(held_by("b"));
    c.wait();
    lease_record back = held_by("", 3, 5, 1);
    c.see(back);
    const auto s = c.must(what::update);
    BOOST_TEST(s.record.transitions == 4);
    BOOST_TEST(s.record.holder == "a");
}

BOOST_AUTO_TEST_CASE(a_hint_makes_a_standby_read_at_once_and_changes_nothing_else) {
    candidate c;
    c.see(held_by("b"));
    c.at += 500ms;
    c.must(what::wait);
    c.fsm.look_now(c.now());
    // Held as before: the hint was wrong, and its holder is waited for no longer than without it.
    c.see(held_by("b"));
    BOOST_TEST((c.wait() >= 2s));
    c.fsm.look_now(c.now());
    lease_record free = held_by("", 3, 1, 1);
    c.see(free);
    c.must(what::update);
    c.fsm.written();
    // A leader asks nobody.
    BOOST_TEST(c.fsm.leading(c.now()));
    c.fsm.look_now(c.now());
    BOOST_TEST((c.wait() == 2s));
    c.must(what::update);
}

BOOST_AUTO_TEST_CASE(who_comes_second_reads_and_waits) {
    candidate c;
    c.must(what::read);
    c.fsm.missing(c.now());
    c.must(what::create);
    c.fsm.conflicted(c.now());
    c.see(held_by("b", 0));
    BOOST_TEST(!c.fsm.leading(c.now()));
    BOOST_TEST((c.wait() >= 2s));
}

BOOST_AUTO_TEST_CASE(a_leader_that_cannot_renew_ends_at_its_deadline_and_not_later) {
    struct row {
        const char* name;
        std::function<void(candidate&)> answer;
    };
    const std::function<void(candidate&)> refused = [](candidate& c) { c.fsm.refused(c.now()); };
    const std::function<void(candidate&)> lost = [](candidate& c) { c.fsm.unanswered(c.now()); };
    const std::function<void(candidate&)> conflict = [](candidate& c) { c.fsm.conflicted(c.now()); };
    const std::function<void(candidate&)> slow = [](candidate& c) {
        c.at += 4s;
        c.fsm.unanswered(c.now());
    };
    for (const row& r :
         {row{"refused", refused}, row{"lost", lost}, row{"conflicts", conflict}, row{"slow", slow}}) {
        BOOST_TEST_CONTEXT(r.name) {
            candidate c;
            c.lead();
            int writes = 0, reads = 0;
            for (int i = 0;; ++i) {
                BOOST_REQUIRE(i < 100);
                const auto s = c.next();
                if (s.is == what::lost) break;
                BOOST_TEST(c.fsm.leading(c.now()));
                if (s.is == what::wait) {
                    BOOST_TEST((s.until <= time_point(10s)));
                    c.at = s.until.time_since_epoch();
                } else if (s.is == what::read) {
                    ++reads;
                    BOOST_TEST((s.until == time_point(10s)));
                    c.fsm.read_failed(c.now());
                } else {
                    ++writes;
                    BOOST_TEST((s.until == time_point(10s)));
                    r.answer(c);
                }
            }
            BOOST_TEST(writes >= 1);
            BOOST_TEST(writes + reads >= 3);
            BOOST_TEST((c.at >= 10s));
            BOOST_TEST(!c.fsm.leading(c.now()));
            // And goes on as a standby, which looks first.
            c.must(what::read);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_leader_that_was_stopped_has_lost_when_it_wakes) {
    candidate c;
    c.lead();
    c.at += 30s;
    BOOST_TEST(!c.fsm.leading(c.now()));
    c.must(what::lost);
    c.see(held_by("b", 1));
    c.must(what::wait);
}

BOOST_AUTO_TEST_CASE(a_lost_answer_is_resolved_by_reading) {
    for (const bool arrived : {true, false}) {
        for (const bool leader : {true, false}) {
            BOOST_TEST_CONTEXT("arrived " << arrived << ", leader " << leader) {
                candidate c;
                lease_record before = held_by("", 7, 0, 1);
                if (leader) {
                    c.lead();
                    before = *c.fsm.known();
                    c.wait();
                } else {
                    c.see(before);
                }
                const auto s = c.must(what::update);
                const time_point begun = c.now();
                c.at += 1s;
                c.fsm.unanswered(c.now());
                c.see(arrived ? s.record : before);
                if (arrived) {
                    // It is in there: the term counts from when it was sent.
                    BOOST_TEST(c.fsm.leading(c.now()));
                    BOOST_TEST((c.fsm.deadline() == begun + 10s));
                    c.must(what::wait);
                } else {
                    BOOST_TEST(c.fsm.leading(c.now()) == leader);
                    if (leader) BOOST_TEST((c.fsm.deadline() == time_point(10s)));
                    c.must(what::update);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_conflict_that_was_no_take_over_does_not_end_the_term) {
    candidate c;
    c.lead();
    const lease_record ours = *c.fsm.known();
    c.wait();
    c.must(what::update);
    c.fsm.conflicted(c.now());  // somebody put a label on it
    c.see(ours);
    c.must(what::update);
    c.fsm.conflicted(c.now());  // and another one: not at once any more
    BOOST_TEST((c.wait() >= 2s));
    c.see(ours);
    c.must(what::update);
    c.fsm.written();
    BOOST_TEST(c.fsm.leading(c.now()));
}

BOOST_AUTO_TEST_CASE(another_holder_ends_the_term_at_once) {
    candidate c;
    c.lead();
    c.wait();
    c.must(what::update);
    c.fsm.conflicted(c.now());
    c.see(held_by("b", 1));
    BOOST_TEST(!c.fsm.leading(c.now()));
    BOOST_TEST(c.must(what::lost).why == "b holds the lease");
    const duration seen = c.at;
    c.see(held_by("b", 1));
    while (c.next().is == what::wait) {
        c.wait();
        if (c.at < seen + 15s) c.see(held_by("b", 1));
    }
    BOOST_TEST((c.at == seen + 15s));
    BOOST_TEST(c.must(what::update).record.transitions == 2);
}

BOOST_AUTO_TEST_CASE(a_deleted_lease_is_made_anew_by_its_leader_in_the_same_term) {
    candidate c;
    c.see(held_by("", 7, 0, 1));
    c.must(what::update);
    c.fsm.written();
    c.wait();
    c.must(what::update);
    c.fsm.missing(c.now());
    BOOST_TEST(c.fsm.leading(c.now()));
    const auto s = c.must(what::create);
    BOOST_TEST(s.record.transitions == 8);
    BOOST_TEST((s.record.acquired == micro_timestamp::from(day_one)));
    c.fsm.written();
    BOOST_TEST((c.fsm.deadline() == c.now() + 10s));
}

BOOST_AUTO_TEST_CASE(a_deleted_lease_is_not_taken_before_its_holder_must_have_stopped) {
    candidate c;
    c.see(held_by("b"));
    c.wait();
    int looks = 0;
    while (c.next().is == what::read) {
        ++looks;
        c.fsm.missing(c.now());
        c.wait();
    }
    BOOST_TEST((c.at == 15s));
    BOOST_TEST(looks > 3);
    BOOST_TEST(c.must(what::create).record.transitions == 4);
}

BOOST_AUTO_TEST_CASE(a_lease_restored_from_a_backup_is_not_taken_for_one_given_back) {
    // At transition 3 it was free; 4 is the term of b, which leads still when the backup comes.
    candidate c;
    c.see(held_by("b", 4));
    c.wait();
    const lease_record old = held_by("", 3, 0, 1);
    while (c.at < 15s) {
        c.see(old);
        c.wait();
    }
    BOOST_TEST((c.at == 15s));
    BOOST_TEST(c.must(what::update).record.transitions == 5);
}

BOOST_AUTO_TEST_CASE(a_leader_puts_its_term_back_over_a_restored_record_of_itself) {
    candidate c;
    c.see(held_by("", 4, 0, 1));
    c.must(what::update);
    c.fsm.written();
    c.wait();
    c.must(what::update);
    c.fsm.conflicted(c.now());
    c.see(held_by("", 4, 0, 1));
    BOOST_TEST(c.fsm.leading(c.now()));
    BOOST_TEST(c.must(what::update).record.transitions == 5);
    c.fsm.conflicted(c.now());
    c.wait();
    c.see(held_by("c", 5));
    c.must(what::lost);
}

BOOST_AUTO_TEST_CASE(giving_back_names_nobody_for_one_second_and_keeps_the_count) {
    candidate c;
    c.see(held_by("", 7, 0, 1));
    c.must(what::update);
    c.fsm.written();
    c.at += 500ms;
    c.fsm.release();
    const auto s = c.must(what::update);
    BOOST_TEST(s.record.holder == "");
    BOOST_TEST(s.record.duration_seconds == 1);
    BOOST_TEST(s.record.transitions == 8);
    BOOST_TEST(!c.fsm.leading(c.now()));
    c.fsm.written();
    c.must(what::released);
}

// Somebody answers every write with a conflict, or keeps rewriting a Lease that is free.
BOOST_AUTO_TEST_CASE(a_free_lease_that_cannot_be_taken_is_not_asked_for_without_a_pause) {
    candidate c;
    lease_record given_back = held_by("", 5);
    int writes = 0;
    while (c.at < 60s) {
        const auto s = c.next();
        if (s.is == what::wait) {
            c.at = std::min(s.until - time_point(), duration(60s));
            continue;
        }
        c.at += 1ms;
        if (s.is == what::read) {
            given_back.renewed = micro_timestamp::from(day_one + c.at);
            c.fsm.seen(given_back, c.now());
            continue;
        }
        BOOST_REQUIRE((s.is == what::update));
        ++writes;
        c.fsm.conflicted(c.now());
    }
    BOOST_TEST(writes >= 20);
    BOOST_TEST(writes <= 33);
}

BOOST_AUTO_TEST_CASE(the_count_of_transitions_never_becomes_negative) {
    candidate c;
    c.see(held_by("", std::numeric_limits<std::int32_t>::max()));
    BOOST_TEST(c.must(what::update).record.transitions == 0);
    c.fsm.written();
    BOOST_TEST(c.fsm.leading(c.now()));
}

BOOST_AUTO_TEST_CASE(giving_back_survives_conflicts_and_lost_answers) {
    for (const bool arrived : {true, false}) {
        candidate c;
        c.lead();
        const lease_record ours = *c.fsm.known();
        c.fsm.release();
        c.must(what::update);
        c.fsm.conflicted(c.now());
        c.see(ours);
        const auto s = c.must(what::update);
        c.fsm.unanswered(c.now());
        c.see(arrived ? s.record : ours);
        if (!arrived) {
            c.must(what::update);
            c.fsm.refused(c.now());
            BOOST_TEST((c.wait() <= 300ms));
            c.see(ours);
            c.must(what::update);
            c.fsm.written();
        }
        c.must(what::released);
    }
}

BOOST_AUTO_TEST_CASE(nothing_is_given_back_that_is_not_held) {
    candidate fresh;
    fresh.fsm.release();
    fresh.must(what::released);
    candidate standby;
    standby.see(held_by("b"));
    standby.fsm.release();
    standby.must(what::released);
    candidate overtaken;
    overtaken.lead();
    overtaken.fsm.release();
    overtaken.must(what::update);
    overtaken.fsm.conflicted(overtaken.now());
    overtaken.see(held_by("b", 1));
    overtaken.must(what::released);
}

BOOST_AUTO_TEST_CASE(a_lease_that_was_perhaps_taken_when_the_stop_came_is_looked_up_and_given_back) {
    for (const bool arrived : {true, false}) {
        candidate c;
        c.see(held_by("", 2, 0, 1));
        const auto s = c.must(what::update);  // cancelled: no answer
        c.fsm.release();
        c.see(arrived ? s.record : held_by("", 2, 0, 1));
        BOOST_TEST(!c.fsm.leading(c.now()));
        if (arrived) {
            BOOST_TEST(c.must(what::update).record.holder == "");
            c.fsm.written();
        }
        c.must(what::released);
    }
}

BOOST_AUTO_TEST_CASE(a_term_after_a_lost_one_has_a_number_of_its_own) {
    candidate c;
    c.lead();
    const lease_record ours = *c.fsm.known();
    c.at += 20s;
    c.must(what::lost);
    c.see(ours);
    const auto s = c.must(what::update);
    BOOST_TEST(s.record.transitions == 1);
    BOOST_TEST((s.record.acquired == micro_timestamp::from(day_one + 20s)));
}

// Two candidates, one Lease, every interleaving that a seed makes up: lost answers, requests that are not
// delivered, pauses. Never do two of them lead at one time.
BOOST_AUTO_TEST_CASE(no_two_lead_at_once_whatever_happens_to_their_requests) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        random_source fate(seed);
        candidate both[2] = {candidate("a", seed), candidate("b", seed + 1000)};
        std::optional<lease_record> stored;
        int version = 0, held[2] = {-1, -1};
        int terms = 0;
        bool led[2] = {false, false};
        for (duration now{0}; now < 5min; now += 50ms) {
            for (std::size_t i = 0; i < 2; ++i) {
                candidate& c = both[i];
                c.at = now;
                if (fate.below(400) == 0) continue;
                const auto s = c.next();
                const bool delivered = fate.below(4) != 0, answered = delivered && fate.below(4) != 0;
                if (s.is == what::read && !answered) {
                    c.fsm.read_failed(c.now());
                } else if (s.is == what::read) {
                    held[i] = version;
                    if (stored)
                        c.fsm.seen(*stored, c.now());
                    else
                        c.fsm.missing(c.now());
                } else if (s.is == what::create || s.is == what::update) {
                    const bool fits = s.is == what::create ? !stored : stored && held[i] == version;
                    if (delivered && fits) {
                        stored = s.record;
                        ++version;
                    }
                    if (!answered) {
                        c.fsm.unanswered(c.now());
                    } else if (fits) {
                        held[i] = version;
                        c.fsm.written();
                    } else {
                        c.fsm.conflicted(c.now());
                    }
                }
                const bool leads = c.fsm.leading(c.now());
                terms += leads && !led[i] ? 1 : 0;
                led[i] = leads;
            }
            BOOST_REQUIRE_MESSAGE(
                !(both[0].fsm.leading(time_point(now)) && both[1].fsm.leading(time_point(now))),
                "seed " << seed << ": both lead");
        }
        BOOST_TEST(terms >= 1);
    }
}

BOOST_AUTO_TEST_SUITE_END()
