// The JobWatcher (S5) on a control plane, real or embedded, beside the real Job controller and garbage
// collector.
#include "fixture.hpp"

using namespace job_watcher_test;

BOOST_AUTO_TEST_SUITE(job_watcher_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

BOOST_AUTO_TEST_CASE(ended_jobs_go_with_their_pods_and_that_is_told) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make_job("good"))).value();
        (co_await w.api.create(w.make_job("bad", 1))).value();
        const auto good = co_await w.until<job>(w.key("good"), "completed", [](const job& j) {
            return is_true(j.status.conditions, "Complete");
        });
        co_await w.until<job>(w.key("bad"), "failed",
                              [](const job& j) { return is_true(j.status.conditions, "Failed"); });
        (co_await w.api.create(w.make("w", 2s, go_duration(0s)))).value();
        co_await w.until_gone<job>(w.key("good"));
        co_await w.until_gone<job>(w.key("bad"));
        list_options here;
        here.ns = w.ns;
        co_await w.until_deleted("w", 1, 1);
        while (!(co_await w.api.list<pod>(here)).value().empty()) co_await w.l.sleep(50ms);
        BOOST_TEST(w.logged({"Deleted terminated job", "job=" + w.ns + "/good",
                             "finished=" + ended_at(*good)->to_string(), "elapsed="}) == 1);
        for (;;) {
            std::size_t told = 0;
            for (const auto& e : (co_await w.api.list<events_v1::event>(here)).value())
                told += e->regarding.kind == "JobWatcher" && e->reason == "DeletedJob";
            BOOST_REQUIRE(told <= 2u);
            if (told == 2) break;
            co_await w.l.sleep(50ms);
        }
        BOOST_TEST(w.deletions() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(several_watchers_delete_a_job_once_and_an_invalid_one_stands_aside) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        jw broken = w.make("broken", go_duration(0s));
        broken.spec.job_name_patterns = {"(("};
        (co_await w.api.create(broken)).value();
        (co_await w.api.create(w.make("long", 1h))).value();
        (co_await w.api.create(w.make("short", 1s))).value();
        for (const char* name : {"a", "b", "c"}) (co_await w.api.create(w.make_job(name))).value();
        co_await w.until_deleted("short", 3, 0);
        co_await w.until_deleted("long", 0, 0);
        co_await w.until<jw>(w.key("broken"), "InvalidPattern", [](const jw& x) {
            const condition* c = find_condition(x.status.conditions, "Ready");
            return c && c->reason == "InvalidPattern";
        });
        BOOST_TEST(w.deletions() == 3u);
    });
}

BOOST_AUTO_TEST_CASE(a_finalizer_keeps_a_job_and_one_made_anew_has_its_own_time) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        job kept = w.make_job("kept");
        kept.metadata.finalizers.emplace_back("example.com/keep");
        (co_await w.api.create(kept)).value();
        (co_await w.api.create(w.make("w", 1s))).value();
        const auto going = co_await w.until<job>(w.key("kept"), "being deleted",
                                                 [](const job& j) { return is_deleting(j.metadata); });
        co_await w.until_deleted("w", 1, 0);
        (co_await w.api.merge_patch<job>(w.key("kept"), {{"metadata", {{"finalizers", nullptr}}}})).value();
        auto anew = co_await w.api.create(w.make_job("kept"));
        for (; !anew; anew = co_await w.api.create(w.make_job("kept"))) co_await w.l.sleep(50ms);
        BOOST_TEST((*anew)->metadata.uid != going->metadata.uid);
        co_await w.until_deleted("w", 2, 0);
        BOOST_TEST(w.deletions() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(others_delete_jobs_watchers_and_the_namespace) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        job held = w.make_job("held");
        held.spec.suspend = true;
        (co_await w.api.create(held)).value();
        (co_await w.api.create(w.make("w", 1h))).value();
        (co_await w.api.create(w.make_job("by-hand"))).value();
        co_await w.until<job>(w.key("by-hand"), "completed",
                              [](const job& j) { return is_true(j.status.conditions, "Complete"); });
        (co_await w.api.remove<job>(w.key("by-hand"))).value();
        co_await w.until_gone<job>(w.key("by-hand"));
        (co_await w.api.merge_patch<jw>(w.key("w"), {{"spec", {{"completedTTL", "1s"}}}})).value();
        (co_await w.api.merge_patch<job>(w.key("held"), {{"spec", {{"suspend", false}}}})).value();
        co_await w.until_gone<job>(w.key("held"));
        (co_await w.api.remove<jw>(w.key("w"))).value();
        (co_await w.api.create(w.make_job("left"))).value();
        co_await w.until<job>(w.key("left"), "completed",
                              [](const job& j) { return is_true(j.status.conditions, "Complete"); });
        (co_await w.api.create(w.make("again", 1s))).value();
        (co_await w.api.remove<core_v1::namespace_>(object_key::cluster(w.ns))).value();
        co_await w.until_gone<core_v1::namespace_>(object_key::cluster(w.ns));
        BOOST_TEST(w.logged({"ERROR"}) == 0, w.log_text.str());
    });
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_what_is_no_duration) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        const std::pair<const char*, bool> ttls[] = {
            {"0", true},    {"90s", true}, {"1h30m", true}, {"720h0m0s", true}, {"1.5h", true},
            {"-1h", false}, {"", false},   {"5", false},    {"1h1h", false},    {"1000000h", false}};
        for (const auto& [ttl, good] : ttls) {
            boost::json::object made{{"apiVersion", "batch.my.github.com/v1"},
                                     {"kind", "JobWatcher"},
                                     {"metadata", {{"name", "tried"}, {"namespace", w.ns}}},
                                     {"spec", {{"completedTTL", ttl}}}};
            write_options options;
            options.dry_run = true;
            const auto answer = co_await w.api.create(dynamic_object(made), kind_of<jw>(), options);
            BOOST_TEST(answer.has_value() == good, ttl);
            BOOST_TEST((good || answer.error().code == errc::invalid), ttl);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
