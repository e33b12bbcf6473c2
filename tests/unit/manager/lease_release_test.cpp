// How a Lease is given back when its holder stops.
#include "lease_candidate.hpp"

using namespace setpoint;
using namespace std::chrono_literals;
using what = lease_fsm::step::what;

BOOST_AUTO_TEST_SUITE(lease_release_test)

BOOST_AUTO_TEST_CASE(giving_back_names_nobody_for_one_second_and_keeps_the_count) {
    lease_candidate c;
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

BOOST_AUTO_TEST_CASE(giving_back_survives_conflicts_and_lost_answers) {
    for (const bool arrived : {true, false}) {
        lease_candidate c;
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
    lease_candidate fresh;
    fresh.fsm.release();
    fresh.must(what::released);
    lease_candidate standby;
    standby.see(held_by("b"));
    standby.fsm.release();
    standby.must(what::released);
    lease_candidate overtaken;
    overtaken.lead();
    overtaken.fsm.release();
    overtaken.must(what::update);
    overtaken.fsm.conflicted(overtaken.now());
    overtaken.see(held_by("b", 1));
    overtaken.must(what::released);
}

BOOST_AUTO_TEST_CASE(a_lease_that_was_perhaps_taken_when_the_stop_came_is_looked_up_and_given_back) {
    for (const bool arrived : {true, false}) {
        lease_candidate c;
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

BOOST_AUTO_TEST_SUITE_END()
