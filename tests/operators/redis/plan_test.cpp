// What is done about pods, by what they look like.
#include "made_up.hpp"

#include <fmt/format.h>

using namespace redis_test;
using ::redis::make_plan;

BOOST_AUTO_TEST_SUITE(redis_plan)

namespace {

struct row {
    int num;
    const char* pods;
    const char* steps;
};

void check(const rd& self, const row& r) {
    const auto p = make_plan(self, cast_of(self, r.pods), noon);
    BOOST_TEST(in_short(p) == r.steps,
               fmt::format("{} pods of \"{}\": \"{}\", not \"{}\"", r.num, r.pods, in_short(p), r.steps));
}

}  // namespace

BOOST_AUTO_TEST_CASE(missing_pods_are_created_and_the_excess_goes_from_the_highest_index_down) {
    for (const row& r : std::initializer_list<row>{
             {0, "", ""},
             {3, "", "+0 +1 +2"},
             {3, "R.R", "+1"},
             {3, "RRR", ""},
             {3, "RSR", ""},
             {2, "RRRRR", "-4 -3 -2"},
             {0, "RR", "-1 -0"},
             {2, "RRDR", "-3"},    // one is going already
             {2, ".RR", "+0 -2"},  // both at once
             {1, "RE.S", "-3 -1"}  // whatever state they are in
         })
        check(a_redis(r.num), r);
}

BOOST_AUTO_TEST_CASE(a_pod_that_is_going_is_waited_for) {
    for (const row& r : std::initializer_list<row>{{3, "RDR", ""}, {1, "D", ""}, {2, "D.", "+1"}})
        check(a_redis(r.num), r);
}

BOOST_AUTO_TEST_CASE(outdated_pods_are_replaced_one_at_a_time_and_only_while_the_others_are_ready) {
    for (const row& r : std::initializer_list<row>{
             {3, "OOO", "-2"},
             {3, "OOR", "-1"},
             {3, "ORR", "-0"},
             {3, "OOS", ""},    // the new one is not ready yet
             {3, "OOD", ""},    // the old one is not gone yet
             {3, "OO.", "+2"},  // it is gone
             {3, "OOE", "-2"},  // the new one has ended: it is replaced, and nothing else
             {3, "ooo", "-2"},  // none is ready: still one at a time
             {3, "OoO", "-1"},  // the one that is missed least
             {3, "oOR", "-0"},
             {3, "OoS", ""},
             {3, "oRS", ""},
             {1, "O", "-0"},
             {4, "OOR", "+3"},     // scaled out meanwhile: first they are all there
             {2, "OOO", "-2 -1"},  // scaled in meanwhile: the excess is no part of it
             {2, "FO", "-1"},      // what is not ours does not hold it up
             {2, "OL", "~1 -0"}    // changed labels do not, either
         })
        check(a_redis(r.num), r);
}

BOOST_AUTO_TEST_CASE(what_was_changed_is_mended_what_was_released_is_adopted_what_is_foreign_is_left) {
    for (const row& r : std::initializer_list<row>{
             {3, "RLR", "~1"}, {3, "RNR", "=1"}, {3, "RFR", ""}, {3, "F..", "+1 +2"}, {1, "RNF", ""}})
        check(a_redis(r.num), r);
    rd self = a_redis(1);
    pod unlabelled = a_pod(self, 0);
    unlabelled.metadata.owner_references.clear();
    unlabelled.metadata.labels.erase(interned_string("app.kubernetes.io/instance"));
    const auto p = make_plan(self, {std::make_shared<const pod>(unlabelled)}, noon);
    BOOST_TEST(in_short(p) == "");
    BOOST_REQUIRE(p.why);
    BOOST_TEST(p.why->reason == "NameTaken");
    BOOST_TEST(p.why->message == "Pod \"cache-0\" exists and has no controller; it is not taken over");
}

BOOST_AUTO_TEST_CASE(another_image_is_mended_in_place_and_other_changes_of_the_spec_replace_the_pod) {
    const rd self = a_redis(1);
    pod p = a_pod(self, 0);
    p.spec.containers.front().image = "redis:6";
    BOOST_TEST(in_short(make_plan(self, {std::make_shared<const pod>(p)}, noon)) == "~0");
    p = unhashed(a_pod(self, 0));
    p.spec.containers.front().args = {"redis-server"};
    const auto replaced = make_plan(self, {std::make_shared<const pod>(p)}, noon);
    BOOST_TEST(in_short(replaced) == "-0");
    // What admission adds is not ours to judge.
    p = a_pod(self, 0);
    p.spec.containers.emplace_back().name = "sidecar";
    p.metadata.annotations["note"] = "hello";
    BOOST_TEST(in_short(make_plan(self, {std::make_shared<const pod>(p)}, noon)) == "");
}

BOOST_AUTO_TEST_CASE(a_pod_that_admission_changed_is_not_replaced_until_another_spec_is_wanted) {
    const rd self = a_redis(1);
    pod p = a_pod(self, 0);
    p.spec.containers.front().image_pull_policy = "Always";
    const pods changed = {std::make_shared<const pod>(p)};
    BOOST_TEST(in_short(make_plan(self, changed, noon)) == "");
    BOOST_TEST(in_short(make_plan(a_redis(1, 6380), changed, noon)) == "-0");
    p.metadata.labels.clear();
    BOOST_TEST(in_short(make_plan(self, {std::make_shared<const pod>(p)}, noon)) == "~0");
}

BOOST_AUTO_TEST_CASE(a_pod_of_an_earlier_release_gets_the_hash_in_place) {
    const rd self = a_redis(1);
    const auto p = std::make_shared<const pod>(unhashed(a_pod(self, 0)));
    BOOST_TEST(in_short(make_plan(self, {p}, noon)) == "~0");
}

// For instance, admission changes the spec of each pod and drops the annotation.
BOOST_AUTO_TEST_CASE(a_pod_that_is_outdated_from_the_start_is_not_replaced_in_a_hot_loop) {
    const rd self = a_redis(1);
    pod p = unhashed(a_pod(a_redis(1, 6380), 0));
    p.metadata.creation_timestamp = timestamp::from(noon - 3s);
    auto next = make_plan(self, {std::make_shared<const pod>(p)}, noon);
    BOOST_TEST(in_short(next) == "");
    BOOST_TEST((next.again == 7s));
    next = make_plan(self, {std::make_shared<const pod>(p)}, noon + 7s);
    BOOST_TEST(in_short(next) == "-0");
}

BOOST_AUTO_TEST_CASE(a_pod_that_has_ended_is_replaced_but_not_in_a_hot_loop) {
    const rd self = a_redis(1);
    pod p = a_pod(self, 0);
    p.status.phase = "Failed";
    p.status.reason = "Evicted";
    auto next = make_plan(self, {std::make_shared<const pod>(p)}, noon);
    BOOST_TEST(in_short(next) == "-0");
    BOOST_TEST(next.steps.front().why == "it has ended: Failed, Evicted");
    p.metadata.creation_timestamp = timestamp::from(noon - 3s);
    next = make_plan(self, {std::make_shared<const pod>(p)}, noon);
    BOOST_TEST(in_short(next) == "");
    BOOST_TEST((next.again == 7s));
}

// The server's clock is an hour ahead.
BOOST_AUTO_TEST_CASE(an_ended_pod_is_replaced_in_time_whatever_the_servers_clock) {
    const rd self = a_redis(1);
    pod p = a_pod(self, 0);
    p.status.phase = "Failed";
    p.metadata.annotations = ::redis::new_pod(self, 0, noon - 3s).metadata.annotations;
    p.metadata.creation_timestamp = timestamp::from(noon + 1h);
    auto next = make_plan(self, {std::make_shared<const pod>(p)}, noon);
    BOOST_TEST(in_short(next) == "");
    BOOST_TEST((next.again == 7s));
    BOOST_TEST(in_short(make_plan(self, {std::make_shared<const pod>(p)}, noon + 7s)) == "-0");
    // Created before this operator's clock was set back, or by an earlier release.
    p.metadata.annotations = ::redis::new_pod(self, 0, noon + 1h).metadata.annotations;
    BOOST_TEST(in_short(make_plan(self, {std::make_shared<const pod>(p)}, noon)) == "-0");
    p.metadata.annotations.clear();
    BOOST_TEST(in_short(make_plan(self, {std::make_shared<const pod>(p)}, noon)) == "-0");
}

BOOST_AUTO_TEST_CASE(the_finalizer_is_put_on_first_and_comes_off_last) {
    rd self = a_redis(2);
    self.metadata.finalizers = {"example.com/other"};
    BOOST_TEST(make_plan(self, {}, noon).hold);
    BOOST_TEST(!make_plan(a_redis(2), {}, noon).hold);
    // Deleted before it was put on: nothing is begun.
    const auto late = make_plan(deleted(self), {}, noon);
    BOOST_TEST((!late.hold && !late.release && late.steps.empty()));
    self = deleted(a_redis(3));
    struct deletion {
        const char *pods, *steps;
        bool release;
    };
    for (const deletion& d : std::initializer_list<deletion>{{"RRR", "-2 -1 -0", false},
                                                             {"DDD", "", false},
                                                             {"R.D", "-0", false},
                                                             {"", "", true},
                                                             {"FNF", "", true},
                                                             {"RRRRR", "-4 -3 -2 -1 -0", false}}) {
        const auto p = make_plan(self, cast_of(self, d.pods), noon);
        BOOST_TEST(in_short(p) == d.steps, d.pods);
        BOOST_TEST(p.release == d.release, d.pods);
        BOOST_TEST(!p.hold);
    }
}

BOOST_AUTO_TEST_CASE(pods_that_are_to_be_orphaned_are_left) {
    rd self = deleted(a_redis(2));
    self.metadata.finalizers.emplace_back(::redis::orphan_finalizer);
    const auto p = make_plan(self, cast_of(self, "RR"), noon);
    BOOST_TEST(in_short(p) == "");
    BOOST_TEST(p.release);
}

BOOST_AUTO_TEST_CASE(only_what_takes_away_or_over_needs_certainty) {
    const rd self = a_redis(3);
    for (const char* harmless : {"", "RRR", "R.R", "RLR", "RFR", "RDR"})
        BOOST_TEST(!make_plan(self, cast_of(self, harmless), noon).must_be_certain(), harmless);
    for (const char* grave : {"RRRR", "OOO", "RER", "RNR"})
        BOOST_TEST(make_plan(self, cast_of(self, grave), noon).must_be_certain(), grave);
    BOOST_TEST(make_plan(deleted(self), {}, noon).must_be_certain());
}

// Any roll-out from any state ends, and never takes a ready pod while another one is missing.
BOOST_AUTO_TEST_CASE(every_roll_out_ends_with_all_pods_new_and_at_most_one_away) {
    const rd self = a_redis(4);
    for (const char* from : {"OOOO", "OoOo", "oooo", "ROSO", "OO..", "EOOO", "OOOL"}) {
        std::string now = from;
        int turns = 0;
        for (; turns < 50; ++turns) {
            const auto p = make_plan(self, cast_of(self, now), noon);
            const auto away =
                std::ranges::count_if(now, [](char c) { return c == '.' || c == 'D' || c == 'S'; });
            for (const step& s : p.steps) {
                char& c = now[static_cast<std::size_t>(s.index)];
                if (s.what == step::kind::remove && c == 'O') BOOST_TEST(away == 0, from << " at " << now);
                if (s.what == step::kind::create) c = 'S';
                if (s.what == step::kind::repair) c = 'R';
                if (s.what == step::kind::remove) c = 'D';
            }
            if (!p.steps.empty()) continue;
            // Nothing to do: what is under way goes on.
            const std::string before = now;
            for (char& c : now) c = c == 'D' ? '.' : c == 'S' ? 'R' : c;
            if (now == before) break;
        }
        BOOST_TEST(now == "RRRR", from << " ends as " << now);
        BOOST_TEST(turns < 50);
    }
}

BOOST_AUTO_TEST_SUITE_END()
