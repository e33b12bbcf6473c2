// CronJobs on a control plane, real or embedded. Schedules have minutes, so a test waits for one to begin;
// the others use runs that are due already.
#include "fixture.hpp"

using namespace workloads_test;

BOOST_AUTO_TEST_SUITE(cron_job_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

cron_job make_cron(const workload_world& w, std::string schedule) {
    cron_job c;
    c.metadata.name = "backup";
    c.metadata.ns = w.ns;
    c.spec.schedule = std::move(schedule);
    c.spec.job_template.metadata.labels["app"] = "backup";
    c.spec.job_template.spec.pod_template = template_of("busybox:1");
    c.spec.job_template.spec.pod_template.spec.restart_policy = "Never";
    return c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run_starts_at_its_minute_and_is_reported_until_it_has_ended) {
    workload_world w;
    w.run(
        [&]() -> awaitable<void> {
            cron_job made = make_cron(w, "* * * * *");
            made.spec.time_zone = "Asia/Kolkata";
            (co_await w.api.create(made)).value();
            auto c = co_await w.until<cron_job>(
                w.key("backup"), "a run",
                [](const cron_job& x) { return x.status.last_schedule_time.is_set(); }, 80s);
            const auto run = c->status.last_schedule_time.value();
            const std::string name = fmt::format("backup-{}", run.time_since_epoch().count() / 60);
            const auto j = (co_await w.api.get<job>(w.key(name))).value();
            BOOST_TEST(j->metadata.labels.at("app") == "backup");
            std::string local = timestamp(run + 5h + 30min).to_string();
            local.replace(local.size() - 1, 1, "+05:30");
            BOOST_TEST(j->metadata.annotations.at("batch.kubernetes.io/cronjob-scheduled-timestamp") ==
                       local);
            BOOST_TEST(is_controlled_by(j->metadata, c->metadata.uid));
            (co_await w.api.merge_patch<cron_job>(w.key("backup"), {{"spec", {{"suspend", true}}}})).value();
            c = co_await w.until<cron_job>(w.key("backup"), "an end", [](const cron_job& x) {
                return x.status.active.empty() && x.status.last_successful_time.is_set();
            });
            co_await w.expect_events(
                "CronJob", "backup",
                fmt::format("SawCompletedJob: Saw completed job: {0}, condition: Complete\n"
                            "SuccessfulCreate: Created job {0}\n",
                            name));
        },
        180s);
}

BOOST_AUTO_TEST_CASE(history_limits_delete_ended_jobs_and_unknown_ones_are_reported) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        cron_job made = make_cron(w, "0 0 1 1 *");
        made.spec.successful_jobs_history_limit = 1;
        const auto c = (co_await w.api.create(made)).value();
        for (const char* name : {"a", "b"}) {
            job j;
            j.metadata.name = name;
            j.metadata.ns = w.ns;
            j.metadata.owner_references.push_back(
                make_controller_reference(kind_of<cron_job>().gvk, c->metadata));
            j.spec = made.spec.job_template.spec;
            (co_await w.api.create(j)).value();
            co_await w.until<job>(w.key(name), "ended",
                                  [](const job& x) { return is_true(x.status.conditions, "Complete"); });
        }
        for (std::size_t left = 2; left > 1; co_await w.l.sleep(50ms))
            left = (co_await w.api.list<job>(w.here())).value().size();
        const auto text = co_await w.events("CronJob", "backup");
        BOOST_TEST(text.find("UnexpectedJob: Saw a job that the controller did not create or forgot: a\n") !=
                       std::string::npos,
                   text);
        BOOST_TEST(text.find("SuccessfulDelete: Deleted job a\n") != std::string::npos, text);
    });
}

BOOST_AUTO_TEST_SUITE_END()
