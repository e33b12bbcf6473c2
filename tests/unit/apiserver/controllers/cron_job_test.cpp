// CronJobs: which runs are due, and what is done about the Jobs of former ones.
#include "apiserver/controllers/cron_job/plan.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(cron_job_test)

namespace {

timestamp at(std::string_view text) {
    return timestamp::parse(text).value();
}

partial_cron_job make(std::string_view schedule = "*/10 * * * *") {
    partial_cron_job c;
    c.metadata.name = "backup";
    c.metadata.ns = "default";
    c.metadata.uid = "cron-uid";
    c.metadata.creation_timestamp = at("2026-01-01T00:05:00Z");
    c.spec.schedule = schedule;
    c.spec.concurrency_policy = "Allow";
    c.spec.successful_jobs_history_limit = 3;
    c.spec.failed_jobs_history_limit = 1;
    c.spec.job_template = boost::json::parse(
        R"({"metadata":{"labels":{"app":"x"}},"spec":{"template":{"spec":{"restartPolicy":"Never"}}}})");
    return c;
}

job_ptr job_of(std::string_view name, std::string_view ended = "", std::string_view when = "") {
    partial_job j;
    j.metadata.name = name;
    j.metadata.ns = "default";
    j.metadata.uid = std::string(name) + "-uid";
    if (!when.empty()) j.status.start_time = at(when);
    if (!ended.empty()) {
        workload_condition c;
        c.type = ended;
        c.status = condition_status::true_;
        j.status.conditions.push_back(c);
        if (ended == "Complete" && !when.empty()) j.status.completion_time = at(when);
    }
    return std::make_shared<partial_job>(std::move(j));
}

cron_plan plan_at(const partial_cron_job& c, std::string_view when, std::vector<job_ptr> jobs = {},
                  std::set<std::string> missing = {}) {
    return plan_cron_job(c, {std::move(jobs), std::move(missing), at(when).to_wall_time()});
}
std::string run_at(const partial_cron_job& c, std::string_view when) {
    const cron_plan p = plan_at(c, when);
    return p.run ? timestamp(*p.run).to_string() : "none";
}
std::vector<std::string> reasons(const cron_plan& p) {
    std::vector<std::string> all;
    for (const cron_event& e : p.events) all.push_back(e.reason);
    return all;
}
using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(the_latest_run_that_is_due_starts) {
    const auto c = make();
    BOOST_TEST(run_at(c, "2026-01-01T00:09:59Z") == "none");
    BOOST_TEST(run_at(c, "2026-01-01T00:10:00Z") == "2026-01-01T00:10:00Z");
    BOOST_TEST(run_at(c, "2026-01-01T00:45:00Z") == "2026-01-01T00:40:00Z");
    BOOST_CHECK(plan_at(c, "2026-01-01T00:09:00Z").again == std::optional<duration>(60s + 100ms));
    BOOST_CHECK(plan_at(c, "2026-01-01T00:10:00Z").again == std::optional<duration>(600s + 100ms));
    // The real controller, too, estimates the last run from the first interval, and finds none here.
    BOOST_TEST(run_at(make("30 6-16/4 * * 1-5"), "2026-01-06T05:00:00Z") == "none");
    BOOST_TEST(run_at(make("30 6-16/4 * * 1-5"), "2026-01-06T15:00:00Z") == "2026-01-06T14:30:00Z");
    BOOST_TEST(run_at(make("@every 7m"), "2026-01-01T00:30:00Z") == "2026-01-01T00:26:00Z");
    auto done = make();
    done.status.last_schedule_time = at("2026-01-01T00:40:00Z");
    BOOST_TEST(run_at(done, "2026-01-01T00:45:00Z") == "none");
}

BOOST_AUTO_TEST_CASE(many_missed_runs_are_reported) {
    BOOST_TEST(reasons(plan_at(make(), "2026-01-01T10:00:00Z")) == texts(), boost::test_tools::per_element());
    const cron_plan p = plan_at(make(), "2026-01-03T00:00:00Z");
    BOOST_TEST(reasons(p) == texts{"TooManyMissedTimes"}, boost::test_tools::per_element());
    BOOST_TEST(timestamp(p.run.value()).to_string() == "2026-01-03T00:00:00Z");
}

BOOST_AUTO_TEST_CASE(a_run_past_its_deadline_is_missed) {
    auto c = make();
    c.spec.starting_deadline_seconds = 60;
    BOOST_TEST(run_at(c, "2026-01-01T00:10:59Z") == "2026-01-01T00:10:00Z");
    // Runs before the deadline are not considered at all.
    BOOST_TEST(run_at(c, "2026-01-01T00:11:30Z") == "none");
    BOOST_CHECK(plan_at(c, "2026-01-01T00:11:30Z").again == std::optional<duration>(510s + 100ms));
}

BOOST_AUTO_TEST_CASE(no_time_and_no_deadline_is_too_large) {
    auto c = make();
    c.spec.starting_deadline_seconds = std::numeric_limits<std::int64_t>::max();
    BOOST_TEST(run_at(c, "2026-01-01T00:45:00Z") == "2026-01-01T00:40:00Z");
    c = make();
    c.status.last_schedule_time = at("1000-01-01T00:00:00Z");
    BOOST_TEST(run_at(c, "2026-01-01T00:45:00Z") == "2026-01-01T00:40:00Z");
    BOOST_TEST(reasons(plan_at(c, "2026-01-01T00:45:00Z")) == texts{"TooManyMissedTimes"},
               boost::test_tools::per_element());
    c.status.last_schedule_time = at("9998-01-01T00:00:00Z");
    const cron_plan waits = plan_at(c, "2026-01-01T00:45:00Z");
    BOOST_TEST(!waits.run.has_value());
    BOOST_CHECK(waits.again == std::optional<duration>(24h * 365 + 100ms));
}

BOOST_AUTO_TEST_CASE(concurrency_follows_the_policy) {
    auto c = make();
    object_reference active;
    active.ns = "default";
    active.name = "backup-1";
    active.uid = "backup-1-uid";
    c.status.active.push_back(active);
    const std::vector<job_ptr> jobs = {job_of("backup-1")};
    BOOST_TEST(plan_at(c, "2026-01-01T00:10:00Z", jobs).run.has_value());
    c.spec.concurrency_policy = "Forbid";
    const cron_plan waits = plan_at(c, "2026-01-01T00:10:00Z", jobs);
    BOOST_TEST(!waits.run.has_value());
    BOOST_TEST(reasons(waits) == texts{"JobAlreadyActive"}, boost::test_tools::per_element());
    c.spec.concurrency_policy = "Replace";
    const cron_plan replaces = plan_at(c, "2026-01-01T00:10:00Z", jobs);
    BOOST_REQUIRE(replaces.replace.size() == 1u);
    BOOST_TEST(replaces.replace[0].name == "backup-1");
    BOOST_TEST(replaces.status.active.empty());
}

BOOST_AUTO_TEST_CASE(ended_and_missing_jobs_leave_the_active_ones) {
    auto c = make();
    for (const char* name : {"good", "bad", "gone"}) {
        object_reference r;
        r.name = name;
        r.uid = std::string(name) + "-uid";
        c.status.active.push_back(r);
    }
    const cron_plan p = plan_at(
        c, "2026-01-01T00:06:00Z",
        {job_of("bad", "Failed"), job_of("good", "Complete", "2026-01-01T00:05:30Z"), job_of("strange")},
        {"gone-uid"});
    BOOST_TEST(p.status.active.empty());
    BOOST_TEST(p.status.last_successful_time.to_string() == "2026-01-01T00:05:30Z");
    BOOST_TEST(reasons(p) == (texts{"SawCompletedJob", "SawCompletedJob", "UnexpectedJob", "MissingJob"}),
               boost::test_tools::per_element());
    BOOST_TEST(p.events[0].message == "Saw completed job: bad, condition: Failed");
}

BOOST_AUTO_TEST_CASE(the_oldest_ended_jobs_are_deleted) {
    auto c = make();
    c.spec.successful_jobs_history_limit = 1;
    c.spec.failed_jobs_history_limit = 0;
    const cron_plan p = plan_at(c, "2026-01-01T00:06:00Z",
                                {job_of("b", "Complete", "2026-01-01T00:03:00Z"),
                                 job_of("a", "Complete", "2026-01-01T00:04:00Z"), job_of("f", "Failed")});
    BOOST_REQUIRE(p.remove.size() == 2u);
    BOOST_TEST(p.remove[0]->metadata.name == "b");
    BOOST_TEST(p.remove[1]->metadata.name == "f");
}

BOOST_AUTO_TEST_CASE(nothing_starts_while_suspended_deleted_or_without_a_valid_schedule) {
    auto c = make();
    c.spec.suspend = true;
    BOOST_TEST(run_at(c, "2026-01-01T00:10:00Z") == "none");
    c = make();
    c.metadata.deletion_timestamp = at("2026-01-01T00:10:00Z");
    BOOST_TEST(run_at(c, "2026-01-01T00:10:00Z") == "none");
    c = make("59 23 31 2 *");
    BOOST_TEST(reasons(plan_at(c, "2026-01-01T00:10:00Z")) == texts{"InvalidSchedule"},
               boost::test_tools::per_element());
    BOOST_TEST(reasons(plan_at(make("nonsense"), "2026-01-01T00:10:00Z")) == texts{"UnparseableSchedule"},
               boost::test_tools::per_element());
    c = make();
    c.spec.time_zone = "Mars/Phobos";
    const cron_plan p = plan_at(c, "2026-01-01T00:10:00Z");
    BOOST_REQUIRE(p.events.size() == 1u);
    BOOST_TEST(p.events[0].message == "invalid timeZone: \"Mars/Phobos\": unknown time zone Mars/Phobos");
}

BOOST_AUTO_TEST_CASE(jobs_are_named_after_their_minute_and_have_its_local_time) {
    auto c = make("0 9 * * *");
    c.spec.time_zone = "Europe/Berlin";
    const cron_plan p = plan_at(c, "2026-01-01T08:00:00Z");
    BOOST_TEST(p.job.at("metadata").at("name").as_string() == "backup-29454240");
    BOOST_TEST(p.job.at("metadata")
                   .at("annotations")
                   .at("batch.kubernetes.io/cronjob-scheduled-timestamp")
                   .as_string() == "2026-01-01T09:00:00+01:00");
    BOOST_TEST(p.job.at("metadata").at("labels").at("app").as_string() == "x");
    BOOST_TEST(p.job.at("spec").at("template").at("spec").at("restartPolicy").as_string() == "Never");
    cron_job_status s;
    add_active(s, *job_of("j"), *p.run);
    BOOST_TEST(is_active_job(s, "j-uid"));
    BOOST_TEST(s.last_schedule_time.to_string() == "2026-01-01T08:00:00Z");
}

BOOST_AUTO_TEST_SUITE_END()
