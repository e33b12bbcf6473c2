#include "framework/controller/event_aggregator.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

using namespace setpoint;
using namespace std::chrono_literals;
using taken = event_aggregator::taken;
using ended = event_aggregator::ended;
using verdict = event_aggregator::verdict;

BOOST_AUTO_TEST_SUITE(event_aggregator_test)

namespace {

event_facts facts_of(std::string object, std::string reason, std::string note = "text") {
    return {{"uid-" + object, "my.domain/v1", "WebServer", "default", object},
            event_type::normal,
            std::move(reason),
            std::move(note)};
}

struct world {
    random_source random{7};
    event_aggregator events{random};
    time_point now{1h};

    taken add(std::string object, std::string reason, std::string note = "text") {
        return events.add(facts_of(std::move(object), std::move(reason), std::move(note)), now, wall());
    }
    wall_time wall() const { return wall_time(now.time_since_epoch()); }
    // Lets time pass until there is something to write; the test fails when there never is.
    event_write next() {
        BOOST_REQUIRE(events.next_due() != never);
        now = std::max(now, events.next_due());
        auto w = events.next(now);
        BOOST_REQUIRE(w.has_value());
        return *w;
    }
    verdict done(const event_write& w, ended how = ended::written, duration wait = {}) {
        return events.done(w.id, how, now, wait);
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_is_created_at_once_without_a_series) {
    world w;
    BOOST_CHECK(w.add("web", "Created") == taken::started);
    BOOST_CHECK(w.events.next_due() <= w.now);
    const event_write first = w.next();
    BOOST_TEST(first.create);
    BOOST_TEST(first.count == 1);
    BOOST_TEST(first.facts.reason == "Created");
    BOOST_CHECK(first.first == w.wall());
    BOOST_TEST(first.name.starts_with("web."));
    BOOST_TEST(first.name.size() == 4u + 16u);
    BOOST_CHECK(w.events.next_due() == never);
    BOOST_CHECK(w.done(first) == verdict::sent);
    BOOST_CHECK(w.events.next_due() == never);
    BOOST_TEST(w.events.pending() == 0u);
}

BOOST_AUTO_TEST_CASE(repeats_update_the_series_at_once_then_after_30_s_doubling_to_5_minutes) {
    world w;
    w.add("web", "Failed");
    w.done(w.next());
    const std::string name = [&] {
        BOOST_CHECK(w.add("web", "Failed") == taken::repeated);
        const event_write second = w.next();
        BOOST_TEST(!second.create);
        BOOST_TEST(second.count == 2);
        w.done(second);
        return second.name;
    }();
    time_point last = w.now;
    for (const duration expected : {30s, 60s, 120s, 240s, 300s, 300s}) {
        w.add("web", "Failed");
        const event_write again = w.next();
        BOOST_CHECK(w.now - last == expected);
        BOOST_TEST(again.name == name);
        w.done(again);
        last = w.now;
    }
}

BOOST_AUTO_TEST_CASE(repeats_between_two_writes_are_one_write_with_the_last_count_and_time) {
    world w;
    w.add("web", "Failed");
    w.done(w.next());
    w.add("web", "Failed");
    w.done(w.next());
    for (int i = 0; i < 10; ++i) {
        w.now += 1s;
        w.add("web", "Failed");
    }
    const wall_time seen = w.wall();
    const event_write patch = w.next();
    BOOST_TEST(patch.count == 12);
    BOOST_CHECK(patch.last == seen);
    w.done(patch);
    BOOST_TEST(w.events.pending() == 0u);
}

BOOST_AUTO_TEST_CASE(repeats_before_the_first_write_are_in_it_and_during_a_write_come_after_it) {
    world w;
    w.add("web", "Failed");
    w.add("web", "Failed");
    const event_write create = w.next();
    BOOST_TEST(create.create);
    BOOST_TEST(create.count == 2);
    w.add("web", "Failed");
    BOOST_CHECK(w.events.next_due() == never);
    w.done(create);
    const event_write patch = w.next();
    BOOST_TEST(!patch.create);
    BOOST_TEST(patch.count == 3);
}

BOOST_AUTO_TEST_CASE(other_objects_reasons_types_and_notes_are_other_series) {
    world w;
    w.add("web", "Created", "a");
    BOOST_CHECK(w.add("web", "Created", "b") == taken::started);
    BOOST_CHECK(w.add("web", "Updated", "a") == taken::started);
    BOOST_CHECK(w.add("other", "Created", "a") == taken::started);
    event_facts warning = facts_of("web", "Created", "a");
    warning.type = event_type::warning;
    BOOST_CHECK(w.events.add(warning, w.now, w.wall()) == taken::started);
    event_facts recreated = facts_of("web", "Created", "a");
    recreated.regarding.uid = "another";
    BOOST_CHECK(w.events.add(recreated, w.now, w.wall()) == taken::started);
    std::set<std::string> names;
    for (int i = 0; i < 6; ++i) names.insert(w.next().name);
    BOOST_TEST(names.size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_series_ends_after_six_idle_minutes) {
    world w;
    w.add("web", "Created");
    const event_write first = w.next();
    w.done(first);
    w.now += event_aggregator::series_end - 1s;
    BOOST_CHECK(w.add("web", "Created") == taken::repeated);
    w.done(w.next());
    // To the second, also when others were looked through for ended ones a moment ago.
    w.now += event_aggregator::series_end - 1s;
    w.add("other", "Created");
    w.done(w.next());
    w.now += 1s;
    BOOST_CHECK(w.add("web", "Created") == taken::started);
    const event_write second = w.next();
    BOOST_TEST(second.create);
    BOOST_TEST(second.name != first.name);
    BOOST_TEST(second.count == 1);
}

BOOST_AUTO_TEST_CASE(an_object_has_25_new_series_then_one_every_300_s) {
    world w;
    for (int i = 0; i < 25; ++i) BOOST_CHECK(w.add("web", "Created", std::to_string(i)) == taken::started);
    BOOST_CHECK(w.add("web", "Created", "26") == taken::too_many);
    BOOST_CHECK(w.add("other", "Created", "26") == taken::started);
    BOOST_CHECK(w.add("web", "Created", "0") == taken::repeated);
    w.now += 299s;
    BOOST_CHECK(w.add("web", "Created", "26") == taken::too_many);
    w.now += 1s;
    BOOST_CHECK(w.add("web", "Created", "26") == taken::started);
    BOOST_CHECK(w.add("web", "Created", "27") == taken::too_many);
}

BOOST_AUTO_TEST_CASE(a_thousand_unwritten_series_are_the_limit) {
    world w;
    for (std::size_t i = 0; i < event_aggregator::max_unwritten; ++i)
        BOOST_REQUIRE(w.add(fmt::format("o{}", i), "Created") == taken::started);
    BOOST_CHECK(w.add("one-more", "Created") == taken::full);
    BOOST_CHECK(w.add("o5", "Created") == taken::repeated);
    w.done(w.next());
    BOOST_CHECK(w.add("one-more", "Created") == taken::started);
}

BOOST_AUTO_TEST_CASE(when_there_are_too_many_series_those_seen_longest_ago_are_forgotten) {
    world w;
    const auto name = [](std::size_t i) { return fmt::format("o{}", i); };
    for (std::size_t i = 0; i < event_aggregator::max_series; ++i) {
        BOOST_REQUIRE(w.add(name(i), "Created") == taken::started);
        w.done(w.next());
        w.now += 1ms;
    }
    BOOST_CHECK(w.add(name(0), "Created") == taken::repeated);
    BOOST_CHECK(w.add("one-more", "Created") == taken::started);
    // Seen again just now, and lately; and one that was not seen for long.
    BOOST_CHECK(w.add(name(0), "Created") == taken::repeated);
    BOOST_CHECK(w.add(name(event_aggregator::max_series - 1), "Created") == taken::repeated);
    BOOST_CHECK(w.add(name(1), "Created") == taken::started);
}

BOOST_AUTO_TEST_CASE(writes_go_out_in_the_order_of_recording) {
    world w;
    for (int i = 0; i < 5; ++i) w.add(fmt::format("o{}", i), "Created");
    std::string order;
    for (int i = 0; i < 5; ++i) order += w.next().facts.regarding.name.str();
    BOOST_TEST(order == "o0o1o2o3o4");
}

BOOST_AUTO_TEST_CASE(an_unreachable_server_holds_all_writes_for_1_s_doubling_to_30_s) {
    world w;
    w.add("a", "Created");
    w.add("b", "Created");
    time_point last = w.now;
    for (const duration expected : {1s, 2s, 4s, 8s, 16s, 30s, 30s}) {
        BOOST_CHECK(w.done(w.next(), ended::try_again) == verdict::again);
        BOOST_CHECK(!w.events.next(w.now));
        BOOST_CHECK(w.events.next_due() - last == expected);
        last = w.events.next_due();
    }
    w.done(w.next());
    BOOST_CHECK(w.events.next_due() <= w.now);  // one success ends the hold
}

BOOST_AUTO_TEST_CASE(the_server_may_ask_for_a_longer_wait) {
    world w;
    w.add("a", "Created");
    const time_point begin = w.now;
    w.done(w.next(), ended::try_again, 45s);
    BOOST_CHECK(w.events.next_due() - begin == 45s);
    const time_point second = w.events.next_due();
    w.done(w.next(), ended::try_again, 24h);
    BOOST_CHECK(w.events.next_due() - second == event_aggregator::longest_wait);
}

BOOST_AUTO_TEST_CASE(a_write_is_given_up_after_six_tries_and_the_next_like_it_starts_anew) {
    world w;
    w.add("a", "Created");
    std::string name;
    for (unsigned i = 1; i < event_aggregator::max_tries; ++i) {
        const event_write attempt = w.next();
        BOOST_TEST((name.empty() || name == attempt.name));
        name = attempt.name;
        BOOST_CHECK(w.done(attempt, ended::try_again) == verdict::again);
    }
    BOOST_CHECK(w.done(w.next(), ended::try_again) == verdict::failed);
    BOOST_TEST(w.events.pending() == 0u);
    BOOST_CHECK(w.add("a", "Created") == taken::started);
}

BOOST_AUTO_TEST_CASE(a_refused_creation_is_forgotten_and_a_refused_patch_waits_for_the_next_repeat) {
    world w;
    w.add("a", "Created");
    BOOST_CHECK(w.done(w.next(), ended::refused) == verdict::failed);
    BOOST_CHECK(w.events.next_due() == never);
    BOOST_CHECK(w.add("a", "Created") == taken::started);
    w.done(w.next());
    w.add("a", "Created");
    BOOST_CHECK(w.done(w.next(), ended::refused) == verdict::failed);
    BOOST_CHECK(w.events.next_due() == never);
    BOOST_CHECK(w.add("a", "Created") == taken::repeated);
    BOOST_TEST(w.next().count == 3);
}

BOOST_AUTO_TEST_CASE(a_creation_of_unknown_outcome_is_not_repeated_and_counts_as_there) {
    world w;
    w.add("a", "Created");
    const event_write first = w.next();
    BOOST_CHECK(w.done(first, ended::unknown) == verdict::failed);
    BOOST_CHECK(w.events.next_due() == never);
    w.add("a", "Created");
    const event_write patch = w.next();
    BOOST_TEST(!patch.create);
    BOOST_TEST(patch.name == first.name);
}

BOOST_AUTO_TEST_CASE(a_series_whose_event_is_gone_is_created_again_under_a_new_name_with_its_count) {
    world w;
    w.add("a", "Created");
    const event_write first = w.next();
    w.done(first);
    w.add("a", "Created");
    BOOST_CHECK(w.done(w.next(), ended::gone) == verdict::again);
    const event_write again = w.next();
    BOOST_TEST(again.create);
    BOOST_TEST(again.name != first.name);
    BOOST_TEST(again.count == 2);
    BOOST_CHECK(again.first == first.first);
    BOOST_CHECK(w.done(again) == verdict::sent);
}

BOOST_AUTO_TEST_CASE(a_flush_makes_everything_due_and_tries_nothing_twice) {
    world w;
    w.add("a", "Created");
    w.done(w.next());
    w.add("a", "Created");
    w.done(w.next());
    w.add("a", "Created");  // due in 30 s
    w.add("b", "Created");
    w.done(w.next(), ended::try_again);  // held for 1 s
    BOOST_CHECK(w.events.next_due() > w.now);
    w.events.flush(w.now);
    const time_point begin = w.now;
    const event_write one = w.next(), two = w.next();
    BOOST_CHECK(w.now == begin);
    BOOST_CHECK(w.done(one, ended::try_again) == verdict::failed);
    BOOST_CHECK(w.done(two) == verdict::sent);
    BOOST_TEST(w.events.pending() == 0u);
}

BOOST_AUTO_TEST_CASE(a_name_that_no_event_may_have_is_replaced) {
    const std::string long_name(250, 'a');
    for (const char* bad : {"system:node", "Upper", "a..b", "a_b", "-a", "a.-b", long_name.c_str()}) {
        world w;
        w.add(bad, "Created");
        const std::string name = w.next().name;
        BOOST_TEST_CONTEXT(bad) {
            BOOST_TEST(name.size() == 36u);
            BOOST_TEST(name.find_first_not_of("0123456789abcdef-") == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
