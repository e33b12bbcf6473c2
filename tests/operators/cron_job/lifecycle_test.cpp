// The life of a CronJob: its runs at their exact times, its history and its status.
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_lifecycle)

using namespace cron_job_test;

BOOST_AUTO_TEST_CASE(each_run_starts_at_its_time_with_one_job) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const auto self = (co_await w.client().create(fresh("web", "*/10 * * * *"))).value();
        co_await w.sleep_until("2026-01-01T00:09:59Z");
        BOOST_TEST(co_await w.names() == "");
        co_await w.async_until<job>(key("web-29453770"), "the first run", [](const job&) { return true; });
        const auto first = (co_await w.client().get<job>(key("web-29453770"))).value();
        BOOST_TEST(first->metadata.creation_timestamp.to_string() == "2026-01-01T00:10:00Z");
        BOOST_TEST(is_controlled_by(first->metadata, self->metadata.uid));
        const auto done = co_await w.async_until<cj>(
            key("web"), "it has ended", [](const cj& c) { return c.status.last_successful_time.is_set(); });
        BOOST_TEST(done->status.active.empty());
        BOOST_TEST(done->status.last_schedule_time.to_string() == "2026-01-01T00:10:00Z");
        BOOST_TEST(done->status.observed_generation == done->metadata.generation);
        BOOST_TEST(reason_of(*done, "Ready") == "Scheduled");
        BOOST_TEST(reason_of(*done, "Degraded") == "AsExpected");
        co_await w.sleep_until("2026-01-01T00:30:01Z");
        BOOST_TEST(co_await w.names() == "web-29453770 web-29453780 web-29453790");
        BOOST_TEST(w.creations() == 3u);
        // The oldest of more than three goes.
        co_await w.sleep_until("2026-01-01T01:00:30Z");
        BOOST_TEST(co_await w.names() == "web-29453800 web-29453810 web-29453820");
        for (const auto& [reason, note] :
             {std::pair("SuccessfulCreate", "Created job web-29453770"),
              std::pair("SawCompletedJob", "Saw completed job: web-29453770, condition: Complete"),
              std::pair("SuccessfulDelete", "Deleted job web-29453770")})
            BOOST_TEST(std::ranges::count(co_await w.told(reason), note) == 1, reason);
    });
}

BOOST_AUTO_TEST_CASE(nothing_is_asked_or_written_between_two_runs) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(fresh("web", "0 0 * * *"))).value();
        co_await w.sleep_until("2026-01-02T00:05:00Z");
        const std::size_t before = co_await w.async_until_idle();
        co_await w.sleep_until("2026-01-02T23:59:59Z");
        BOOST_TEST(co_await w.async_until_idle(100ms) == before);
        co_await w.sleep_until("2026-01-03T00:00:10Z");
        BOOST_TEST(w.creations() == 2u);
        // A get of the CronJob, a create, and the status when the run starts and when it ends.
        BOOST_TEST(w.requests().count(verb::get, "cronjobs") == 2u);
        BOOST_TEST(w.requests().compare(w.m.roles({})).not_granted.empty());
    });
}

BOOST_AUTO_TEST_CASE(forbidden_run_waits_for_the_active_one) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = lasting("web", "* * * * *", 150);
        c.spec.concurrency = concurrency_policy::forbid;
        (co_await w.client().create(c)).value();
        co_await w.sleep_until("2026-01-01T00:03:20Z");
        // The first failed at 00:03:30, and the run of 00:03 starts at once.
        BOOST_TEST(co_await w.names() == "web-29453761");
        BOOST_TEST(reason_of(*co_await w.live("web"), "Ready") == "JobAlreadyActive");
        co_await w.sleep_until("2026-01-01T00:03:50Z");
        BOOST_TEST(co_await w.names() == "web-29453761 web-29453763");
        const auto live = co_await w.live("web");
        BOOST_REQUIRE(live->status.active.size() == 1u);
        BOOST_TEST(live->status.active[0].name == "web-29453763");
        BOOST_TEST(live->status.last_schedule_time.to_string() == "2026-01-01T00:03:00Z");
        BOOST_TEST((co_await w.told("JobAlreadyActive")).size() == 2u);
    });
}

BOOST_AUTO_TEST_CASE(replaced_run_is_deleted_with_its_pods) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = lasting("web", "* * * * *", 3600);
        c.spec.concurrency = concurrency_policy::replace;
        (co_await w.client().create(c)).value();
        co_await w.sleep_until("2026-01-01T00:03:30Z");
        BOOST_TEST(co_await w.names() == "web-29453763");
        BOOST_TEST(w.creations() == 3u);
        const auto live = co_await w.live("web");
        BOOST_REQUIRE(live->status.active.size() == 1u);
        BOOST_TEST(live->status.active[0].name == "web-29453763");
        const auto pods = (co_await w.client().list<pod>()).value();
        BOOST_TEST(pods.size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(suspended_cron_job_makes_up_for_the_last_run_only) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = fresh("web", "*/10 * * * *");
        c.spec.suspend = true;
        (co_await w.client().create(c)).value();
        co_await w.sleep_until("2026-01-01T00:35:00Z");
        BOOST_TEST(co_await w.names() == "");
        BOOST_TEST(reason_of(*co_await w.live("web"), "Ready") == "Suspended");
        co_await w.change("web", {{"suspend", false}});
        co_await w.sleep_until("2026-01-01T00:36:00Z");
        BOOST_TEST(co_await w.names() == "web-29453790");
        // With a deadline it would have been too late.
        co_await w.change("web", {{"suspend", true}, {"startingDeadlineSeconds", 30}});
        co_await w.sleep_until("2026-01-01T00:45:00Z");
        co_await w.change("web", {{"suspend", false}});
        const auto live = co_await w.async_until<cj>(
            key("web"), "missed", [](const cj& x) { return reason_of(x, "Degraded") == "MissSchedule"; });
        BOOST_TEST(co_await w.names() == "web-29453790");
        co_await w.sleep_until("2026-01-01T00:50:10Z");
        BOOST_TEST(co_await w.names() == "web-29453790 web-29453810");
        BOOST_TEST(reason_of(*co_await w.live("web"), "Degraded") == "AsExpected");
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told("MissSchedule")).size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(invalid_spec_is_reported_once_and_heals) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(fresh("web", "61 * * * *"))).value();
        const auto live = co_await w.async_until<cj>(key("web"), "unparseable", [](const cj& x) {
            return reason_of(x, "Ready") == "UnparseableSchedule";
        });
        BOOST_TEST(find_condition(live->status.conditions, "Ready")->message ==
                   "spec.schedule \"61 * * * *\" is invalid: end of range (61) above maximum (59): 61");
        co_await w.change("web", {{"schedule", "* * * * *"}, {"timeZone", "Mars/Phobos"}});
        co_await w.async_until<cj>(key("web"), "unknown zone",
                                   [](const cj& x) { return reason_of(x, "Ready") == "UnknownTimeZone"; });
        co_await w.change("web", {{"timeZone", "Europe/Berlin"}});
        co_await w.async_until<cj>(key("web"), "a run", [](const cj& x) {
            return reason_of(x, "Ready") == "Scheduled" && x.status.last_schedule_time.is_set();
        });
        const auto jobs = co_await w.all_jobs();
        BOOST_TEST(jobs.at(0)->metadata.annotations.at(::cron_job::scheduled_time).find("+01:00") !=
                   std::string::npos);
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told("UnparseableSchedule")).size() == 1u);
        BOOST_TEST((co_await w.told("UnknownTimeZone")).size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(deleted_cron_job_takes_its_jobs_along) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "* * * * *", 3600))).value();
        co_await w.sleep_until("2026-01-01T00:02:30Z");
        BOOST_TEST(co_await w.names() == "web-29453761 web-29453762");
        (co_await w.client().remove<cj>(key("web"))).value();
        co_await w.async_eventually("no Job is left", [&]() -> awaitable<bool> {
            const std::string left = co_await w.names();
            co_return left.empty();
        });
        co_await w.sleep_until("2026-01-01T00:05:00Z");
        BOOST_TEST(co_await w.names() == "");
    });
}

BOOST_AUTO_TEST_SUITE_END()
