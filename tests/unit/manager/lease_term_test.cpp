// The term of a leader: how it is kept up, what ends it, and what does not.
#include "lease_candidate.hpp"

#include <functional>

using namespace setpoint;
using namespace std::chrono_literals;
using what = lease_fsm::step::what;

BOOST_AUTO_TEST_SUITE(lease_term_test)

BOOST_AUTO_TEST_CASE(a_leader_renews_every_period_without_reading_first) {
    lease_candidate c;
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
    lease_candidate c;
    c.lead();
    c.wait();
    c.must(what::update);
    const time_point begun = c.now();
    c.at += 3s;
    c.fsm.written();
    BOOST_TEST((c.fsm.deadline() == begun + 10s));
}

BOOST_AUTO_TEST_CASE(a_leader_that_cannot_renew_ends_at_its_deadline_and_not_later) {
    struct row {
        const char* name;
        std::function<void(lease_candidate&)> answer;
    };
    const std::function<void(lease_candidate&)> refused = [](lease_candidate& c) { c.fsm.refused(c.now()); };
    const std::function<void(lease_candidate&)> lost = [](lease_candidate& c) { c.fsm.unanswered(c.now()); };
    const std::function<void(lease_candidate&)> conflict = [](lease_candidate& c) {
        c.fsm.conflicted(c.now());
    };
    const std::function<void(lease_candidate&)> slow = [](lease_candidate& c) {
        c.at += 4s;
        c.fsm.unanswered(c.now());
    };
    for (const row& r :
         {row{"refused", refused}, row{"lost", lost}, row{"conflicts", conflict}, row{"slow", slow}}) {
        BOOST_TEST_CONTEXT(r.name) {
            lease_candidate c;
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
    lease_candidate c;
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
                lease_candidate c;
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
    lease_candidate c;
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
    lease_candidate c;
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
    lease_candidate c;
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

BOOST_AUTO_TEST_CASE(a_leader_puts_its_term_back_over_a_restored_record_of_itself) {
    lease_candidate c;
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

BOOST_AUTO_TEST_CASE(a_term_after_a_lost_one_has_a_number_of_its_own) {
    lease_candidate c;
    c.lead();
    const lease_record ours = *c.fsm.known();
    c.at += 20s;
    c.must(what::lost);
    c.see(ours);
    const auto s = c.must(what::update);
    BOOST_TEST(s.record.transitions == 1);
    BOOST_TEST((s.record.acquired == micro_timestamp::from(day_one + 20s)));
}

BOOST_AUTO_TEST_SUITE_END()
