// The life of a JobWatcher (S5).
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(job_watcher_lifecycle)

using namespace job_watcher_test;

BOOST_AUTO_TEST_CASE(an_ended_job_goes_with_its_pods_when_its_time_has_come_and_that_is_told) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 1min, 10min))).value();
        (co_await w.client().create(runs("good"))).value();
        (co_await w.client().create(runs("bad", true))).value();
        const auto good = co_await w.async_until<job>(
            key("good"), "completed", [](const job& j) { return is_true(j.status.conditions, "Complete"); });
        co_await w.async_until<job>(key("bad"), "failed",
                                    [](const job& j) { return is_true(j.status.conditions, "Failed"); });
        co_await w.async_never(
            "it goes before its time", [&]() -> awaitable<bool> { co_return !co_await w.there(key("good")); },
            50s);
        co_await w.async_until_gone<job>(key("good"), 15s);
        co_await w.async_eventually("its pod goes too", [&]() -> awaitable<bool> {
            list_options of_good;
            of_good.label_selector = "job-name=good";
            const auto pods = (co_await w.client().list<pod>(of_good)).value();
            const bool none = pods.empty();
            co_return none;
        });
        BOOST_TEST(co_await w.there(key("bad")));
        jw live = co_await w.until_deleted("w", 1, 0);
        BOOST_REQUIRE(live.status.last_deleted);
        BOOST_TEST(live.status.last_deleted->ns == "default");
        BOOST_TEST(live.status.last_deleted->name == "good");
        BOOST_TEST(live.status.last_deleted->result == "Completed");
        BOOST_TEST((live.status.last_deleted->finished == *ended_at(*good)));
        BOOST_TEST(
            (live.status.last_deleted->deleted >= timestamp::from(ended_at(*good)->to_wall_time() + 1min)));
        BOOST_TEST(live.status.counts.last_pass == 1);
        BOOST_TEST(live.status.counts.waiting == 1);
        BOOST_TEST((live.status.start.is_set() && live.status.end >= live.status.start));
        BOOST_TEST(is_true(live.status.conditions, "Ready"));
        BOOST_TEST(live.status.observed_generation == live.metadata.generation);
        co_await w.async_until_gone<job>(key("bad"), 10min);
        live = co_await w.until_deleted("w", 1, 1);
        BOOST_TEST(live.status.last_deleted->result == "Failed");
        const std::string finish = "finished=" + ended_at(*good)->to_string();
        BOOST_TEST(w.logged({"Deleted terminated job", "job=default/good", finish, "elapsed=1m0"}) == 1,
                   w.log());
        co_await w.async_until_idle();
        for (const char* result : {"Completed", "Failed"})
            BOOST_TEST(w.metric("jobwatcher_jobs_deleted_total", {{"result", result}}) == 1, result);
        BOOST_TEST(w.metric("jobwatcher_deletion_failures_total") == 0);
        BOOST_TEST(w.metric("jobwatcher_ended_jobs") == 0);
        const auto notes = co_await w.told("DeletedJob");
        BOOST_REQUIRE_EQUAL(notes.size(), 2u);
        BOOST_TEST(std::ranges::count_if(notes, [](const std::string& n) {
                       return n.starts_with("Deleted completed Job default/good: finished 2026-01-01T");
                   }) == 1);
    });
}

BOOST_AUTO_TEST_CASE(a_ttl_of_0_deletes_at_once_and_a_missing_one_never) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", go_duration(0s)))).value();
        co_await w.ended("good", ending::completed, w.now());
        co_await w.ended("bad", ending::failed, w.now() - 1000h);
        co_await w.async_until_gone<job>(key("good"), 2s);
        co_await w.event_loop().sleep(6h);
        BOOST_TEST(co_await w.there(key("bad")));
        BOOST_TEST(w.deletions() == 1u);
        // Without any TTL there is nothing to do, and it says so.
        (co_await w.client().create(make("none", {}))).value();
        co_await w.async_until<jw>(key("none"), "says so", [](const jw& x) {
            const condition* c = find_condition(x.status.conditions, "Ready");
            return c && c->status == condition_status::false_ && c->reason == "NoTTL";
        });
    });
}

BOOST_AUTO_TEST_CASE(patterns_match_whole_names_and_without_any_it_is_the_own_namespace) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const char* ns : {"team-a", "team-b", "my-team-a"}) co_await w.create_namespace(ns);
        jw some = make("some", go_duration(0s));
        some.spec.namespace_patterns = {"team-.*", "nobody"};
        some.spec.job_name_patterns = {"pi"};
        (co_await w.client().create(some)).value();
        for (const char* ns : {"team-a", "team-b", "my-team-a", "default"}) {
            co_await w.ended("pi", ending::completed, w.now(), ns);
            co_await w.ended("spider", ending::completed, w.now(), ns);
        }
        co_await w.until_deleted("some", 2, 0);
        co_await w.async_until_idle(1min);
        for (const char* ns : {"team-a", "team-b", "my-team-a", "default"}) {
            BOOST_TEST((co_await w.there(key("pi", ns)) == !std::string_view(ns).starts_with("team")), ns);
            BOOST_TEST(co_await w.there(key("spider", ns)), ns);
        }
        (co_await w.client().create(make("own", go_duration(0s)))).value();
        co_await w.until_deleted("own", 2, 0);
        co_await w.async_until_idle(1min);
        BOOST_TEST(!co_await w.there(key("pi")));
        BOOST_TEST(co_await w.there(key("pi", "my-team-a")));
    });
}

BOOST_AUTO_TEST_CASE(between_two_passes_is_the_delay_and_each_pass_reports_once) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", go_duration(0s), {}, 5min))).value();
        co_await w.async_until<jw>(key("w"), "ready",
                                   [](const jw& x) { return is_true(x.status.conditions, "Ready"); });
        const std::size_t before = w.requests().count(verb::patch, "jobwatchers");
        co_await w.ended("first", ending::completed, w.now());
        co_await w.async_until_gone<job>(key("first"), 1s);
        const time_point began = w.event_loop().now();
        for (int i = 0; i < 20; ++i) co_await w.ended("j" + std::to_string(i), ending::completed, w.now());
        co_await w.async_never("another pass", [&] { return w.deletions() > 1; }, 5min - 1s);
        const jw live = co_await w.until_deleted("w", 21, 0);
        BOOST_TEST((w.event_loop().now() - began < 5min + 2s));
        BOOST_TEST(live.status.counts.last_pass == 20);
        co_await w.event_loop().sleep(1h);
        BOOST_TEST(w.requests().count(verb::patch, "jobwatchers") - before == 2u);
    });
}

BOOST_AUTO_TEST_CASE(a_new_ttl_holds_for_jobs_that_ended_before_and_counts_go_on_after_a_restart) {
    testing::environment w(seeded(3));
    w.install<jw>();
    manager& first = w.start(::job_watcher::add_job_watcher_controller, named_as_the_program());
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 1h, {}, 10s))).value();
        for (const char* name : {"a", "b"}) (co_await w.client().create(runs(name))).value();
        co_await w.async_until_idle(1min);
        (co_await w.client().merge_patch<jw>(key("w"), {{"spec", {{"completedTTL", "2m"}}}})).value();
        co_await w.async_until_gone<job>(key("a"), 2min);
        co_await w.async_until_gone<job>(key("b"), 1min);
        co_await w.async_until_idle();
        co_await w.async_stopped(first);
        (co_await w.client().create(runs("c"))).value();
        w.start(::job_watcher::add_job_watcher_controller, named_as_the_program());
        co_await w.async_until_gone<job>(key("c"), 4min);
        co_await w.async_until<jw>(key("w"), "three in all",
                                   [](const jw& x) { return x.status.counts.completed == 3; });
    });
}

BOOST_AUTO_TEST_CASE(while_nothing_ends_nothing_is_asked_and_no_timer_polls) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 240h, 240h))).value();
        for (int i = 0; i < 5; ++i) (co_await w.client().create(runs("j" + std::to_string(i)))).value();
        const std::size_t calls = co_await w.async_until_idle(1min);
        co_await w.event_loop().sleep(4h);
        BOOST_TEST(co_await w.async_until_idle() == calls);
    });
}

BOOST_AUTO_TEST_SUITE_END()
