// The parts of a run that decide: which fault is due, who leads, what is written too often, what is held.
#include "testkit/story/fault_schedule.hpp"
#include "testkit/story/lease_holders.hpp"
#include "testkit/story/write_log.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(run_parts_test)

namespace {

sim::story_point request_to(verb op, const std::string& text) {
    sim::story_point s;
    s.p.op = op;
    s.p.text = text;
    s.p.key = {"default", "a"};
    return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(faults_happen_at_their_points_one_after_another) {
    const story::story_plan plan = story::parse_plan("P1@create a#1 + P4@update a#1");
    story::fault_schedule schedule(&plan);
    BOOST_TEST(schedule.due(request_to(verb::update, "update a#1")) == nullptr);  // comes too early
    const story::fault* const first = schedule.due(request_to(verb::create, "create a#1"));
    BOOST_REQUIRE(first);
    BOOST_TEST(first->name == "P1");
    BOOST_TEST(schedule.due(request_to(verb::create, "create a#1")) == nullptr);
    BOOST_TEST(schedule.begun() == 1u);
    const story::fault* const second = schedule.due(request_to(verb::update, "update a#1"));
    BOOST_REQUIRE(second);
    BOOST_TEST(second->name == "P4");
    BOOST_TEST(schedule.begun() == 2u);
    BOOST_TEST(schedule.due(request_to(verb::update, "update a#1")) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_second_fault_that_makes_no_sense_at_its_point_does_not_happen) {
    const story::story_plan plan = story::parse_plan("P1@create a#1 + P4@get a#1");
    story::fault_schedule schedule(&plan);
    BOOST_TEST(schedule.due(request_to(verb::create, "create a#1")) != nullptr);
    BOOST_TEST(schedule.due(request_to(verb::get, "get a#1")) == nullptr);
    BOOST_TEST(schedule.begun() == 1u);
    story::fault_schedule none(nullptr);
    BOOST_TEST(none.due(request_to(verb::create, "create a#1")) == nullptr);
}

BOOST_AUTO_TEST_CASE(what_is_imposed_ends_after_its_times_or_its_time) {
    story::fault_schedule schedule(nullptr);
    const sim::point p = request_to(verb::create, "create a#1").p;
    const time_point begin{};
    sim::effect refusal;
    refusal.status = 403;
    schedule.impose(1, [](const sim::point& q) { return q.op == verb::create; }, refusal);
    BOOST_TEST(!schedule.imposed_on(request_to(verb::get, "get a#1").p, begin).has_value());
    BOOST_TEST(schedule.imposed_on(p, begin)->status == 403);
    BOOST_TEST(!schedule.imposed_on(p, begin).has_value());
    schedule.impose_until(begin + std::chrono::seconds(3), [](const sim::point&) { return true; }, refusal);
    BOOST_TEST(schedule.imposed_on(p, begin).has_value());
    BOOST_TEST(schedule.imposed_on(p, begin + std::chrono::seconds(2)).has_value());
    BOOST_TEST(!schedule.imposed_on(p, begin + std::chrono::seconds(3)).has_value());
}

BOOST_AUTO_TEST_CASE(the_leader_is_the_last_one_that_has_written_its_identity) {
    story::lease_holders leases;
    BOOST_TEST(!leases.leader().has_value());
    BOOST_TEST(leases.note("default/lock", 0, "one"));
    BOOST_TEST(!leases.note("default/lock", 0, "one"));
    BOOST_TEST(!leases.note("default/lock", 0, ""));
    BOOST_TEST(leases.leader().value() == 0u);
    BOOST_TEST(leases.note("default/lock", 1, "two"));
    BOOST_TEST(leases.leader().value() == 1u);
}

BOOST_AUTO_TEST_CASE(writes_are_too_many_only_after_the_end_of_the_story) {
    story::write_log log(3);
    const auto write = [&](int n) {
        return log.add(request_to(verb::update, "update a#" + std::to_string(n)).p);
    };
    for (int i = 1; i < 10; ++i) BOOST_TEST(write(i) == "");
    log.story_ends();
    for (int i = 10; i < 13; ++i) BOOST_TEST(write(i) == "");
    BOOST_TEST(write(13) == "4 writes after the story's end, the last one update a#13");
    BOOST_TEST(log.last(2) == "\n    update a#12\n    update a#13");
    BOOST_TEST(log.record().all.size() == 13u);
}

BOOST_AUTO_TEST_CASE(one_request_again_and_again_is_too_many) {
    story::write_log log(100000);
    log.story_ends();
    std::string why;
    for (int i = 0; i < 101; ++i) why = log.add(request_to(verb::update, "update a#" + std::to_string(i)).p);
    BOOST_TEST(why == "update a#100: 101 times after the story's end");
}

BOOST_AUTO_TEST_SUITE_END()
