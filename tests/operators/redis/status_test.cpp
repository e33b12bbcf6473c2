// What the status says, by what the pods look like.
#include "made_up.hpp"

#include <fmt/format.h>

using namespace redis_test;
using ::redis::desired_status;

BOOST_AUTO_TEST_SUITE(redis_status)

namespace {

std::string reasons(const ::redis::redis_status& s) {
    std::string text;
    for (const condition& c : s.conditions)
        text += fmt::format("{}{}={}/{}", text.empty() ? "" : " ", c.type, to_string(c.status), c.reason);
    return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(counts_and_conditions) {
    struct row {
        int num;
        const char* pods;
        int replicas, ready;
        const char* conditions;
    };
    for (const row& r : std::initializer_list<row>{
             {3, "RRR", 3, 3,
              "Available=True/EnoughPodsReady Progressing=False/RolledOut Degraded=False/AsExpected"},
             {3, "RRS", 3, 2,
              "Available=True/EnoughPodsReady Progressing=True/Starting Degraded=False/AsExpected"},
             {3, "", 0, 0,
              "Available=False/TooFewPodsReady Progressing=True/Starting Degraded=False/AsExpected"},
             {1, "S", 1, 0,
              "Available=False/TooFewPodsReady Progressing=True/Starting Degraded=False/AsExpected"},
             {0, "", 0, 0,
              "Available=False/ScaledToZero Progressing=False/RolledOut Degraded=False/AsExpected"},
             {1, "RRD", 2, 1,
              "Available=True/EnoughPodsReady Progressing=True/ScalingIn Degraded=False/AsExpected"},
             {3, "OOD", 2, 2,
              "Available=True/EnoughPodsReady Progressing=True/RollingOut Degraded=False/AsExpected"},
             {2, "RE", 2, 1,
              "Available=True/EnoughPodsReady Progressing=True/Starting Degraded=True/PodEnded"},
             {2, "RF", 1, 1,
              "Available=True/EnoughPodsReady Progressing=True/Starting Degraded=False/AsExpected"}}) {
        const rd self = a_redis(r.num);
        const auto s = desired_status(self, cast_of(self, r.pods), {}, noon);
        BOOST_TEST(s.replicas == r.replicas, r.pods);
        BOOST_TEST(s.ready_replicas == r.ready, r.pods);
        BOOST_TEST(reasons(s) == r.conditions, r.pods << ": " << reasons(s));
    }
}

BOOST_AUTO_TEST_CASE(trouble_is_told_and_nothing_is_said_to_progress) {
    const rd self = a_redis(2);
    const auto s = desired_status(self, cast_of(self, "RF"),
                                  setpoint::problem{"NameTaken", "cache-1 is not ours"}, noon);
    BOOST_TEST(reasons(s) ==
               "Available=True/EnoughPodsReady Progressing=False/NameTaken Degraded=True/NameTaken");
    BOOST_TEST(find_condition(s.conditions, "Degraded")->message == "cache-1 is not ours");
}

BOOST_AUTO_TEST_CASE(a_container_that_cannot_start_is_told) {
    const rd self = a_redis(1);
    pod p = a_pod(self, 0);
    set_ready(p, false);
    container_status& c = p.status.container_statuses.emplace_back();
    c.state.waiting.emplace().reason = "ImagePullBackOff";
    const auto s = desired_status(self, {std::make_shared<const pod>(p)}, {}, noon);
    BOOST_TEST(find_condition(s.conditions, "Degraded")->reason == "ImagePullBackOff");
}

BOOST_AUTO_TEST_CASE(transition_times_stay_while_nothing_changes) {
    rd self = a_redis(1);
    self.status = desired_status(self, cast_of(self, "R"), {}, noon);
    const auto later = desired_status(self, cast_of(self, "S"), {}, noon + 1h);
    BOOST_CHECK(find_condition(later.conditions, "Degraded")->last_transition_time == timestamp::from(noon));
    BOOST_CHECK(find_condition(later.conditions, "Available")->last_transition_time ==
                timestamp::from(noon + 1h));
}

BOOST_AUTO_TEST_CASE(a_deletion_tells_how_many_are_left) {
    const rd self = deleted(a_redis(2));
    const auto s = desired_status(self, cast_of(self, "DD"), {}, noon);
    const condition* c = find_condition(s.conditions, "Progressing");
    BOOST_TEST(c->reason == "Deleting");
    BOOST_TEST(c->message == "2 pods remain.");
    BOOST_TEST(s.replicas == 0);
}

BOOST_AUTO_TEST_SUITE_END()
