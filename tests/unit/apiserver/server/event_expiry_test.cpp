// Events are removed some time after their last write.
#include "apiserver/server/event_expiry.hpp"

#include "../rest/api_fixture.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(expiry_of_events)

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* events = "/api/v1/namespaces/default/events";

struct expiry_fixture : api_fixture {
    expiry_fixture() {
        w->stored.push_back([this](const resource& r, const record_ptr& before, const record_ptr& now) {
            expiry.note(r, before, now);
        });
        tasks.spawn("expiry", expiry.run());
    }
    ~expiry_fixture() {
        w->stored.clear();
        tasks.request_stop();
        l.run_until(l.now());
    }
    void make(const std::string& name) {
        ask("POST", events,
            R"({"metadata":{"name":")" + name +
                R"("},"involvedObject":{"namespace":"default","name":"x"},"reason":"R","type":"Normal"})");
    }
    std::size_t stored() { return w->store.of("events").size(); }

    event_expiry expiry{*w, std::chrono::hours(1)};
    task_scope tasks{l, "tasks"};
};

BOOST_FIXTURE_TEST_CASE(each_is_remembered_once_and_removed_an_hour_after_its_last_write, expiry_fixture) {
    make("a");
    make("b");
    l.run_until(l.now() + std::chrono::minutes(30));
    for (int i = 0; i < 100; ++i)
        ask("PATCH", std::string(events) + "/a", R"({"count":)" + std::to_string(i) + "}", merge_patch);
    BOOST_TEST(expiry.size() == 2U);
    l.run_until(l.now() + std::chrono::minutes(31));
    BOOST_TEST(stored() == 1U);
    BOOST_TEST(expiry.size() == 1U);
    l.run_until(l.now() + std::chrono::minutes(30));
    BOOST_TEST(stored() == 0U);
    BOOST_TEST(expiry.size() == 0U);
}

BOOST_FIXTURE_TEST_CASE(one_that_is_deleted_is_forgotten, expiry_fixture) {
    make("a");
    ask("DELETE", std::string(events) + "/a");
    BOOST_TEST(expiry.size() == 0U);
}

BOOST_FIXTURE_TEST_CASE(many_that_are_due_are_removed_in_several_turns, expiry_fixture) {
    for (int i = 0; i < 200; ++i) make("e" + std::to_string(i));
    turn_counter turns("expiry");
    l.observe(&turns);
    l.run_until(l.now() + std::chrono::hours(2));
    l.observe(nullptr);
    BOOST_TEST(stored() == 0U);
    BOOST_TEST(turns.turns >= 4U);
}

BOOST_AUTO_TEST_SUITE_END()
