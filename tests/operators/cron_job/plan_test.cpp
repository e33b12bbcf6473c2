#include "operators/cron_job/plan.hpp"

#include "made_up.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_plan)

using namespace cron_job_test;
using ::cron_job::desired_status;
using ::cron_job::make_plan;
using ::cron_job::plan;
using ::cron_job::started_run;

namespace {

plan plan_at(std::string_view now, const cj& self, const jobs& seen = {}) {
    return make_plan(self, seen, wall_time(at(now)));
}
std::string names_of(const jobs& list) {
    std::string names;
    for (const auto& j : list) names += (names.empty() ? "" : " ") + j->metadata.name.str();
    return names;
}
int noted(const plan& p, std::string_view reason) {
    return static_cast<int>(std::ranges::count(p.notes, reason, &::cron_job::note::reason));
}
// "status reason" of a condition.
std::string reported(const ::cron_job::cron_job_status& s, std::string_view type) {
    const condition* c = find_condition(s.conditions, type);
    return c ? std::string(to_string(c->status)) + " " + c->reason.str() : "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(run_is_due_at_its_time_and_not_before) {
    const cj self = make("web");
    const plan early = plan_at("2026-01-01T00:59:59Z", self);
    BOOST_TEST(text_of(early.start) == "never");
    BOOST_TEST(text_of(early.next) == "2026-01-01T01:00:00Z");
    const plan now = plan_at("2026-01-01T01:00:00Z", self);
    BOOST_TEST(text_of(now.start) == "2026-01-01T01:00:00Z");
    BOOST_TEST(text_of(now.next) == "2026-01-01T02:00:00Z");
    BOOST_TEST(reported(desired_status(self, now, {}, wall_time(at("2026-01-01T01:00:00Z"))), "Ready") ==
               "True Scheduled");
}

BOOST_AUTO_TEST_CASE(only_the_last_missed_run_starts) {
    cj self = make("web");
    self.status.last_schedule_time = timestamp(at("2026-01-01T03:00:00Z"));
    const plan p = plan_at("2026-01-01T07:30:00Z", self);
    BOOST_TEST(text_of(p.start) == "2026-01-01T07:00:00Z");
    BOOST_TEST(noted(p, "TooManyMissedTimes") == 0);
    BOOST_TEST(text_of(plan_at("2026-01-01T03:59:59Z", self).start) == "never");
}

BOOST_AUTO_TEST_CASE(more_than_a_hundred_missed_runs_are_reported) {
    cj self = make("web", "* * * * *");
    BOOST_TEST(noted(plan_at("2026-01-01T01:40:00Z", self), "TooManyMissedTimes") == 0);
    const plan p = plan_at("2026-01-01T01:41:00Z", self);
    BOOST_TEST(noted(p, "TooManyMissedTimes") == 1);
    BOOST_TEST(text_of(p.start) == "2026-01-01T01:41:00Z");
    // Runs before the deadline are not counted.
    self.spec.starting_deadline_seconds = 600;
    BOOST_TEST(noted(plan_at("2026-01-01T01:41:00Z", self), "TooManyMissedTimes") == 0);
}

BOOST_AUTO_TEST_CASE(run_does_not_start_after_its_deadline) {
    cj self = make("web");
    self.spec.starting_deadline_seconds = 60;
    BOOST_TEST(text_of(plan_at("2026-01-01T01:01:00Z", self).start) == "2026-01-01T01:00:00Z");
    const plan late = plan_at("2026-01-01T01:01:01Z", self);
    BOOST_TEST(text_of(late.start) == "never");
    BOOST_REQUIRE(late.missed.has_value());
    BOOST_TEST(late.missed->reason == "MissSchedule");
    BOOST_TEST(late.missed->message == "The run of 2026-01-01T01:00:00Z did not start within 60 s.");
    BOOST_TEST(reported(desired_status(self, late, {}, wall_time()), "Degraded") == "True MissSchedule");
    BOOST_TEST(text_of(late.next) == "2026-01-01T02:00:00Z");
    self.spec.starting_deadline_seconds = 0;
    BOOST_TEST(text_of(plan_at("2026-01-01T01:00:00Z", self).start) == "2026-01-01T01:00:00Z");
}

BOOST_AUTO_TEST_CASE(run_that_has_started_is_known_from_its_job_or_from_the_status) {
    cj self = make("web");
    const jobs seen = {shared(job_of(self, "2026-01-01T02:00:00Z"))};
    const plan p = plan_at("2026-01-01T02:30:00Z", self, seen);
    BOOST_TEST(text_of(p.start) == "never");
    BOOST_TEST(p.last_schedule_time.to_string() == "2026-01-01T02:00:00Z");
    self.status.last_schedule_time = timestamp(at("2026-01-01T02:00:00Z"));
    BOOST_TEST(text_of(plan_at("2026-01-01T02:30:00Z", self).start) == "never");
}

BOOST_AUTO_TEST_CASE(job_with_an_annotation_of_another_run_counts_for_none) {
    const cj self = make("web");
    job renamed = job_of(self, "2026-01-01T02:00:00Z");
    renamed.metadata.name = "by-hand";
    job future = job_of(self, "2027-01-01T02:00:00Z");
    job odd = job_of(self, "2026-01-01T02:00:00Z");
    odd.metadata.annotations[::cron_job::scheduled_time] = "yesterday";
    const plan p = plan_at("2026-01-01T02:30:00Z", self,
                           {shared(std::move(renamed)), shared(std::move(future)), shared(std::move(odd))});
    BOOST_TEST(text_of(p.start) == "2026-01-01T02:00:00Z");
    BOOST_TEST(p.active.size() == 3u);
}

BOOST_AUTO_TEST_CASE(concurrency_policy_decides_beside_an_active_job) {
    cj self = make("web");
    const jobs seen = {shared(job_of(self, "2026-01-01T01:00:00Z"))};
    const std::string active = names_of(seen);
    for (const auto policy :
         {std::optional<concurrency_policy>(), std::optional(concurrency_policy::allow)}) {
        self.spec.concurrency = policy;
        const plan allowed = plan_at("2026-01-01T02:00:00Z", self, seen);
        BOOST_TEST(text_of(allowed.start) == "2026-01-01T02:00:00Z");
        BOOST_TEST(names_of(allowed.active) == active);
        BOOST_TEST(allowed.replaced.empty());
    }
    self.spec.concurrency = concurrency_policy::replace;
    const plan replaced = plan_at("2026-01-01T02:00:00Z", self, seen);
    BOOST_TEST(text_of(replaced.start) == "2026-01-01T02:00:00Z");
    BOOST_TEST(names_of(replaced.replaced) == active);
    BOOST_TEST(replaced.active.empty());
    BOOST_TEST(plan_at("2026-01-01T01:30:00Z", self, seen).replaced.empty());
    self.spec.concurrency = concurrency_policy::forbid;
    const plan forbidden = plan_at("2026-01-01T02:00:00Z", self, seen);
    BOOST_TEST(text_of(forbidden.start) == "never");
    BOOST_TEST(text_of(forbidden.next) == "2026-01-01T03:00:00Z");
    const auto ended = {shared(job_of(self, "2026-01-01T01:00:00Z", "Complete"))};
    BOOST_TEST(text_of(plan_at("2026-01-01T02:20:00Z", self, ended).start) == "2026-01-01T02:00:00Z");
}

BOOST_AUTO_TEST_CASE(forbidden_run_is_reported_once) {
    cj self = make("web", "* * * * *");
    self.spec.concurrency = concurrency_policy::forbid;
    const jobs seen = {shared(job_of(self, "2026-01-01T01:00:00Z"))};
    const wall_time now(at("2026-01-01T05:00:00Z"));
    const plan first = make_plan(self, seen, now);
    BOOST_TEST(noted(first, "JobAlreadyActive") == 1);
    BOOST_TEST(noted(first, "TooManyMissedTimes") == 1);
    self.status = desired_status(self, first, {}, now);
    BOOST_TEST(reported(self.status, "Ready") == "True JobAlreadyActive");
    const plan again = make_plan(self, seen, now + 10s);
    BOOST_TEST(noted(again, "JobAlreadyActive") == 0);
    BOOST_TEST(noted(again, "TooManyMissedTimes") == 0);
    BOOST_TEST(noted(make_plan(self, seen, now + 60s), "JobAlreadyActive") == 1);
}

BOOST_AUTO_TEST_CASE(suspended_or_invalid_cron_job_starts_nothing_and_says_why) {
    const wall_time now(at("2026-01-01T02:00:00Z"));
    const auto ready = [&](const cj& self) {
        const plan p = make_plan(self, {}, now);
        BOOST_TEST(text_of(p.start) == "never");
        BOOST_TEST(text_of(p.next) == "never");
        return reported(desired_status(self, p, {}, now), "Ready");
    };
    cj suspended = make("web");
    suspended.spec.suspend = true;
    BOOST_TEST(ready(suspended) == "False Suspended");
    suspended.spec.suspend = false;
    BOOST_TEST(text_of(make_plan(suspended, {}, now).start) == "2026-01-01T02:00:00Z");
    BOOST_TEST(ready(make("web", "never")) == "False UnparseableSchedule");
    cj nowhere = make("web");
    nowhere.spec.time_zone = "Mars/Phobos";
    BOOST_TEST(ready(nowhere) == "False UnknownTimeZone");
}

BOOST_AUTO_TEST_CASE(oldest_ended_jobs_beyond_the_limits_expire) {
    cj self = make("web");
    jobs seen;
    for (const char* run : {"2026-01-01T05:00:00Z", "2026-01-01T01:00:00Z", "2026-01-01T03:00:00Z",
                            "2026-01-01T02:00:00Z", "2026-01-01T04:00:00Z"})
        seen.push_back(shared(job_of(self, run, "Complete")));
    for (const char* run : {"2026-01-01T07:00:00Z", "2026-01-01T06:00:00Z"})
        seen.push_back(shared(job_of(self, run, "Failed")));
    seen.push_back(shared(job_of(self, "2026-01-01T08:00:00Z")));
    const auto expired = [&] { return names_of(plan_at("2026-01-01T08:30:00Z", self, seen).expired); };
    const auto name = [&](std::string_view run) { return job_name(self, at(run)); };
    const std::string oldest = name("2026-01-01T01:00:00Z") + " " + name("2026-01-01T02:00:00Z");
    BOOST_TEST(expired() == oldest + " " + name("2026-01-01T06:00:00Z"));
    self.spec.suspend = true;
    BOOST_TEST(expired() == oldest + " " + name("2026-01-01T06:00:00Z"));
    self.spec.successful_jobs_history_limit = 5;
    self.spec.failed_jobs_history_limit = 0;
    BOOST_TEST(expired() == name("2026-01-01T06:00:00Z") + " " + name("2026-01-01T07:00:00Z"));
    job leaving = *seen[5];
    leaving.metadata.deletion_timestamp = timestamp(at("2026-01-01T08:00:00Z"));
    seen[5] = shared(std::move(leaving));
    BOOST_TEST(expired() == name("2026-01-01T06:00:00Z"));
}

BOOST_AUTO_TEST_CASE(status_lists_active_jobs_and_the_last_times) {
    cj self = make("web");
    const jobs seen = {shared(job_of(self, "2026-01-01T01:00:00Z", "Complete")),
                       shared(job_of(self, "2026-01-01T02:00:00Z")),
                       shared(job_of(self, "2026-01-01T03:00:00Z", "Failed"))};
    self.status.active = {::cron_job::reference_to(*seen[0]), ::cron_job::reference_to(*seen[1]),
                          ::cron_job::reference_to(job_of(self, "2026-01-01T00:00:00Z"))};
    const wall_time now(at("2026-01-01T04:00:00Z"));
    const plan p = make_plan(self, seen, now);
    BOOST_TEST(noted(p, "SawCompletedJob") == 1);
    BOOST_TEST(noted(p, "MissingJob") == 1);
    const auto quiet = desired_status(self, p, {}, now);
    BOOST_TEST(quiet.active.size() == 1u);
    BOOST_TEST(quiet.last_schedule_time.to_string() == "2026-01-01T03:00:00Z");
    BOOST_TEST(quiet.last_successful_time.to_string() == "2026-01-01T01:00:10Z");
    const auto started = desired_status(self, p, {shared(job_of(self, "2026-01-01T04:00:00Z")), {}}, now);
    BOOST_REQUIRE(started.active.size() == 2u);
    BOOST_TEST(started.active[1].name == job_name(self, at("2026-01-01T04:00:00Z")));
    BOOST_TEST(started.last_schedule_time.to_string() == "2026-01-01T04:00:00Z");
    const auto refused = desired_status(self, p, {nullptr, problem{"Forbidden", "no"}}, now);
    BOOST_TEST(reported(refused, "Degraded") == "True Forbidden");
    BOOST_TEST(refused.last_schedule_time.to_string() == "2026-01-01T03:00:00Z");
}

BOOST_AUTO_TEST_SUITE_END()
