// The operators of this repository under every single fault of a short story.

#include "operators/cron_job/reconciler.hpp"
#include "operators/cron_job/webhook.hpp"
#include "operators/job_watcher/reconciler.hpp"
#include "operators/job_watcher/webhook.hpp"
#include "operators/podroute/reconciler.hpp"
#include "operators/podroute/webhook.hpp"
#include "operators/redis/reconciler.hpp"
#include "operators/web_server/reconciler.hpp"
#include "operators/web_server/webhook.hpp"
#include "setpoint/sim/explore.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <cstdlib>

BOOST_AUTO_TEST_SUITE(explored_operators)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

manager_options named(std::string name) {
    manager_options o = testing::environment::default_options();
    o.name = std::move(name);
    return o;
}
template <void (*Controller)(manager&), void (*Webhooks)(manager&)>
void with_webhooks(manager& m) {
    Controller(m);
    Webhooks(m);
}
template <class T>
T object(std::string name) {
    T o;
    o.metadata.name = std::move(name);
    o.metadata.ns = "default";
    return o;
}

// Whatever the operator: every plan is run, and nothing is found.
void check(sim::exploration what) {
    if (const char* plan = std::getenv("SETPOINT_REPLAY")) what.replay = plan;
    if (const char* name = std::getenv("SETPOINT_ONLY")) what.only = {name};
    if (std::getenv("SETPOINT_EXPLORE_WHOLE")) what.end_early = false;
    if (std::getenv("SETPOINT_PAIRS")) what.pairs = true;
    if (const char* jobs = std::getenv("SETPOINT_JOBS")) what.jobs = std::stoul(jobs);
    what.cluster.rbac = !std::getenv("SETPOINT_WITHOUT_RBAC");
    const sim::findings found = sim::explore(what);
    BOOST_TEST(found.empty(), found.text());
    BOOST_TEST(found.run == found.plans);
    BOOST_TEST_MESSAGE(
        found.text() << fmt::format("slowest: {}: {:.2f} s", found.slowest, found.slowest_seconds));
}

void host_web(testing::environment& env) {
    using ws = ::web_server::web_server;
    const auto rolled_out = [](std::int32_t n) {
        return [n](const ws& w) {
            return w.status.observed_generation == w.metadata.generation && w.status.ready_replicas == n &&
                   w.status.replicas == n;
        };
    };
    ws w = object<ws>("web");
    w.spec = {.replicas = 2, .image = "nginx:1.23.1"};
    env.create(w);
    env.until<ws>("web", rolled_out(2));
    env.patch<ws>("web", {{"spec", {{"replicas", 1}}}});
    env.until<ws>("web", rolled_out(1));
    env.remove<deployment>("web");
    env.until<deployment>("web", [](const deployment& d) { return d.status.ready_replicas == 1; });
}

void run_redis(testing::environment& env) {
    using rd = ::redis::redis;
    const auto ready = [](std::int32_t n) {
        return [n](const rd& r) {
            return r.status.observed_generation == r.metadata.generation && r.status.ready_replicas == n &&
                   r.status.replicas == n;
        };
    };
    rd r = object<rd>("cache");
    r.spec.num = 2;
    r.spec.port = 6379;
    env.create(r);
    env.until<rd>("cache", ready(2));
    env.patch<rd>("cache", {{"spec", {{"num", 1}}}});
    env.until<rd>("cache", ready(1));
    env.patch<rd>("cache", {{"spec", {{"num", 2}}}});
    env.until<rd>("cache", ready(2));
}

void route_pods(testing::environment& env) {
    using pr = ::podroute::podroute;
    const auto ready = [](std::int32_t n) {
        return [n](const pr& p) {
            return p.status.observed_generation == p.metadata.generation && p.status.ready_replicas == n &&
                   p.status.replicas == n;
        };
    };
    pr p = object<pr>("shop");
    p.spec.replicas = 1;
    p.spec.image = "shop:1";
    env.create(p);
    env.until<pr>("shop", ready(1));
    env.patch<pr>("shop", {{"spec", {{"image", "shop:2"}}}});
    env.until<pr>("shop", ready(1));
}

job short_job(std::string name) {
    job j = object<job>(std::move(name));
    j.spec.backoff_limit = 3;  // it succeeds, whatever happens to its pods
    pod_spec& pods = j.spec.pod_template.spec;
    pods.restart_policy = "Never";
    container& only = pods.containers.emplace_back();
    only.name = "main";
    only.image = "busybox:1";
    return j;
}

void watch_jobs(testing::environment& env) {
    using jw = ::job_watcher::job_watcher;
    jw w = object<jw>("cleaner");
    w.spec.completed_ttl = 5s;
    w.spec.delay = 1s;
    env.create(w);
    env.create(short_job("first"));
    env.until_gone<job>("first", 5min);
    env.create(short_job("second"));
    env.until_gone<job>("second", 5min);
}

void run_on_time(testing::environment& env) {
    using cj = ::cron_job::cron_job;
    cj c = object<cj>("nightly");
    c.spec.schedule = "* * * * *";
    c.spec.successful_jobs_history_limit = 1;
    c.spec.job_template.spec = short_job("").spec;
    env.create(c);
    env.until<cj>("nightly", [](const cj& x) { return x.status.last_successful_time.is_set(); }, 5min);
    env.patch<cj>("nightly", {{"spec", {{"suspend", true}}}});
    env.until<cj>(
        "nightly",
        [](const cj& x) {
            return x.status.observed_generation == x.metadata.generation && x.status.active.empty();
        },
        5min);
}

// If the process ends during a pass, the Jobs of that pass are not counted (src/operators/job_watcher).
void forgive_counts(boost::json::object& o) {
    if (o.at("kind").as_string() != "JobWatcher") return;
    if (boost::json::value* status = o.if_contains("status"))
        for (const char* field : {"counts", "lastDeleted", "start", "end"}) status->as_object().erase(field);
}

}  // namespace

BOOST_AUTO_TEST_CASE(web_servers) {
    check(
        {.operators =
             {with_webhooks<::web_server::add_web_server_controller, ::web_server::add_web_server_webhooks>},
         .story = host_web,
         .options = named("webserver-operator")});
}
BOOST_AUTO_TEST_CASE(redis) {
    check({.operators = {::redis::add_redis_controller},
           .story = run_redis,
           .options = named("redis-operator")});
}
BOOST_AUTO_TEST_CASE(podroutes) {
    check(
        {.operators = {with_webhooks<::podroute::add_podroute_controller, ::podroute::add_podroute_webhooks>},
         .story = route_pods,
         .options = named("podroute-operator")});
}
BOOST_AUTO_TEST_CASE(job_watchers) {
    check({.operators = {with_webhooks<::job_watcher::add_job_watcher_controller,
                                       ::job_watcher::add_job_watcher_webhooks>},
           .story = watch_jobs,
           .options = named("jobwatcher-operator"),
           .forgive = forgive_counts});
}
BOOST_AUTO_TEST_CASE(cron_jobs) {
    check(
        {.operators = {with_webhooks<::cron_job::add_cron_job_controller, ::cron_job::add_cron_job_webhooks>},
         .story = run_on_time,
         .options = named("cronjob-operator"),
         // A Job that was created is never changed. One whose pod is deleted has failed, so that another
         // run follows; a CronJob that is created again while it is suspended runs nothing.
         .except = {"P11.edit", "P26", "P25", "P22"}});
}

BOOST_AUTO_TEST_SUITE_END()
