// Caches that are behind, responses that are lost, and two operators at once: never two Jobs for one run.
#include "world.hpp"

#include <set>

BOOST_AUTO_TEST_SUITE(cron_job_stale_cache)

using namespace cron_job_test;
using testing::network_fault;

namespace {

// The UIDs of all Jobs that a watch of the test has seen, by name.
struct auditor {
    std::map<std::string, std::set<std::string>> seen;

    awaitable<void> look(operator_world& w) {
        for (const auto& j : co_await w.all_jobs())
            seen[j->metadata.name.str()].insert(j->metadata.uid.str());
    }
    // Looks every 5 s: Jobs of these tests last longer.
    awaitable<void> until(operator_world& w, std::string_view time) {
        while (w.event_loop().wall_now() < wall_time(at(time))) {
            co_await look(w);
            co_await w.event_loop().sleep(5s);
        }
        co_await look(w);
    }
    bool each_run_once() const {
        return std::ranges::all_of(seen, [](const auto& run) { return run.second.size() == 1; });
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(run_whose_job_is_gone_does_not_start_again_from_a_stale_cron_job) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = fresh("web", "*/10 * * * *");
        c.spec.successful_jobs_history_limit = 0;
        (co_await w.client().create(c)).value();
        co_await w.sleep_until("2026-01-01T00:09:00Z");
        // A second operator takes over; the watch of the first one shows it neither the run nor its status.
        w.network_faults().hold_watches("cronjobs");
        w.start(::cron_job::add_cron_job_controller, named_as_the_program());
        co_await w.sleep_until("2026-01-01T00:12:00Z");
        BOOST_TEST(co_await w.names() == "");
        const auto live = co_await w.live("web");
        BOOST_TEST(live->status.last_schedule_time.to_string() == "2026-01-01T00:10:00Z");
        const std::size_t before = w.creations();
        // Any change of a Job wakes both.
        job j = job_of(*live, "2025-12-31T23:00:00Z");
        j.metadata.uid = {};
        j.metadata.creation_timestamp = {};
        j.status = {};
        (co_await w.client().create(j)).value();
        co_await w.sleep_until("2026-01-01T00:14:00Z");
        BOOST_TEST(w.creations() == before);
        w.network_faults().release_watches();
        co_await w.sleep_until("2026-01-01T00:20:30Z");
        BOOST_TEST((co_await w.live("web"))->status.last_schedule_time.to_string() == "2026-01-01T00:20:00Z");
    });
}

BOOST_AUTO_TEST_CASE(two_operators_without_an_election_start_each_run_once) {
    for (const std::uint64_t seed : {1, 2, 3}) {
        operator_world w(seed);
        w.start(::cron_job::add_cron_job_controller, named_as_the_program());
        w.run([&]() -> awaitable<void> {
            (co_await w.client().create(lasting("web", "* * * * *", 50))).value();
            auditor all;
            co_await all.until(w, "2026-01-01T00:10:30Z");
            BOOST_TEST(all.seen.size() == 10u);
            BOOST_TEST(all.each_run_once());
            co_await w.async_until_idle(3s);
            BOOST_TEST((co_await w.live("web"))->status.last_schedule_time.to_string() ==
                       "2026-01-01T00:10:00Z");
        });
    }
}

BOOST_AUTO_TEST_CASE(job_whose_creation_was_not_answered_is_found) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "*/10 * * * *", 300))).value();
        w.network_faults().hold_watches("jobs");
        w.network_faults().nth(verb::create, 1, network_fault::lost_answer(), "jobs");
        co_await w.sleep_until("2026-01-01T00:11:00Z");
        BOOST_TEST(co_await w.names() == "web-29453770");
        const auto live = co_await w.live("web");
        BOOST_REQUIRE(live->status.active.size() == 1u);
        BOOST_TEST(live->status.active[0].name == "web-29453770");
        BOOST_TEST(live->status.last_schedule_time.to_string() == "2026-01-01T00:10:00Z");
        BOOST_TEST(reason_of(*live, "Degraded") == "AsExpected");
    });
}

BOOST_AUTO_TEST_CASE(status_that_could_not_be_written_is_recovered_from_the_job) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(lasting("web", "*/10 * * * *", 300))).value();
        co_await w.async_until_idle();
        w.network_faults().each(verb::patch, network_fault::answer(500, "InternalError"), "cronjobs");
        co_await w.sleep_until("2026-01-01T00:12:00Z");
        BOOST_TEST(co_await w.names() == "web-29453770");
        BOOST_TEST(!(co_await w.live("web"))->status.last_schedule_time.is_set());
        w.network_faults().clear();
        const auto live = co_await w.async_until<cj>(
            key("web"), "the status", [](const cj& c) { return c.status.last_schedule_time.is_set(); },
            20min);
        BOOST_TEST(live->status.last_schedule_time.to_string() >= "2026-01-01T00:10:00Z");
        BOOST_TEST(w.creations() <= 2u);
    });
}

// The watch of Jobs is behind: the status lists the active Job, so Forbid still holds.
BOOST_AUTO_TEST_CASE(active_job_that_the_cache_does_not_show_is_read) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = lasting("web", "* * * * *", 3600);
        c.spec.concurrency = concurrency_policy::forbid;
        w.network_faults().hold_watches("jobs");
        (co_await w.client().create(c)).value();
        co_await w.sleep_until("2026-01-01T00:01:30Z");
        BOOST_TEST(co_await w.names() == "web-29453761");
        // This one's cache begins with the Job; then it ends unseen.
        w.start(::cron_job::add_cron_job_controller, named_as_the_program());
        co_await w.sleep_until("2026-01-01T00:05:30Z");
        BOOST_TEST(co_await w.names() == "web-29453761");
        BOOST_TEST((co_await w.live("web"))->status.active.size() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(cron_job_that_was_deleted_unseen_starts_nothing) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(fresh("web", "* * * * *"))).value();
        co_await w.sleep_until("2026-01-01T00:01:30Z");
        w.network_faults().hold_watches("cronjobs");
        const std::size_t before = w.creations();
        (co_await w.client().remove<cj>(key("web"))).value();
        co_await w.sleep_until("2026-01-01T00:05:30Z");
        BOOST_TEST(w.creations() == before);
        BOOST_TEST(co_await w.names() == "");
    });
}

BOOST_AUTO_TEST_SUITE_END()
