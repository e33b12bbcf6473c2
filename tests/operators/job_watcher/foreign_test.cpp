// What others do to Jobs, JobWatchers and namespaces, and what the API does to deletions.
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(job_watcher_foreign)

using namespace job_watcher_test;

BOOST_AUTO_TEST_CASE(a_job_that_is_deleted_by_hand_before_its_time_is_not_counted) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 10s))).value();
        co_await w.ended("by-hand", ending::completed, w.now());
        co_await w.ended("other", ending::completed, w.now() + 1s);
        co_await w.event_loop().sleep(9s);
        (co_await w.client().remove<job>(key("by-hand"))).value();
        co_await w.async_until_gone<job>(key("other"));
        co_await w.until_deleted("w", 1, 0);
        BOOST_TEST(w.deletions() == 1u);
        co_await w.event_loop().sleep(1h);
        co_await w.until_deleted("w", 1, 0);
    });
}

BOOST_AUTO_TEST_CASE(a_job_made_anew_under_the_name_is_saved_by_its_uid) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 10s))).value();
        co_await w.ended("pi", ending::completed, w.now());
        co_await w.async_until_idle(1s);
        w.network_faults().hold_watches("jobs");  // the operator does not see what happens now
        (co_await w.client().remove<job>(key("pi"))).value();
        const auto another = co_await w.ended("pi", ending::completed, w.now());
        co_await w.async_eventually("the deletion is tried", [&] { return w.deletions() == 1; });
        w.network_faults().release_watches();
        const auto live = (co_await w.client().get<job>(key("pi"))).value();
        BOOST_TEST(live->metadata.uid == another->metadata.uid);
        co_await w.async_until_gone<job>(key("pi"), 15s);  // in its own time
        co_await w.until_deleted("w", 1, 0);
        BOOST_TEST(w.deletions() == 2u);
        const jw reported = co_await w.watcher("w");
        const condition* const c = find_condition(reported.status.conditions, "Degraded");
        BOOST_TEST((c && c->status == condition_status::false_));
    });
}

BOOST_AUTO_TEST_CASE(jobs_that_are_suspended_resumed_or_edited_keep_their_time) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 1min, 1min))).value();
        job j = runs("pi");
        j.spec.suspend = true;
        (co_await w.client().create(j)).value();
        co_await w.event_loop().sleep(10min);
        BOOST_TEST(co_await w.there(key("pi")));
        (co_await w.client().merge_patch<job>(key("pi"), {{"spec", {{"suspend", false}}}})).value();
        const auto done = co_await w.async_until<job>(
            key("pi"), "completed", [](const job& x) { return is_true(x.status.conditions, "Complete"); });
        co_await w.event_loop().sleep(30s);
        (co_await w.client().merge_patch<job>(
             key("pi"), {{"metadata", {{"labels", {{"colour", "green"}}}}}, {"spec", {{"parallelism", 2}}}}))
            .value();
        co_await w.async_until_gone<job>(key("pi"), 40s);
        BOOST_TEST((w.now() >= ended_at(*done)->to_wall_time() + 1min));
        // The API server lets nobody take the end of a Job back, so that it is deleted in its time.
        co_await w.ended("again", ending::completed, w.now());
        co_await w.event_loop().sleep(30s);
        const auto taken_back = co_await w.client().merge_patch<job>(
            key("again"), {{"status", {{"conditions", boost::json::array()}}}}, {}, "status");
        BOOST_TEST((!taken_back && taken_back.error().code == errc::invalid));
        co_await w.async_until_gone<job>(key("again"), 40s);
        BOOST_TEST(w.deletions() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(a_finalizer_keeps_the_job_and_it_is_deleted_and_counted_once) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 10s))).value();
        co_await w.ended("kept", ending::completed, w.now());
        (co_await w.client().merge_patch<job>(
             key("kept"), {{"metadata", {{"finalizers", boost::json::array{"example.com/keep"}}}}}))
            .value();
        co_await w.async_until<job>(key("kept"), "being deleted",
                                    [](const job& j) { return is_deleting(j.metadata); });
        co_await w.until_deleted("w", 1, 0);
        const std::size_t calls = co_await w.async_until_idle(1min);
        co_await w.event_loop().sleep(1h);
        BOOST_TEST(co_await w.async_until_idle() == calls);
        (co_await w.client().merge_patch<job>(key("kept"), {{"metadata", {{"finalizers", nullptr}}}}))
            .value();
        co_await w.async_until_gone<job>(key("kept"));
        BOOST_TEST(w.deletions() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(a_watcher_that_is_deleted_in_the_midst_of_a_pass_deletes_no_more) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (int i = 0; i < 20; ++i) co_await w.ended("j" + std::to_string(i), ending::completed, w.now());
        w.request_faults().delay_nth(verb::remove, 5, 10s, "jobs");
        (co_await w.client().create(make("w", go_duration(0s)))).value();
        co_await w.async_eventually("four are gone and the fifth takes long",
                                    [&] { return w.deletions() >= 4; });
        (co_await w.client().remove<jw>(key("w"))).value();
        co_await w.event_loop().sleep(1h);
        const auto left = (co_await w.client().list<job>()).value();
        BOOST_TEST(left.size() == 15u);
        BOOST_TEST(w.request_faults().pending().empty());
        // Another one of that name begins at nothing.
        (co_await w.client().create(make("w", go_duration(0s)))).value();
        co_await w.until_deleted("w", 15, 0);
    });
}

BOOST_AUTO_TEST_CASE(a_namespace_that_is_being_deleted_is_no_trouble) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.create_namespace("doomed");
        jw all = make("w", 10s);
        all.spec.namespace_patterns = {".*"};
        (co_await w.client().create(all)).value();
        for (int i = 0; i < 5; ++i)
            co_await w.ended("j" + std::to_string(i), ending::completed, w.now(), "doomed");
        (co_await w.client().merge_patch<job>(
             key("j0", "doomed"), {{"metadata", {{"finalizers", boost::json::array{"example.com/keep"}}}}}))
            .value();
        co_await w.event_loop().sleep(9s + 990ms);
        (co_await w.client().remove<core_v1::namespace_>(object_key::cluster("doomed"))).value();
        co_await w.ended("after", ending::completed, w.now());
        co_await w.async_until_gone<job>(key("after"));
        (co_await w.client().merge_patch<job>(key("j0", "doomed"), {{"metadata", {{"finalizers", nullptr}}}}))
            .value();
        co_await w.async_until_gone<core_v1::namespace_>(object_key::cluster("doomed"));
        co_await w.async_until_idle(1min);
        const jw live = co_await w.watcher("w");
        BOOST_TEST(live.status.counts.completed >= 1);
        BOOST_TEST(!is_true(live.status.conditions, "Degraded"));
    });
}

BOOST_AUTO_TEST_CASE(a_job_whose_clock_lies_ended_when_it_was_first_seen) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 10min))).value();
        co_await w.ended("future", ending::completed, w.now() + 24h * 365 * 80);
        co_await w.ended("past", ending::completed, w.now() - 24h * 365 * 60);
        co_await w.async_until_gone<job>(key("past"), 5s);
        (co_await w.client().merge_patch<job>(key("future"), {{"metadata", {{"labels", {{"a", "b"}}}}}}))
            .value();
        co_await w.async_never(
            "it goes too early", [&]() -> awaitable<bool> { co_return !co_await w.there(key("future")); },
            10min - 10s);
        co_await w.async_until_gone<job>(key("future"), 20s);
        co_await w.until_deleted("w", 2, 0);
    });
}

BOOST_AUTO_TEST_CASE(a_deletion_whose_answer_was_lost_is_counted_once_and_not_repeated) {
    operator_world w;
    w.request_faults().lose_answer_of_nth(verb::remove, 2, "jobs");
    w.run([&]() -> awaitable<void> {
        for (const char* name : {"a", "b", "c"}) co_await w.ended(name, ending::completed, w.now());
        (co_await w.client().create(make("w", go_duration(0s)))).value();
        co_await w.until_deleted("w", 3, 0);
        co_await w.async_until_idle(10min, 1h);
        co_await w.until_deleted("w", 3, 0);
        BOOST_TEST(w.deletions() == 3u);
        BOOST_TEST(w.request_faults().pending().empty());
    });
}

BOOST_AUTO_TEST_CASE(a_job_that_cannot_be_deleted_holds_up_no_other_and_is_tried_again) {
    operator_world w;
    w.request_faults().fail_nth(verb::remove, 1, error(errc::forbidden, "made up"), "jobs");
    w.request_faults().fail_nth(verb::remove, 2, error(errc::server_error, "made up"), "jobs");
    w.run([&]() -> awaitable<void> {
        for (const char* name : {"a", "b", "c", "d"}) co_await w.ended(name, ending::completed, w.now());
        (co_await w.client().create(make("w", go_duration(0s)))).value();
        co_await w.until_deleted("w", 2, 0);
        const jw live = co_await w.watcher("w");
        BOOST_TEST(is_true(live.status.conditions, "Degraded"));
        BOOST_TEST(live.status.counts.waiting == 2);
        co_await w.async_until<jw>(  // which is tried a minute later
            key("w"), "all", [](const jw& x) { return x.status.counts.completed == 4; }, 5min);
        co_await w.async_until<jw>(key("w"), "well again",
                                   [](const jw& x) { return !is_true(x.status.conditions, "Degraded"); });
        BOOST_TEST(w.request_faults().pending().empty());
    });
}

namespace {

// Until then: a Job could not be deleted. Then somebody else deletes it.
awaitable<void> until_refused(operator_world& w) {
    co_await w.ended("a", ending::completed, w.now());
    (co_await w.client().create(make("w", go_duration(0s)))).value();
    co_await w.async_until<jw>(key("w"), "degraded",
                               [](const jw& x) { return is_true(x.status.conditions, "Degraded"); });
}
awaitable<void> until_as_expected(operator_world& w) {
    co_await w.async_until<jw>(
        key("w"), "as expected",
        [](const jw& x) {
            const condition* c = find_condition(x.status.conditions, "Degraded");
            return c && c->reason == "AsExpected";
        },
        5min);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_job_that_others_delete_is_a_problem_no_longer) {
    operator_world w;
    w.request_faults().fail_nth(verb::remove, 1, error(errc::forbidden, "made up"), "jobs");
    w.run([&]() -> awaitable<void> {
        co_await until_refused(w);
        (co_await w.client().remove<job>(key("a"))).value();
        co_await until_as_expected(w);
    });
}

BOOST_AUTO_TEST_CASE(a_process_that_starts_when_the_job_is_gone_reports_no_problem) {
    operator_world w;
    w.request_faults().fail_nth(verb::remove, 1, error(errc::forbidden, "made up"), "jobs");
    w.run([&]() -> awaitable<void> {
        co_await until_refused(w);
        co_await w.async_stopped(w.m);
        (co_await w.client().remove<job>(key("a"))).value();
        co_await w.async_until_gone<job>(key("a"));
        w.start(::job_watcher::add_job_watcher_controller, named_as_the_program());
        co_await until_as_expected(w);
    });
}

BOOST_AUTO_TEST_CASE(another_deletion_does_not_hide_a_job_that_cannot_be_deleted) {
    operator_world w;
    w.request_faults().fail_nth(verb::remove, 1, error(errc::forbidden, "made up"), "jobs");
    w.run([&]() -> awaitable<void> {
        co_await until_refused(w);
        co_await w.event_loop().sleep(10s);
        co_await w.ended("b", ending::completed, w.now());
        co_await w.until_deleted("w", 1, 0);
        const jw between = co_await w.watcher("w");
        BOOST_TEST(is_true(between.status.conditions, "Degraded"));
        co_await w.until_deleted("w", 2, 0);
        co_await until_as_expected(w);
    });
}

BOOST_AUTO_TEST_CASE(without_the_right_to_delete_it_asks_ten_times_a_pass_and_goes_on_when_it_has_it) {
    operator_world w;
    w.request_faults().fail_each(verb::remove, error(errc::forbidden, "made up"), "jobs");
    w.run([&]() -> awaitable<void> {
        for (int i = 0; i < 40; ++i) co_await w.ended("j" + std::to_string(i), ending::completed, w.now());
        (co_await w.client().create(make("w", go_duration(0s), {}, 5min))).value();
        co_await w.async_until<jw>(key("w"), "says so", [](const jw& x) {
            const condition* c = find_condition(x.status.conditions, "Degraded");
            return c && c->reason == "Forbidden";
        });
        co_await w.event_loop().sleep(1h);
        BOOST_TEST(w.deletions() <= 10u * 13);
        BOOST_TEST(w.metric("jobwatcher_deletion_failures_total", {{"reason", "forbidden"}}) >= 10);
        BOOST_TEST(w.metric("jobwatcher_ended_jobs") == 40);
        w.request_faults().clear();
        co_await w.async_until<jw>(
            key("w"), "all", [](const jw& x) { return x.status.counts.completed == 40; }, 1h);
        const auto warned = co_await w.told("Forbidden");
        BOOST_TEST(warned.size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(a_namespace_where_nothing_can_be_deleted_holds_up_no_other) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        core_v1::namespace_ locked;
        locked.metadata.name = "locked";
        (co_await w.client().create(locked)).value();
        // Due before the Job of the other namespace.
        for (int i = 0; i < 20; ++i)
            co_await w.ended("j" + std::to_string(i), ending::completed, w.now() - 1h, "locked");
        co_await w.ended("mine", ending::completed, w.now());
        for (int i = 0; i < 10; ++i)
            w.request_faults().fail_nth(verb::remove, 1, error(errc::forbidden, "made up"), "jobs");
        jw both = make("w", go_duration(0s), {}, 5min);
        both.spec.namespace_patterns = {".*"};
        (co_await w.client().create(both)).value();
        const auto first = co_await w.async_until<jw>(key("w"), "the first pass",
                                                      [](const jw& x) { return x.status.end.is_set(); });
        BOOST_TEST(first->status.counts.completed == 1);
        BOOST_TEST(first->status.last_deleted->name == "mine");
        BOOST_TEST(first->status.counts.waiting == 20);
        co_await w.async_until<jw>(
            key("w"), "all", [](const jw& x) { return x.status.counts.completed == 21; }, 1h);
        BOOST_TEST(w.request_faults().pending().empty());
    });
}

BOOST_AUTO_TEST_CASE(a_status_that_cannot_be_written_loses_no_count) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", 10s))).value();
        co_await w.async_until_idle();
        w.request_faults().fail_nth(verb::patch, 1, error(errc::conflict, "made up"), "jobwatchers");
        w.request_faults().lose_answer_of_nth(verb::patch, 2, "jobwatchers");
        co_await w.ended("a", ending::completed, w.now());
        co_await w.until_deleted("w", 1, 0);
        co_await w.ended("b", ending::completed, w.now());
        co_await w.until_deleted("w", 2, 0);
        co_await w.async_until_idle(1min);
        co_await w.until_deleted("w", 2, 0);
        BOOST_TEST(w.request_faults().pending().empty());
    });
}

BOOST_AUTO_TEST_CASE(the_role_allows_what_is_requested_and_hardly_more) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("w", go_duration(0s)))).value();
        (co_await w.client().create(runs("a"))).value();
        co_await w.until_deleted("w", 1, 0);
        co_await w.async_until_idle();
    });
    testing::role_difference d = w.requests().compare(w.m.roles({}));
    // Single reads, after a write of unknown outcome, and a patch of an event, which a repeated one makes.
    std::erase_if(d.not_used, [](const resource_access& a) {
        return a.verb == "get" || (a.resource == "events" && a.verb == "patch");
    });
    BOOST_TEST(d.text() == "");
}

BOOST_AUTO_TEST_SUITE_END()
