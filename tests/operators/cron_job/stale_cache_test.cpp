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

// Another leader, whose clock is ahead, has started the run, and its Job has ended and is deleted.
BOOST_AUTO_TEST_CASE(run_whose_job_is_gone_does_not_start_again_from_a_stale_cron_job) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(fresh("web", "*/10 * * * *"))).value();
        co_await w.sleep_until("2026-01-01T00:09:30Z");
        w.network_faults().hold_watches("cronjobs");
        (co_await w.client().merge_patch<cj>(
             key("web"), {{"status", {{"lastScheduleTime", "2026-01-01T00:10:00Z"}}}}, {}, "status"))
            .value();
        co_await w.sleep_until("2026-01-01T00:15:00Z");
        BOOST_TEST(w.creations() == 0u);
        w.network_faults().release_watches();
        co_await w.sleep_until("2026-01-01T00:20:30Z");
        BOOST_TEST(co_await w.names() == "web-29453780");
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

BOOST_AUTO_TEST_CASE(ended_job_stays_until_the_status_has_its_run) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        cj c = lasting("web", "*/10 * * * *", 20);
        c.spec.failed_jobs_history_limit = 0;
        (co_await w.client().create(c)).value();
        co_await w.async_until_idle();
        w.network_faults().each(verb::patch, network_fault::answer(500, "InternalError"), "cronjobs");
        co_await w.sleep_until("2026-01-01T00:19:00Z");
        BOOST_TEST(w.creations() == 1u);
        BOOST_TEST(co_await w.names() == "web-29453770");
        w.network_faults().clear();
        co_await w.async_eventually(
            "it is deleted",
            [&]() -> awaitable<bool> {
                const std::string left = co_await w.names();
                co_return left.find("web-29453770") == std::string::npos;
            },
            20min);
        BOOST_TEST((co_await w.live("web"))->status.last_schedule_time.is_set());
    });
}

namespace {

// Another leader has started the run of 00:00; the watch of Jobs does not show it, but the status lists it.
// So the run of 00:10 waits, and then the Job goes. Still holds the watch.
awaitable<void> run_of_another_leader(operator_world& w) {
    cj c = lasting("web", "*/10 * * * *", 3600);
    c.spec.concurrency = concurrency_policy::forbid;
    const auto self = (co_await w.client().create(c)).value();
    // Briefly, since a watch that stays silent is replaced by a list.
    co_await w.sleep_until("2026-01-01T00:09:50Z");
    w.network_faults().hold_watches("jobs");
    job theirs = job_of(*self, "2026-01-01T00:00:00Z");
    theirs.metadata.uid = {};
    theirs.metadata.creation_timestamp = {};
    theirs.status = {};
    const auto made = (co_await w.client().create(theirs)).value();
    (co_await w.client().merge_patch<cj>(
         key("web"),
         {{"status",
           {{"active", boost::json::array{{{"name", made->metadata.name.view()},
                                           {"uid", made->metadata.uid.view()}}}}}}},
         {}, "status"))
        .value();
    co_await w.sleep_until("2026-01-01T00:10:05Z");
    BOOST_TEST(co_await w.names() == made->metadata.name.view());
    BOOST_TEST(reason_of(*co_await w.live("web"), "Ready") == "JobAlreadyActive");
    (co_await w.client().remove<job>(key_of(*made))).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(active_job_that_the_cache_does_not_show_is_read) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await run_of_another_leader(w);
        w.network_faults().release_watches();
        co_await w.sleep_until("2026-01-01T00:10:30Z");
        BOOST_TEST(co_await w.names() == "web-29453770");
    });
}

// The Job goes before a list shows it: no event ever tells.
BOOST_AUTO_TEST_CASE(active_job_that_the_cache_never_shows_is_looked_at_again) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        co_await run_of_another_leader(w);
        w.network_faults().nth(verb::watch, 1, testing::network_fault::error_event(410, "Expired"), "jobs");
        w.network_faults().cut_watches("jobs");
        w.network_faults().release_watches();
        co_await w.sleep_until("2026-01-01T00:10:30Z");
        BOOST_TEST(co_await w.names() == "web-29453770");
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
