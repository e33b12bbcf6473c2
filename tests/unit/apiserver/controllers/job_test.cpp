// Jobs: indexes, counting, completion.
#include "apiserver/controllers/job/plan.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(job_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

partial_job job_of(std::int32_t completions, std::int32_t parallelism) {
    partial_job j;
    j.metadata.name = "work";
    j.metadata.ns = "default";
    j.spec.completions = completions;
    j.spec.parallelism = parallelism;
    j.spec.backoff_limit = 2;
    j.spec.completion_mode = "NonIndexed";
    return j;
}

pod_ptr pod_of(std::string_view name, std::string_view phase, bool tracked = true, int index = -1,
               duration ended = 1h) {
    auto p = std::make_shared<partial_pod>();
    p->metadata.name = name;
    p->metadata.uid = std::string(name) + "-uid";
    if (tracked) p->metadata.finalizers.push_back(job_finalizer);
    if (index >= 0) p->metadata.annotations[job_index_key] = std::to_string(index);
    p->status.phase = phase;
    if (phase == "Failed" || phase == "Succeeded") {
        container_status s;
        s.state.terminated.emplace();
        s.state.terminated->finished_at = timestamp::from(now - ended);
        p->status.container_statuses.push_back(s);
    }
    return p;
}

pod_ptr going(std::string_view name, std::string_view phase, int index = -1) {
    auto p = std::make_shared<partial_pod>(*pod_of(name, phase, true, index));
    p->metadata.deletion_timestamp = timestamp::from(now);
    return p;
}

std::string reasons(const job_plan& plan) {
    std::string out;
    for (const workload_condition& c : plan.status.conditions)
        out += c.type.str() + "=" + c.reason.str() + " ";
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(index_sets_are_written_as_intervals) {
    index_set s;
    for (const int i : {4, 0, 2, 3, 9, 8}) s.insert(i);
    BOOST_TEST(s.to_string() == "0,2-4,8,9");
    BOOST_TEST(s.total() == 6);
    BOOST_TEST(s.has(3));
    BOOST_TEST(!s.has(5));
    BOOST_TEST(s.missing(3, 12) == (std::vector<int>{1, 5, 6}), boost::test_tools::per_element());
    BOOST_CHECK(index_set::parse("0,2-4,8,9", 10) == s);
    BOOST_TEST(index_set::parse("0,2-4,x,8-", 4).to_string() == "0,2,3");
    BOOST_TEST(index_set::parse("7", 5).total() == 0);
}

BOOST_AUTO_TEST_CASE(pods_are_made_up_to_parallelism_and_never_more_than_are_missing) {
    struct {
        std::int32_t completions, parallelism, succeeded;
        std::size_t made;
    } const cases[] = {{5, 2, 0, 2}, {5, 10, 0, 5}, {5, 3, 4, 1}};
    for (const auto& c : cases) {
        partial_job j = job_of(c.completions, c.parallelism);
        j.status.succeeded = c.succeeded;
        BOOST_TEST(plan_job(j, {}, now).create.size() == c.made);
    }
}

BOOST_AUTO_TEST_CASE(a_finished_pod_is_listed_released_and_then_counted) {
    partial_job j = job_of(1, 1);
    const job_plan first = plan_job(j, {pod_of("a", "Succeeded")}, now);
    BOOST_TEST(first.status.uncounted->succeeded.size() == 1u);
    BOOST_TEST(first.status.succeeded.value_or(0) == 0);
    BOOST_TEST(first.release.size() == 1u);
    BOOST_TEST(first.create.empty());
    BOOST_TEST(reasons(first) == "SuccessCriteriaMet=CompletionsReached ");
    j.status = first.status;
    const job_plan second = plan_job(j, {pod_of("a", "Succeeded", false)}, now);
    BOOST_TEST(second.status.succeeded.value() == 1);
    BOOST_TEST(second.status.uncounted->succeeded.empty());
    BOOST_TEST(reasons(second) == "SuccessCriteriaMet=CompletionsReached Complete=CompletionsReached ");
    BOOST_TEST(second.status.completion_time.is_set());
    BOOST_REQUIRE(second.events.size() == 1u);
    BOOST_TEST(second.events[0].reason == "Completed");
}

BOOST_AUTO_TEST_CASE(too_many_failures_fail_the_job_once_its_pods_are_gone) {
    partial_job j = job_of(3, 2);
    j.status.failed = 2;
    const job_plan failing = plan_job(j, {pod_of("a", "Failed"), pod_of("b", "Running")}, now);
    BOOST_TEST(reasons(failing) == "FailureTarget=BackoffLimitExceeded ");
    BOOST_TEST(failing.remove.size() == 1u);
    BOOST_TEST(failing.create.empty());
    BOOST_TEST(failing.release.size() == 2u);
    BOOST_TEST(failing.status.uncounted->failed.size() == 2u);
    j.status = failing.status;
    // The cache has not seen all writes yet: nothing counts twice.
    const job_plan late = plan_job(j, {pod_of("a", "Failed", false), going("b", "Running")}, now);
    BOOST_TEST(late.release.size() == 1u);
    BOOST_TEST(late.status.failed.value() == 3);
    BOOST_TEST(late.status.uncounted->failed.size() == 1u);
    const job_plan done = plan_job(j, {pod_of("a", "Failed", false)}, now);
    BOOST_TEST(done.status.failed.value() == 4);
    BOOST_TEST(reasons(done) == "FailureTarget=BackoffLimitExceeded Failed=BackoffLimitExceeded ");
    BOOST_TEST(!done.status.completion_time.is_set());
    BOOST_CHECK(done.events.at(0).type == event_type::warning);
}

BOOST_AUTO_TEST_CASE(a_pod_failure_policy_fails_the_job_or_ignores_the_pod) {
    const auto failed = [](std::int32_t exit_code, std::string_view condition_type = {}) {
        auto p = std::make_shared<partial_pod>(*pod_of("a", "Failed", true, -1, 1s));
        p->metadata.ns = "default";
        p->status.container_statuses.front().name = "main";
        p->status.container_statuses.front().state.terminated->exit_code = exit_code;
        if (!condition_type.empty()) {
            condition c;
            c.type = condition_type;
            c.status = condition_status::true_;
            p->status.conditions.push_back(c);
        }
        return p;
    };
    partial_job j = job_of(1, 1);
    pod_failure_policy& policy = j.spec.pod_failure_policy.emplace();
    policy.rules.resize(3);
    policy.rules[0].action = "FailJob";
    auto& codes = policy.rules[0].on_exit_codes.emplace();
    codes.container_name = "main";
    codes.op = "In";
    codes.values = {42};
    policy.rules[1].action = "Ignore";
    policy.rules[1].on_pod_conditions.push_back({"DisruptionTarget", "True"});
    policy.rules[2].action = "Count";
    policy.rules[2].on_exit_codes.emplace().op = "NotIn";
    policy.rules[2].on_exit_codes->values = {1};

    const job_plan ends = plan_job(j, {failed(42)}, now);
    BOOST_TEST(reasons(ends) == "FailureTarget=PodFailurePolicy ");
    BOOST_TEST(ends.status.conditions[0].message ==
               "Container main for pod default/a failed with exit code 42 matching FailJob rule at index 0");
    // Not counted, but its replacement waits.
    const job_plan ignores = plan_job(j, {failed(1, "DisruptionTarget")}, now);
    BOOST_TEST(reasons(ignores) == "");
    BOOST_TEST(ignores.status.uncounted->failed.empty());
    BOOST_TEST(ignores.release.size() == 1u);
    BOOST_TEST(ignores.create.empty());
    BOOST_CHECK(ignores.again == std::optional<duration>(9s));
    const job_plan counts = plan_job(j, {failed(7)}, now);
    BOOST_TEST(counts.status.uncounted->failed.size() == 1u);
    BOOST_TEST(counts.create.empty());
    // Its exit code is not known yet.
    const std::vector<pod_ptr> stopping = {going("b", "Running")};
    BOOST_TEST(plan_job(j, stopping, now).status.uncounted->failed.empty());
    BOOST_TEST(plan_job(j, stopping, now).release.empty());
    // Once the Job fails, it counts without one.
    const job_plan both = plan_job(j, {failed(42), stopping.front()}, now);
    BOOST_TEST(both.status.uncounted->failed.size() == 2u);
    BOOST_TEST(both.release.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_success_policy_ends_an_indexed_job_early) {
    partial_job j = job_of(5, 5);
    j.spec.completion_mode = "Indexed";
    j.spec.success_policy.emplace().rules.resize(2);
    j.spec.success_policy->rules[0].succeeded_indexes = "0,2-3";
    j.spec.success_policy->rules[0].succeeded_count = 2;
    j.spec.success_policy->rules[1].succeeded_count = 3;
    j.status.completed_indexes = "0-1";
    BOOST_TEST(reasons(plan_job(j, {}, now)) == "");
    j.status.completed_indexes = "0-2";
    const job_plan first = plan_job(j, {pod_of("d", "Running", true, 3)}, now);
    BOOST_TEST(reasons(first) == "SuccessCriteriaMet=SuccessPolicy ");
    BOOST_TEST(first.status.conditions[0].message == "Matched rules at index 0");
    BOOST_TEST(first.remove.empty());
    BOOST_TEST(first.drop.size() == 1u);
    j.spec.pod_replacement_policy = "Failed";
    const job_plan uncounted = plan_job(j, {going("d", "Running", 3)}, now);
    BOOST_TEST(uncounted.release.size() == 1u);
    BOOST_TEST(uncounted.status.uncounted->failed.empty());
    j.status.completed_indexes = "1-2,4";
    BOOST_TEST(plan_job(j, {}, now).status.conditions[0].message == "Matched rules at index 1");
}

BOOST_AUTO_TEST_CASE(a_job_that_is_being_deleted_releases_its_pods) {
    partial_job j = job_of(3, 2);
    j.metadata.deletion_timestamp = timestamp::from(now);
    j.spec.pod_replacement_policy = "Failed";
    const job_plan plan = plan_job(j, {pod_of("a", "Running"), going("b", "Pending")}, now);
    BOOST_TEST(plan.release.size() == 2u);
    BOOST_TEST(plan.status.uncounted->failed.empty());
    BOOST_TEST(plan.remove.empty());
    BOOST_TEST(plan.create.empty());
}

BOOST_AUTO_TEST_CASE(a_failed_pod_without_an_index_in_range_does_not_count) {
    partial_job j = job_of(2, 2);
    j.spec.completion_mode = "Indexed";
    const job_plan plan = plan_job(j, {pod_of("a", "Failed", true, 5), pod_of("b", "Failed", true, 1)}, now);
    BOOST_TEST(plan.release.size() == 2u);
    BOOST_TEST(plan.status.uncounted->failed.size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_next_pod_waits_after_a_failure) {
    partial_job j = job_of(1, 1);
    const job_plan soon = plan_job(j, {pod_of("a", "Failed", true, -1, 4s)}, now);
    BOOST_TEST(soon.create.empty());
    BOOST_CHECK(soon.again == std::optional<duration>(6s));
    BOOST_TEST(plan_job(j, {pod_of("a", "Failed", true, -1, 11s)}, now).create.size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_next_pod_waits_when_the_failed_one_is_gone) {
    partial_job j = job_of(1, 1);
    const job_plan first = plan_job(j, {pod_of("a", "Failed", true, -1, 0s)}, now);
    BOOST_TEST(first.backoff.failures == 1);
    j.status = first.status;
    // Listed, with and without its finalizer, and then deleted: counted once.
    for (const std::vector<pod_ptr>& pods : {std::vector{pod_of("a", "Failed", true, -1, 0s)},
                                             std::vector{pod_of("a", "Failed", false, -1, 0s)},
                                             {}}) {
        const job_plan plan = plan_job(j, pods, now + 4s, first.backoff);
        BOOST_TEST(plan.create.empty());
        BOOST_CHECK(plan.again == std::optional<duration>(6s));
        BOOST_CHECK(plan.backoff == first.backoff);
    }
    const job_plan second = plan_job(j, {pod_of("b", "Failed", true, -1, 0s)}, now, first.backoff);
    BOOST_TEST(second.backoff.failures == 2);
    BOOST_CHECK(second.again == std::optional<duration>(20s));
}

BOOST_AUTO_TEST_CASE(a_deleted_pod_delays_the_next_one) {
    partial_job j = job_of(1, 1);
    auto p = std::make_shared<partial_pod>(*going("a", "Running"));
    p->metadata.deletion_timestamp = timestamp::from(now + 27s);
    p->metadata.deletion_grace_period_seconds = 30;
    const job_plan plan = plan_job(j, {p}, now);
    BOOST_TEST(plan.create.empty());
    BOOST_CHECK(plan.again == std::optional<duration>(7s));
}

BOOST_AUTO_TEST_CASE(a_success_resets_the_backoff) {
    const std::vector<pod_ptr> success{pod_of("s", "Succeeded", true, -1, 30s)};
    const backoff_record before{3, timestamp::from(now - 40s)};
    BOOST_CHECK(after_pods(before, success, {}) == backoff_record());
    const backoff_record after = after_pods(
        before, success, {pod_of("a", "Failed", true, -1, 31s), pod_of("b", "Failed", true, -1, 5s)});
    BOOST_CHECK((after == backoff_record{1, timestamp::from(now - 5s)}));
    BOOST_CHECK(time_left(after, now) == duration(5s));
    BOOST_CHECK(time_left({40, timestamp::from(now)}, now) == duration(10min));
}

BOOST_AUTO_TEST_CASE(a_pod_ends_with_its_last_container) {
    partial_pod p = *pod_of("a", "Failed", true, -1, 20s);
    container_status sidecar;
    sidecar.name = "side";
    p.status.init_container_statuses.push_back(sidecar);
    p.metadata.creation_timestamp = timestamp::from(now - 1h);
    BOOST_CHECK(ended_at(p) == timestamp::from(now - 20s));
    p.spec.init_containers.push_back({.name = "side", .restart_policy = "Always"});
    BOOST_CHECK(ended_at(p) == timestamp::from(now - 1h));  // the sidecar runs, so nothing has ended
    p.metadata.deletion_timestamp = timestamp::from(now);
    p.metadata.deletion_grace_period_seconds = std::numeric_limits<std::int64_t>::min();
    BOOST_CHECK(ended_at(p).is_set());
    p.status.init_container_statuses[0].state.terminated.emplace();
    p.status.init_container_statuses[0].state.terminated->finished_at = timestamp::from(now - 2s);
    BOOST_CHECK(ended_at(p) == timestamp::from(now - 2s));
}

BOOST_AUTO_TEST_CASE(a_deadline_fails_the_job) {
    partial_job j = job_of(1, 1);
    j.spec.active_deadline_seconds = 60;
    j.status.start_time = timestamp::from(now - 40s);
    BOOST_CHECK(plan_job(j, {pod_of("a", "Running")}, now).again == std::optional<duration>(20s));
    BOOST_TEST(reasons(plan_job(j, {pod_of("a", "Running")}, now + 20s)) ==
               "FailureTarget=DeadlineExceeded ");
}

BOOST_AUTO_TEST_CASE(a_suspended_job_has_no_pods_and_restarts_when_resumed) {
    partial_job j = job_of(1, 1);
    j.spec.suspend = true;
    const job_plan held = plan_job(j, {pod_of("a", "Running")}, now);
    BOOST_TEST(held.drop.size() == 1u);
    BOOST_TEST(reasons(held) == "Suspended=JobSuspended ");
    BOOST_TEST(!held.status.start_time.is_set());
    j.status = held.status;
    j.spec.suspend = false;
    const job_plan resumed = plan_job(j, {}, now);
    BOOST_TEST(reasons(resumed) == "Suspended=JobResumed ");
    BOOST_TEST(resumed.create.size() == 1u);
    BOOST_TEST(resumed.status.start_time.is_set());
}

BOOST_AUTO_TEST_CASE(indexed_jobs_make_one_pod_for_each_index_that_is_missing) {
    partial_job j = job_of(4, 4);
    j.spec.completion_mode = "Indexed";
    j.status.completed_indexes = "0";
    const job_plan plan =
        plan_job(j, {pod_of("a", "Succeeded", true, 2), pod_of("b", "Running", true, 1)}, now);
    BOOST_TEST(plan.create == std::vector<int>{3}, boost::test_tools::per_element());
    BOOST_TEST(plan.status.completed_indexes == "0,2");
    BOOST_TEST(plan.status.succeeded.value() == 2);
    BOOST_TEST(plan.release.size() == 1u);
}

BOOST_AUTO_TEST_CASE(an_indexed_job_loses_pods_that_are_out_of_place_first) {
    const auto dropped = [](const partial_job& j, const std::vector<pod_ptr>& pods) {
        std::string names;
        const job_plan plan = plan_job(j, pods, now);
        for (const pod_ptr& p : plan.drop) names += p->metadata.name.str() + " ";
        BOOST_TEST((plan.drop.empty() || plan.create.empty()));
        return names;
    };
    const auto running = [](std::string_view name, int index) {
        return pod_of(name, "Running", true, index);
    };
    partial_job j = job_of(2, 2);
    j.spec.completion_mode = "Indexed";
    // Completions and parallelism were 4.
    BOOST_TEST(dropped(j, {running("a", 0), running("b", 3), running("c", 1), running("d", 2)}) == "d b ");
    // Although no more pods run than are wanted.
    BOOST_TEST(dropped(j, {running("a", 0), running("b", 2)}) == "b ");
    BOOST_TEST(dropped(j, {running("a", 0), running("b", -1)}) == "b ");
    // The pending one of a pair is ranked before the running one.
    BOOST_TEST(dropped(j, {running("a", 0), pod_of("b", "Pending", true, 0)}) == "b ");
    BOOST_TEST(dropped(j, {running("a", 0), running("b", 1)}) == "");
    j.spec.parallelism = 1;
    BOOST_TEST(dropped(j, {running("a", 0), pod_of("b", "Pending", true, 1)}) == "b ");
}

namespace {

partial_job job_with_limit_per_index(std::int32_t limit) {
    partial_job j = job_of(4, 4);
    j.spec.completion_mode = "Indexed";
    j.spec.backoff_limit = std::numeric_limits<std::int32_t>::max();
    j.spec.backoff_limit_per_index = limit;
    return j;
}

pod_ptr failed_before(std::string_view name, int index, int failures, duration ended = 1h) {
    auto p = std::make_shared<partial_pod>(*pod_of(name, "Failed", true, index, ended));
    p->metadata.annotations["batch.kubernetes.io/job-index-failure-count"] = std::to_string(failures);
    return p;
}

}  // namespace

BOOST_AUTO_TEST_CASE(index_sets_are_merged) {
    index_set a = index_set::parse("0,2-4,9", 20);
    a.insert(index_set::parse("1,3-6,12", 20));
    BOOST_TEST(a.to_string() == "0-6,9,12");
    a.insert(index_set());
    BOOST_TEST(a.total() == 9);
}

BOOST_AUTO_TEST_CASE(with_a_limit_per_index_a_failed_pod_is_counted_once_it_is_replaced) {
    partial_job j = job_with_limit_per_index(1);
    const std::vector<pod_ptr> failed = {pod_of("a", "Succeeded", true, 0), pod_of("b", "Failed", true, 1),
                                         pod_of("c", "Running", true, 2), pod_of("d", "Running", true, 3)};
    const job_plan first = plan_job(j, failed, now);
    BOOST_TEST(first.create == (std::vector<int>{1}), boost::test_tools::per_element());
    BOOST_CHECK(first.failures.at(1) == (index_failures{1, 0}));
    BOOST_REQUIRE(first.release.size() == 1U);
    BOOST_TEST(first.release[0]->metadata.name == "a");
    BOOST_TEST(first.status.uncounted->failed.empty());
    BOOST_TEST(first.status.failed_indexes.value().empty());
    BOOST_TEST(reasons(first) == "");

    j.status = first.status;
    const std::vector<pod_ptr> replaced = {failed[1], failed[2], failed[3], pod_of("e", "Running", true, 1)};
    const job_plan second = plan_job(j, replaced, now);
    BOOST_TEST(second.create.empty());
    BOOST_REQUIRE(second.release.size() == 1U);
    BOOST_TEST(second.release[0]->metadata.name == "b");
    BOOST_TEST(second.status.uncounted->failed.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_replacement_waits_for_its_index_alone) {
    const partial_job j = job_with_limit_per_index(5);
    const std::vector<pod_ptr> pods = {failed_before("a", 0, 0, 4s), failed_before("b", 1, 2, 4s),
                                       failed_before("c", 2, 2, 41s), pod_of("d", "Running", true, 3)};
    const job_plan plan = plan_job(j, pods, now);
    BOOST_TEST(plan.create == (std::vector<int>{2}), boost::test_tools::per_element());
    BOOST_CHECK(plan.failures.at(2) == (index_failures{3, 0}));
    BOOST_CHECK(plan.again == duration(6s));  // 10 s after the first failure, 40 s after the third
}

BOOST_AUTO_TEST_CASE(an_index_fails_after_its_limit_and_the_job_once_no_index_is_left) {
    partial_job j = job_with_limit_per_index(1);
    const std::vector<pod_ptr> pods = {failed_before("a", 0, 1), pod_of("b", "Succeeded", true, 1),
                                       pod_of("c", "Running", true, 2), pod_of("d", "Succeeded", true, 3)};
    const job_plan running = plan_job(j, pods, now);
    BOOST_TEST(running.status.failed_indexes.value() == "0");
    BOOST_TEST(running.create.empty());
    BOOST_TEST(running.release.size() == 3U);
    BOOST_TEST(reasons(running) == "");
    const std::vector<pod_ptr> ended = {pods[0], pods[1], pod_of("c", "Succeeded", true, 2), pods[3]};
    BOOST_TEST(reasons(plan_job(j, ended, now)) == "FailureTarget=FailedIndexes ");
    j.spec.max_failed_indexes = 0;
    const job_plan too_many = plan_job(j, pods, now);
    BOOST_TEST(reasons(too_many) == "FailureTarget=MaxFailedIndexesExceeded ");
    BOOST_TEST(too_many.remove.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_policy_fails_an_index_at_once_or_ignores_a_failure_of_it) {
    partial_job j = job_with_limit_per_index(1);
    j.spec.pod_failure_policy.emplace();
    const auto rule = [](std::string_view action, std::int32_t exit_code) {
        pod_failure_policy_rule r;
        r.action = action;
        r.on_exit_codes.emplace();
        r.on_exit_codes->op = "In";
        r.on_exit_codes->values = {exit_code};
        return r;
    };
    j.spec.pod_failure_policy->rules = {rule("FailIndex", 42), rule("Ignore", 7)};
    const auto exited = [](int index, std::int32_t code) {
        auto p = std::make_shared<partial_pod>(*failed_before("p" + std::to_string(index), index, 1));
        p->status.container_statuses.front().state.terminated->exit_code = code;
        return p;
    };
    const job_plan plan = plan_job(j, {exited(0, 42), exited(1, 7), exited(2, 1)}, now);
    BOOST_TEST(plan.status.failed_indexes.value() == "0,2");
    BOOST_TEST(plan.create == (std::vector<int>{1, 3}), boost::test_tools::per_element());
    BOOST_CHECK(plan.failures.at(1) == (index_failures{1, 1}));
    BOOST_CHECK(plan.failures.at(3) == index_failures());
    BOOST_TEST(plan.status.uncounted->failed.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_pod_that_waits_for_its_replacement_counts_when_the_job_ends) {
    partial_job j = job_with_limit_per_index(5);
    j.spec.active_deadline_seconds = 10;
    j.status.start_time = timestamp::from(now - 1min);
    const job_plan plan = plan_job(j, {failed_before("a", 0, 0, 1s), pod_of("b", "Running", true, 1)}, now);
    BOOST_TEST(reasons(plan) == "FailureTarget=DeadlineExceeded ");
    BOOST_TEST(plan.create.empty());
    BOOST_TEST(plan.release.size() == 2U);
    BOOST_TEST(plan.status.uncounted->failed.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_pod_carries_the_failures_of_its_index) {
    boost::json::object pod;
    set_completion_index(pod, "work", 2);
    set_index_failures(pod, {3, 0});
    const auto& annotations = pod["metadata"].at("annotations").as_object();
    BOOST_TEST(annotations.at("batch.kubernetes.io/job-index-failure-count").as_string() == "3");
    BOOST_TEST(!annotations.contains("batch.kubernetes.io/job-index-ignored-failure-count"));
    set_index_failures(pod, {3, 1});
    BOOST_TEST(annotations.at("batch.kubernetes.io/job-index-ignored-failure-count").as_string() == "1");
}

BOOST_AUTO_TEST_CASE(a_pod_contains_its_index) {
    boost::json::object pod =
        boost::json::parse(R"({"metadata":{},"spec":{"containers":[{"name":"c"}]}})").as_object();
    set_completion_index(pod, "work", 3);
    BOOST_TEST(pod.at("metadata").at("annotations").at(job_index_key).as_string() == "3");
    BOOST_TEST(pod.at("metadata").at("labels").at(job_index_key).as_string() == "3");
    BOOST_TEST(pod.at("spec").at("hostname").as_string() == "work-3");
    BOOST_TEST(pod.at("spec").at("containers").at(0).at("env").at(0).at("name").as_string() ==
               "JOB_COMPLETION_INDEX");
}

BOOST_AUTO_TEST_CASE(a_finished_job_is_deleted_after_its_time_to_live) {
    partial_job j = job_of(1, 1);
    workload_condition c;
    c.type = "Complete";
    c.status = condition_status::true_;
    c.last_transition_time = timestamp::from(now - 10s);
    j.status.conditions.push_back(c);
    BOOST_TEST(!plan_job(j, {}, now).expired);
    j.spec.ttl_seconds_after_finished = 30;
    BOOST_CHECK(plan_job(j, {}, now).again == std::optional<duration>(20s));
    j.spec.ttl_seconds_after_finished = 10;
    BOOST_TEST(plan_job(j, {}, now).expired);
}

BOOST_AUTO_TEST_SUITE_END()
