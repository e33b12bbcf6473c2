// Many Jobs: what is asked of the API, counted. SETPOINT_SCALE_JOBS makes it as many as wanted.
#include "world.hpp"

#include <cstdlib>

BOOST_AUTO_TEST_SUITE(job_watcher_scale)

using namespace job_watcher_test;

namespace {

int wanted_jobs() {
    const char* const said = std::getenv("SETPOINT_SCALE_JOBS");
    return said ? std::atoi(said) : 2000;
}

}  // namespace

BOOST_AUTO_TEST_CASE(many_jobs_cost_their_lists_and_one_deletion_each) {
    const int jobs = wanted_jobs(), namespaces = jobs / 40, per_namespace = 40;
    testing::environment_options o;
    o.rbac = true;
    o.api.event_ttl = std::chrono::hours(1000);
    o.api.run = {.garbage_collection = false,
                 .namespaces = false,
                 .workloads = false,
                 .addresses = false,
                 .endpoints = false,
                 .nodes = false};
    testing::environment env(o);
    env.install<jw>();
    constexpr duration every = 30s;
    const wall_time begin = env.event_loop().wall_now();
    env.run([&]() -> awaitable<void> {
        jw all = make("all", 1h, 2h, every);
        all.spec.namespace_patterns = {"team-[0-9]+"};
        all.spec.job_name_patterns = {"run-.*"};
        (co_await env.client().create(all)).value();
        for (int n = 0; n < namespaces; ++n) {
            core_v1::namespace_ made;
            made.metadata.name = "team-" + std::to_string(n);
            (co_await env.client().create(made)).value();
            for (int i = 0; i < per_namespace; ++i) {
                job j = runs("run-" + std::to_string(i), false, made.metadata.name.str());
                (co_await env.client().create(j)).value();
                // They ended within the last half hour, every fourth badly.
                const wall_time when = begin - std::chrono::seconds(i * 45);
                const std::string at = timestamp::from(when).to_string();
                (co_await env.client().merge_patch<job>(
                     key_of(j), {{"status", ended_job_status(i % 4 == 0 ? "Failed" : "Complete", at)}}, {},
                     "status"))
                    .value();
            }
        }
    });
    manager& m = env.start(::job_watcher::add_job_watcher_controller, named_as_the_program());
    std::size_t calls = 0;
    int passes = 0;
    env.run([&]() -> awaitable<void> {
        co_await env.async_until_idle(10s);
        auto& asked = env.requests();
        BOOST_TEST(asked.count(verb::list, "jobs") == 1u);
        BOOST_TEST(asked.count(verb::list, "jobwatchers") == 1u);
        BOOST_TEST(asked.count(verb::patch, "jobwatchers") == 1u);  // its status: ready
        BOOST_TEST(asked.count(verb::remove) == 0u);
        BOOST_TEST(asked.total() == 5u);  // and two watches
        const auto counted = [&](const jw& w) {
            return w.status.counts.completed == jobs * 3 / 4 && w.status.counts.failed == jobs / 4;
        };
        const auto live = co_await env.async_until<jw>(key("all"), "all are deleted", counted, 3h);
        BOOST_TEST(live->status.counts.waiting == 0);
        calls = co_await env.async_until_idle(20min, 3h);
        BOOST_TEST(asked.count(verb::remove, "jobs") == static_cast<std::size_t>(jobs));
        // Jobs ended at 40 moments, each in every namespace: a pass for each, and a status.
        passes = static_cast<int>(asked.count(verb::patch, "jobwatchers")) - 1;
        BOOST_TEST(passes == per_namespace);
        const std::size_t events = asked.count(verb::create, "events") + asked.count(verb::patch, "events");
        BOOST_TEST(events >= 20u);
        BOOST_TEST(events <= 20u + 3 * 60 / 6);
        BOOST_TEST(asked.count(verb::list) == 2u);
        BOOST_TEST(asked.count(verb::get) == 0u);
        BOOST_TEST(asked.count(verb::update) == 0u);
        BOOST_TEST_MESSAGE(jobs << " Jobs in " << namespaces << " namespaces: " << asked.count(verb::list)
                                << " lists, " << asked.count(verb::remove) << " deletions, " << passes
                                << " passes with a status each, " << events << " events");
        std::int64_t told = 0;
        for (const auto& e : (co_await env.client().list<events_v1::event>()).value()) {
            if (e->reason == "DeletedJob") ++told;
            if (e->reason == "DeletedJobs")
                told += std::atoll(e->note.str().c_str() + std::string("Deleted ").size());
        }
        BOOST_TEST(told == jobs);
        co_await env.event_loop().sleep(24h);
        BOOST_TEST(co_await env.async_until_idle() == calls);
    });
    BOOST_TEST(env.requests().compare(m.roles({})).not_granted.empty());
}

BOOST_AUTO_TEST_SUITE_END()
