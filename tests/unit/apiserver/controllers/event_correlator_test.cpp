// Which events of the server's controllers are written, counted, combined and dropped.
#include "apiserver/controllers/event_correlator.hpp"

#include "apiserver/controllers/event_log.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(event_correlator_test)

namespace {

const wall_time wall = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

struct fixture {
    event_correlator events;
    time_point now{1000s};
    int names = 0;

    observed_event observe(std::string message, std::string object = "d",
                           event_type type = event_type::normal) {
        event_note n;
        n.component = "deployment-controller";
        n.about = {"apps/v1", "Deployment", {"default", object}, object + "-uid", "1", ""};
        n.type = type;
        n.reason = "ScalingReplicaSet";
        n.message = std::move(message);
        return events.observe(n, "e" + std::to_string(++names), now, wall);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(equal_events_are_counted, fixture) {
    const observed_event first = observe("a"), other = observe("b"), second = observe("a");
    BOOST_TEST(first.count == 1);
    BOOST_TEST(first.name == "e1");
    BOOST_TEST(other.count == 1);
    BOOST_TEST(second.count == 2);
    BOOST_TEST(second.name == "e1");
    BOOST_TEST(observe("a", "other").count == 1);
}

BOOST_FIXTURE_TEST_CASE(the_tenth_similar_event_is_combined, fixture) {
    for (int i = 1; i <= 9; ++i) BOOST_TEST(!observe("m" + std::to_string(i)).combined);
    const observed_event tenth = observe("m10");
    BOOST_TEST(tenth.combined);
    BOOST_TEST(tenth.count == 1);
    const observed_event eleventh = observe("m11");
    BOOST_TEST(eleventh.combined);
    BOOST_TEST(eleventh.count == 2);
    BOOST_TEST(eleventh.name == tenth.name);
    BOOST_TEST(!observe("m1", "another").combined);
}

BOOST_FIXTURE_TEST_CASE(similar_events_are_separate_after_ten_quiet_minutes, fixture) {
    for (int i = 1; i <= 12; ++i) observe("m" + std::to_string(i));
    now += 10min;
    BOOST_TEST(observe("n1").combined);
    now += 10min + 1s;
    BOOST_TEST(!observe("n2").combined);
}

BOOST_FIXTURE_TEST_CASE(the_26th_event_of_an_object_is_dropped, fixture) {
    for (int i = 0; i < 25; ++i) BOOST_TEST(!observe("same").skip);
    BOOST_TEST(observe("same").skip);
    BOOST_TEST(!observe("same", "d", event_type::warning).skip);
    now += 5min;
    const observed_event later = observe("same");
    BOOST_TEST(!later.skip);
    BOOST_TEST(later.count == 27);  // those that were dropped are counted
    BOOST_TEST(observe("same").skip);
}

BOOST_AUTO_TEST_SUITE_END()
