// What others do to a CronJob and its Jobs, and what comes of it.
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_interference)

using namespace cron_job_test;

BOOST_AUTO_TEST_CASE(job_that_is_deleted_by_hand_is_not_started_again) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "*/10 * * * *", 3600))).value();
        co_await w.sleep_until("2026-01-01T00:11:00Z");
        (co_await w.client().remove<job>(key("web-29453770"))).value();
        co_await w.async_until<cj>(key("web"), "no active Job",
                                   [](const cj& c) { return c.status.active.empty(); });
        co_await w.sleep_until("2026-01-01T00:19:00Z");
        BOOST_TEST(co_await w.names() == "");
        BOOST_TEST(
            std::ranges::count(co_await w.told("MissingJob"), "Active job went missing: web-29453770") == 1);
        co_await w.sleep_until("2026-01-01T00:20:10Z");
        BOOST_TEST(co_await w.names() == "web-29453780");
    });
}

BOOST_AUTO_TEST_CASE(job_of_others_that_has_the_name_is_left_alone) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const cj c = fresh("web", "*/10 * * * *");
        job theirs = job_of(c, "2026-01-01T00:10:00Z");
        theirs.metadata.uid = {};
        theirs.metadata.creation_timestamp = {};
        theirs.metadata.owner_references.clear();
        theirs.spec.suspend = true;
        theirs.status = {};
        const auto made = (co_await w.client().create(theirs)).value();
        (co_await w.client().create(c)).value();
        const auto live = co_await w.async_until<cj>(
            key("web"), "its name is taken",
            [](const cj& x) { return reason_of(x, "Degraded") == "NameTaken"; }, 11min);
        BOOST_TEST(!live->status.last_schedule_time.is_set());
        BOOST_TEST(find_condition(live->status.conditions, "Degraded")->message ==
                   "Job \"web-29453770\" exists and does not belong to this CronJob.");
        // When the name is free again, the run starts late.
        (co_await w.client().remove<job>(key("web-29453770"))).value();
        const auto late = co_await w.async_until<cj>(
            key("web"), "it runs", [](const cj& x) { return x.status.last_schedule_time.is_set(); });
        BOOST_TEST(late->status.last_schedule_time.to_string() == "2026-01-01T00:10:00Z");
        BOOST_TEST(reason_of(*late, "Degraded") == "AsExpected");
        const auto ours = (co_await w.client().get<job>(key("web-29453770"))).value();
        BOOST_TEST(ours->metadata.uid != made->metadata.uid);
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told("NameTaken")).size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(refused_job_is_reported_and_starts_when_it_is_allowed) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = fresh("web", "*/10 * * * *");
        c.spec.job_template.spec.pod_template.spec.restart_policy = "Always";  // no Job may have that
        (co_await w.client().create(c)).value();
        const auto live = co_await w.async_until<cj>(
            key("web"), "refused", [](const cj& x) { return reason_of(x, "Degraded") == "Rejected"; }, 11min);
        BOOST_TEST(
            find_condition(live->status.conditions, "Degraded")->message.view().find("restartPolicy") !=
            std::string_view::npos);
        const std::size_t before = w.creations();
        co_await w.sleep_until("2026-01-01T00:15:05Z");
        // Every 30 s.
        BOOST_TEST(w.creations() - before == 10u);
        (co_await w.client().merge_patch<cj>(
             key("web"),
             {{"spec",
               {{"jobTemplate", {{"spec", {{"template", {{"spec", {{"restartPolicy", "Never"}}}}}}}}}}}}))
            .value();
        co_await w.async_until<cj>(key("web"), "it runs", [](const cj& x) {
            return x.status.last_schedule_time.is_set() && reason_of(x, "Degraded") == "AsExpected";
        });
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told("Rejected")).size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(changed_schedule_counts_from_the_last_run) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(fresh("web", "0 * * * *"))).value();
        co_await w.sleep_until("2026-01-01T01:05:00Z");
        BOOST_TEST(co_await w.names() == "web-29453820");
        co_await w.change("web", {{"schedule", "30 * * * *"}});
        co_await w.sleep_until("2026-01-01T01:29:59Z");
        BOOST_TEST(co_await w.names() == "web-29453820");
        co_await w.sleep_until("2026-01-01T01:30:10Z");
        BOOST_TEST(co_await w.names() == "web-29453820 web-29453850");
    });
}

BOOST_AUTO_TEST_CASE(jobs_that_others_made_for_it_count_as_active_and_in_its_history) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = fresh("web", "0 0 1 1 *");
        c.spec.successful_jobs_history_limit = 1;
        const auto self = (co_await w.client().create(c)).value();
        // As kubectl create job --from=cronjob/web does.
        for (const char* name : {"by-hand-1", "by-hand-2"}) {
            job j = job_of(*self, "2026-01-01T00:00:00Z");
            j.metadata.name = name;
            j.metadata.uid = {};
            j.metadata.creation_timestamp = {};
            j.status = {};
            (co_await w.client().create(j)).value();
            co_await w.event_loop().sleep(20s);
        }
        co_await w.async_eventually("one is left", [&]() -> awaitable<bool> {
            const std::string left = co_await w.names();
            co_return left == "by-hand-2";
        });
        const auto live = co_await w.live("web");
        BOOST_TEST(live->status.last_successful_time.is_set());
        BOOST_TEST(!live->status.last_schedule_time.is_set());
    });
}

BOOST_AUTO_TEST_CASE(status_that_others_overwrite_is_put_back) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "*/10 * * * *", 3600))).value();
        co_await w.sleep_until("2026-01-01T00:11:00Z");
        (co_await w.client().merge_patch<cj>(
             key("web"), {{"status", {{"active", nullptr}, {"lastScheduleTime", nullptr}}}}, {}, "status"))
            .value();
        const auto live = co_await w.async_until<cj>(
            key("web"), "put back", [](const cj& c) { return c.status.last_schedule_time.is_set(); });
        BOOST_TEST(live->status.active.size() == 1u);
        BOOST_TEST(live->status.last_schedule_time.to_string() == "2026-01-01T00:10:00Z");
        BOOST_TEST(w.creations() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(cron_job_made_anew_does_not_take_the_old_jobs) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "* * * * *", 3600))).value();
        co_await w.sleep_until("2026-01-01T00:01:30Z");
        delete_options orphans;
        orphans.how = propagation::orphan;
        (co_await w.client().remove<cj>(key("web"), orphans)).value();
        co_await w.async_until_gone<cj>(key("web"));
        (co_await w.client().create(lasting("web", "* * * * *", 3600))).value();
        co_await w.sleep_until("2026-01-01T00:02:30Z");
        const auto live = co_await w.live("web");
        BOOST_REQUIRE(live->status.active.size() == 1u);
        BOOST_TEST(live->status.active[0].name == "web-29453762");
        BOOST_TEST(co_await w.names() == "web-29453761 web-29453762");
    });
}

BOOST_AUTO_TEST_SUITE_END()
