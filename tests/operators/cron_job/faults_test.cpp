// Outages and restarts at the time of a run (docs/faults.md).
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_faults)

using namespace cron_job_test;
using testing::network_fault;

BOOST_AUTO_TEST_CASE(run_during_an_outage_starts_once_when_it_ends) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "*/10 * * * *", 3600))).value();
        co_await w.sleep_until("2026-01-01T00:09:00Z");
        w.network_faults().each(network_fault::unreachable());
        co_await w.sleep_until("2026-01-01T00:13:00Z");
        BOOST_TEST(co_await w.names() == "");
        w.network_faults().clear();
        co_await w.async_until<cj>(
            key("web"), "it has started", [](const cj& c) { return c.status.last_schedule_time.is_set(); },
            17min);
        BOOST_TEST(co_await w.names() == "web-29453770");
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.live("web"))->status.active.size() == 1u);
        BOOST_TEST(w.network_faults().created().size() > 0u);
        for (const auto& [path, times] : w.network_faults().created())
            if (path.find("/jobs/") != std::string::npos) BOOST_TEST(times == 1, path);
    });
}

BOOST_AUTO_TEST_CASE(run_whose_deadline_passes_in_an_outage_is_reported) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = lasting("web", "0 * * * *", 3600);
        c.spec.starting_deadline_seconds = 60;
        (co_await w.client().create(c)).value();
        co_await w.sleep_until("2026-01-01T00:59:00Z");
        w.network_faults().each(network_fault::unreachable());
        co_await w.sleep_until("2026-01-01T01:03:00Z");
        w.network_faults().clear();
        const auto live = co_await w.async_until<cj>(
            key("web"), "missed", [](const cj& x) { return reason_of(x, "Degraded") == "MissSchedule"; },
            20min);
        BOOST_TEST(!live->status.last_schedule_time.is_set());
        BOOST_TEST(co_await w.names() == "");
    });
}

BOOST_AUTO_TEST_CASE(operator_that_is_restarted_around_a_run_starts_it_once) {
    for (const auto& [stop, start] : {std::pair("2026-01-01T00:09:59Z", "2026-01-01T00:10:20Z"),
                                      std::pair("2026-01-01T00:10:00Z", "2026-01-01T00:10:01Z"),
                                      std::pair("2026-01-01T00:10:05Z", "2026-01-01T00:10:06Z")}) {
        operator_world w;
        w.run([&]() -> awaitable<void> {
            (co_await w.client().create(lasting("web", "*/10 * * * *", 3600))).value();
            co_await w.sleep_until(stop);
            co_await w.async_stopped(w.m);
            co_await w.sleep_until(start);
            w.start(::cron_job::add_cron_job_controller, named_as_the_program());
            co_await w.async_until<cj>(key("web"), "it has started",
                                       [](const cj& c) { return c.status.active.size() == 1; });
            co_await w.async_until_idle();
            BOOST_TEST(co_await w.names() == "web-29453770");
            for (const auto& [path, times] : w.network_faults().created())
                if (path.find("/jobs/") != std::string::npos) BOOST_TEST(times == 1, path);
        });
    }
}

BOOST_AUTO_TEST_SUITE_END()
