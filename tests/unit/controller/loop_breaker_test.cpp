// The machine that finds keys which wake themselves, and fields that another client changes back.
#include "framework/controller/loop_breaker.hpp"

#include "framework/controller/write_identity.hpp"
#include "gadget.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(loop_breaker_test)

namespace {

constexpr std::uint64_t status_form = 1, spec_form = 2;

// One key and the objects that it writes, in steps of 10 ms.
struct world {
    using pattern = cycle_pattern;

    // A reconcile. `writes`: name of the object and body. Returns what the machine says.
    loop_breaker::verdict reconcile(std::vector<std::pair<std::string, std::uint64_t>> writes,
                                    std::uint64_t form = spec_form) {
        loop_breaker::observed* const o = breaker.began(key);
        if (o)
            for (const auto& [name, body] : writes) o->writes.push_back(made(name, body, form));
        if (!o)
            for (const auto& [name, body] : writes) version(name);
        now += 10ms;
        return breaker.ended(key, o, !writes.empty(), now);
    }
    loop_breaker::write made(const std::string& name, std::uint64_t body, std::uint64_t form) {
        loop_breaker::write w;
        w.version_before = fmt::format("{}", versions[name]);
        w.version = version(name);
        w.object = id(name);
        w.form = form;
        w.body = body;
        w.kind = kind;
        w.key = {"default", name};
        w.of_status = form == status_form;
        return w;
    }
    std::string version(const std::string& name) { return fmt::format("{}", versions[name] = ++last); }
    std::uint64_t id(const std::string& name) const { return object_id(kind, "default", name); }
    // The watch delivers the newest state of the object. Returns by how much the key is delayed.
    duration event(const std::string& name, bool of_spec = false, bool is_update = true) {
        loop_breaker::observed* const o = breaker.find(key);
        if (!o) return {};
        return breaker.queued(
            *o, {id(name), fmt::format("{}", versions[name]), is_update, nullptr, nullptr, nullptr}, of_spec);
    }
    duration foreign(const std::string& name, bool is_update = true) {
        version(name);
        return event(name, false, is_update);
    }
    // Reconciles by an own write that writes again, until something is found.
    unsigned loop(unsigned limit = 20) {
        for (unsigned n = 1; n <= limit; ++n) {
            if (reconcile({{"a", ++turns}}, status_form).found == pattern::loop) return n;
            delay = event("a");
        }
        return 0;
    }
    unsigned fight(unsigned limit = 20, std::uint64_t ours = 7) {
        for (unsigned n = 1; n <= limit; ++n) {
            if (reconcile({{"a", ours}}).found == pattern::fight) return n;
            event("a");
            (void)reconcile({});  // woken by itself: nothing to do
            delay = foreign("a");
        }
        return 0;
    }

    loop_breaker breaker;
    object_key key{"default", "k"};
    group_version_kind kind{"test.domain", "v1", "Part"};
    std::map<std::string, std::uint64_t> versions;
    std::uint64_t last = 100, turns = 0;
    time_point now{};
    duration delay{};
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_loop_is_found_within_ten_cycles, world) {
    BOOST_TEST(loop() == 9u);
    BOOST_TEST(breaker.slowed() == 1u);
    BOOST_CHECK(event("a") == 1s);
    BOOST_CHECK(event("other") == 0s);    // not part of it
    BOOST_CHECK(event("a", true) == 0s);  // a user's change of the spec, while the status is written
}

BOOST_FIXTURE_TEST_CASE(the_delay_doubles_up_to_its_limit, world) {
    loop();
    duration expected = 1s;
    for (int i = 0; i < 12; ++i) {
        delay = event("a");
        BOOST_CHECK(delay == expected);
        now += delay;
        (void)reconcile({{"a", ++turns}}, status_form);
        expected = std::min<duration>(2 * expected, 5min);
    }
    BOOST_CHECK(delay == 5min);
    BOOST_TEST(breaker.slowed() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_loop_ends_with_a_reconcile_that_writes_nothing, world) {
    loop();
    event("a");
    const auto v = reconcile({});
    BOOST_TEST(v.ended);
    BOOST_TEST(breaker.slowed() == 0u);
    BOOST_CHECK(event("a") == 0s);
    (void)reconcile({});
    BOOST_TEST(loop() != 0u);  // it may begin again
}

BOOST_FIXTURE_TEST_CASE(another_cause_ends_no_loop_that_is_slowed, world) {
    loop();
    event("a");
    foreign("b");
    BOOST_TEST(!reconcile({{"a", ++turns}}, status_form).ended);
    BOOST_TEST(breaker.slowed() == 1u);
    event("a");
    BOOST_TEST(reconcile({{"new", 1}}).ended);  // progress
}

BOOST_FIXTURE_TEST_CASE(a_reconcile_with_another_cause_is_no_cycle, world) {
    for (int i = 0; i < 200; ++i) {
        BOOST_TEST((reconcile({{"a", ++turns}}, status_form).found == pattern::none));
        event("a");
        if (i % 4 == 3) foreign("child");
    }
    for (int i = 0; i < 200; ++i) {  // a timer, a channel
        BOOST_TEST((reconcile({{"a", ++turns}}, status_form).found == pattern::none));
        if (i % 4 != 0) continue;
        event("a");
        if (auto* const o = breaker.find(key)) breaker.woken(*o);
    }
}

BOOST_FIXTURE_TEST_CASE(children_made_one_after_the_other_are_no_loop, world) {
    for (int i = 0; i < 200; ++i) {
        const std::string child = fmt::format("child-{}", i);
        BOOST_TEST((reconcile({{child, 1}, {"a", ++turns}}).found == pattern::none));
        event(child);
        event("a");
    }
    BOOST_TEST(breaker.slowed() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_write_that_changes_nothing_is_none, world) {
    for (int i = 0; i < 50; ++i) {
        loop_breaker::observed* const o = breaker.began(key);
        if (o) {
            loop_breaker::write same = made("a", 1, spec_form);
            same.version = same.version_before;
            o->writes.push_back(same);
            o->writes.push_back({});  // not answered
        }
        now += 10ms;
        BOOST_TEST((breaker.ended(key, o, true, now).found == pattern::none));
        foreign("a");
    }
}

BOOST_FIXTURE_TEST_CASE(a_fight_is_found_within_ten_cycles, world) {
    BOOST_TEST(fight() == 9u);
    BOOST_TEST(breaker.slowed() == 1u);
    BOOST_CHECK(foreign("a") == 1s);
    BOOST_CHECK(foreign("b") == 0s);
    now += 1s;
    (void)reconcile({{"a", 7}});
    BOOST_CHECK(foreign("a") == 2s);
}

BOOST_FIXTURE_TEST_CASE(a_fight_ends_when_another_value_is_written, world) {
    fight();
    foreign("a");
    BOOST_TEST(reconcile({{"a", 8}}).ended);
    BOOST_CHECK(foreign("a") == 0s);
}

BOOST_FIXTURE_TEST_CASE(a_fight_that_was_over_for_a_while_begins_again, world) {
    fight();
    now += 2min;
    foreign("a");
    BOOST_TEST(reconcile({{"a", 7}}).ended);
    BOOST_CHECK(foreign("a") == 0s);
    BOOST_TEST(fight() != 0u);
}

BOOST_FIXTURE_TEST_CASE(a_cycle_ends_when_nothing_repeats_for_a_while, world) {
    fight();
    BOOST_TEST(breaker.sweep(now + 1min).empty());
    BOOST_TEST(breaker.wants_sweep(now + 2min));
    const auto over = breaker.sweep(now + 1min + 3s);
    BOOST_TEST_REQUIRE(over.size() == 1u);
    BOOST_TEST((over.front() == key));
    BOOST_TEST(breaker.idle());
}

BOOST_FIXTURE_TEST_CASE(repairs_that_are_rare_or_differ_are_no_fight, world) {
    for (int i = 0; i < 50; ++i) {  // once in two minutes
        BOOST_TEST((reconcile({{"a", 7}}).found == pattern::none));
        event("a");
        now += 2min;
        foreign("a");
    }
    for (std::uint64_t i = 0; i < 50; ++i) {  // the user keeps changing what is wanted
        BOOST_TEST((reconcile({{"a", i}}).found == pattern::none));
        foreign("a");
    }
    for (std::uint64_t i = 0; i < 50; ++i) {  // a status follows its child
        BOOST_TEST((reconcile({{"a", i % 2}}, status_form).found == pattern::none));
        foreign("child");
    }
    for (int i = 0; i < 50; ++i) {  // the child is deleted, and made again
        BOOST_TEST((reconcile({{"c", 7}}).found == pattern::none));
        foreign("c", false);
    }
}

// A Deployment's own controller writes its status, and the reconciler patches what is there already.
BOOST_FIXTURE_TEST_CASE(a_change_of_the_status_is_no_part_of_a_fight, world) {
    const auto part = [](int replicas, int generation) {
        return test::from_json<test::part>(
            fmt::format(R"({{"metadata":{{"name":"a","generation":{}}},"spec":{{"replicas":{}}}}})",
                        generation, replicas));
    };
    const auto rounds = [&](bool spec) {
        for (int i = 0; i < 20; ++i) {
            if (reconcile({{"a", 7}}).found != pattern::none) return true;
            version("a");
            if (auto* const o = breaker.find(key))
                (void)breaker.queued(*o,
                                     {id("a"), fmt::format("{}", versions["a"]), true, &kind_of<test::part>(),
                                      part(1, 1), part(spec ? 2 : 1, 2)},
                                     spec);
        }
        return false;
    };
    BOOST_TEST(!rounds(false));
    BOOST_TEST(rounds(true));
    loop_breaker::observed* const o = breaker.find(key);
    BOOST_TEST_REQUIRE(o);
    BOOST_TEST(changed_field(o->theirs, false) == "spec.replicas");
    BOOST_TEST(changed_field(o->theirs, true).empty());
    BOOST_TEST(changed_field(std::nullopt, false).empty());
    const problem p = explain_cycle(*o, "spec.replicas", "us", "hpa");
    BOOST_TEST(p.reason == "FieldFight");
    BOOST_TEST(p.message ==
               "\"us\" and \"hpa\" take turns to set spec.replicas of Part default/a: 5 times in 1 s. "
               "The object is reconciled less often until this ends.");
    BOOST_TEST(explain_cycle(*o, "", "us", "").message.starts_with("\"us\" and another client take turns"));
}

BOOST_FIXTURE_TEST_CASE(a_loop_is_explained, world) {
    loop();
    const problem p = explain_cycle(*breaker.find(key), "status.phase", "us", "");
    BOOST_TEST(p.reason == "ReconcileLoop");
    BOOST_TEST(p.message ==
               "Each reconcile is caused by a write of the one before: status.phase of Part default/a "
               "was written 5 times in 1 s. The object is reconciled less often until this ends.");
    BOOST_TEST(explain_cycle(*breaker.find(key), "", "us", "").message.find("the status of Part") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_resync_of_many_objects_finds_and_keeps_nothing) {
    loop_breaker breaker;
    time_point now{};
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i < 100'000; ++i) {
            const object_key key("default", fmt::format("o-{}", i));
            now += 10us;
            BOOST_REQUIRE((breaker.ended(key, breaker.began(key), true, now).found == cycle_pattern::none));
        }
    BOOST_TEST(breaker.idle());
}

BOOST_AUTO_TEST_CASE(what_is_observed_is_bounded) {
    loop_breaker breaker;
    time_point now{};
    const auto write = [&](int i) {
        const object_key key("default", fmt::format("o-{}", i));
        loop_breaker::observed* const o = breaker.began(key);
        now += 1ms;
        (void)breaker.ended(key, o, true, now);
        return breaker.find(key) != nullptr;
    };
    for (int i = 0; i < 2000; ++i)
        for (int n = 0; n < 3; ++n) (void)write(i);
    int kept = 0;
    for (int i = 0; i < 2000; ++i) kept += breaker.find({"default", fmt::format("o-{}", i)}) ? 1 : 0;
    BOOST_TEST(kept == 256);
    BOOST_TEST((breaker.find({"default", "o-1999"}) != nullptr));
    BOOST_TEST(breaker.wants_sweep(now));
    BOOST_TEST(breaker.sweep(now + 2min).empty());  // nothing was slowed
    BOOST_TEST(breaker.idle());
}

BOOST_AUTO_TEST_CASE(a_busy_key_is_counted_among_many_others) {
    write_counts counts;
    time_point now{};
    unsigned busy = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        now += 1ms;
        for (std::uint64_t n = 0; n < 3; ++n) (void)counts.add(1'000'000 + 3 * i + n, now, 1min);
        busy = counts.add(7, now, 1min);
    }
    BOOST_TEST(busy > 900u);
    BOOST_TEST(counts.add(7, now + 2min, 1min) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
