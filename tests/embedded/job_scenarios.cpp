// Jobs, and how they finish.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

namespace embedded {

namespace {

awaitable<void> completes_with_parallelism(cluster& c) {
    co_await c.create("jobs", job("good", "completions: 5\n  parallelism: 2"));
    std::size_t most = 0;
    co_await c.env.async_eventually("the Job is complete", [&]() -> awaitable<bool> {
        std::size_t active = 0;
        for (const bj::object& p : co_await c.list("pods")) {
            const std::string phase = at(p, "status.phase");
            active += phase == "Pending" || phase == "Running";
        }
        most = std::max(most, active);
        co_return hold(co_await c.get("jobs/good"),
                       {{"status.conditions[Complete]", "True CompletionsReached"}});
    });
    BOOST_TEST(most == 2U);
    co_await c.until("jobs/good", {{"status.succeeded", "5"}, {"status.active", ""}, {"status.ready", "0"}});
    co_await c.until_some("pods", 5, {{"status.phase", "Succeeded"}, {"metadata.finalizers", ""}});
}

awaitable<void> fails_after_its_retries(cluster& c) {
    co_await c.create("jobs", job("bad", "backoffLimit: 2", "exit=3"));
    co_await c.until("jobs/bad",
                     {{"status.conditions[Failed]", "True BackoffLimitExceeded"},
                      {"status.conditions[FailureTarget]", "True BackoffLimitExceeded"},
                      {"status.failed", "3"}},
                     10min);
    co_await c.until_some("pods", 3,
                          {{"status.phase", "Failed"},
                           {"status.containerStatuses[0].state.terminated.exitCode", "3"},
                           {"metadata.finalizers", ""}});
    BOOST_TEST(c.seconds() >= 30.0);  // 10 s and 20 s of back-off
}

awaitable<void> restarts_in_place_until_it_gives_up(cluster& c) {
    co_await c.create("jobs", job("bad", "backoffLimit: 2", "exit=1", "OnFailure"));
    co_await c.until("jobs/bad", {{"status.conditions[Failed]", "True BackoffLimitExceeded"}}, 10min);
    co_await c.until_count("pods", 0);
}

awaitable<void> completes_each_index(cluster& c) {
    co_await c.create("jobs", job("numbered", "completions: 4\n  parallelism: 3\n  completionMode: Indexed"));
    co_await c.until("jobs/numbered",
                     {{"status.conditions[Complete]", "True CompletionsReached"}, {"status.succeeded", "4"}});
    co_await c.until("jobs/numbered", {{"status.completedIndexes", "0-3"}});
    for (const char* index : {"0", "1", "2", "3"})
        co_await c.until_some("pods", 1,
                              {{"metadata.annotations[batch.kubernetes.io/job-completion-index]", index},
                               {"metadata.labels[batch.kubernetes.io/job-completion-index]", index},
                               {"spec.hostname", std::string("numbered-") + index}});
}

awaitable<void> fails_each_index_on_its_own(cluster& c) {
    co_await c.create(
        "jobs", job("numbered",
                    "completions: 2\n  parallelism: 2\n  completionMode: Indexed\n  backoffLimitPerIndex: 1",
                    "exit=3"));
    co_await c.until("jobs/numbered",
                     {{"status.conditions[Failed]", "True FailedIndexes"},
                      {"status.conditions[FailureTarget]", "True FailedIndexes"},
                      {"status.failedIndexes", "0,1"},
                      {"status.failed", "4"}},
                     10min);
    for (const char* failures : {"0", "1"})
        co_await c.until_some(
            "pods", 2,
            {{"metadata.annotations[batch.kubernetes.io/job-index-failure-count]", failures},
             {"metadata.finalizers", ""}});
    BOOST_TEST(c.seconds() >= 10.0);
}

awaitable<void> fails_an_index_by_its_policy(cluster& c) {
    co_await c.create("jobs", job("rules", R"(completions: 3
  parallelism: 1
  completionMode: Indexed
  backoffLimitPerIndex: 5
  maxFailedIndexes: 1
  podFailurePolicy: {rules: [{action: FailIndex, onExitCodes: {operator: In, values: [3]}}]})",
                                  "exit=3"));
    co_await c.until("jobs/rules",
                     {{"status.conditions[Failed]", "True MaxFailedIndexesExceeded"},
                      {"status.failedIndexes", "0,1"},
                      {"status.failed", "2"}},
                     10min);
    co_await c.until_count("pods", 2);
}

awaitable<void> is_suspended_and_resumed(cluster& c) {
    co_await c.create("jobs", job("slow", "suspend: true\n  completions: 2\n  parallelism: 2"));
    co_await c.until("jobs/slow", {{"status.conditions[Suspended]", "True JobSuspended"}});
    co_await c.pass(5min);
    BOOST_TEST((co_await c.list("pods")).empty());
    co_await c.patch("jobs/slow", R"({"spec":{"suspend":false}})");
    co_await c.until("jobs/slow",
                     {{"status.conditions[Suspended]", "False JobResumed"}, {"status.active", "2"}});
    co_await c.patch("jobs/slow", R"({"spec":{"suspend":true}})");
    co_await c.until_count("pods", 0);
    BOOST_TEST(at(co_await c.get("jobs/slow"), "status.failed") == "");
    co_await c.patch("jobs/slow", R"({"spec":{"suspend":false}})");
    co_await c.until("jobs/slow", {{"status.conditions[Complete]", "True CompletionsReached"}});
}

awaitable<void> fails_at_its_deadline(cluster& c) {
    co_await c.create("jobs", job("stuck", "activeDeadlineSeconds: 20", "image-pull"));
    co_await c.until("jobs/stuck", {{"status.conditions[Failed]", "True DeadlineExceeded"}});
    BOOST_TEST(c.seconds() >= 20.0);
    BOOST_TEST(c.seconds() <= 25.0);
    co_await c.until_count("pods", 0);
    co_await c.until("jobs/stuck", {{"status.failed", "1"}, {"status.startTime", "*"}});
}

awaitable<void> is_deleted_after_its_time_to_live(cluster& c) {
    co_await c.create("jobs", job("short", "ttlSecondsAfterFinished: 60"));
    co_await c.until("jobs/short", {{"status.conditions[Complete]", "True CompletionsReached"}});
    co_await c.pass(50s);
    BOOST_TEST(!(co_await c.get("jobs/short")).empty());
    co_await c.until_gone("jobs/short");
    co_await c.until_count("pods", 0);
}

awaitable<void> is_deleted_with_its_pods(cluster& c) {
    co_await c.create("jobs", job("long", "completions: 9\n  parallelism: 3", "never-ready"));
    co_await c.until("jobs/long", {{"status.active", "3"}});
    co_await c.remove("jobs/long");
    co_await c.until_count("pods", 0);
    co_await c.create("jobs", job("long", "completions: 9\n  parallelism: 3"));
    co_await c.until("jobs/long", {{"status.succeeded", "*"}});
    co_await c.remove("jobs/long", "Foreground");
    co_await c.until_gone("jobs/long");
    BOOST_TEST((co_await c.list("pods")).empty());
}

awaitable<void> cordon_all(cluster& c) {
    for (const bj::object& node : co_await c.list("nodes"))
        co_await c.patch("nodes/" + at(node, "metadata.name"), R"({"spec":{"unschedulable":true}})");
}

awaitable<void> fails_although_a_pod_has_no_node(cluster& c) {
    co_await c.create("jobs", job("rules", R"(completions: 2
  parallelism: 1
  podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [3]}}]})",
                                  "exit=3"));
    co_await c.until_some("pods", 1, {{"spec.nodeName", "*"}});
    co_await cordon_all(c);
    co_await c.patch("jobs/rules", R"({"spec":{"parallelism":2}})");
    co_await c.until("jobs/rules",
                     {{"status.conditions[Failed]", "True PodFailurePolicy"}, {"status.failed", "2"}});
}

awaitable<void> replaces_a_pod_that_is_deleted_before_it_has_a_node(cluster& c) {
    co_await cordon_all(c);
    co_await c.create("jobs", job("waits", "podReplacementPolicy: Failed"));
    co_await c.until_count("pods", 1);
    const std::string first = at((co_await c.list("pods")).front(), "metadata.name");
    co_await c.remove("pods/" + first);
    co_await c.until_gone("pods/" + first);
    co_await c.until("jobs/waits", {{"status.failed", "1"}, {"status.active", "1"}});
    co_await c.remove("jobs/waits", "Foreground");
    co_await c.until_gone("jobs/waits");
    co_await c.until_count("pods", 0);
}

// The controller writes each status concurrently, so each write meets a different state.
awaitable<void> keeps_a_status_written_by_others(cluster& c) {
    constexpr int jobs = 40;
    for (int i = 0; i < jobs; ++i) {
        const std::string name = "said-" + std::to_string(i);
        co_await c.create("jobs", job(name, "suspend: true"));
        for (int turn = 0; turn < i; ++turn) co_await c.env.event_loop().yield();
        co_await c.patch("jobs/" + name + "/status", R"({"status":{
            "startTime":"2026-01-01T00:00:00Z","completionTime":"2026-01-01T00:00:00Z",
            "ready":0,"terminating":0,"uncountedTerminatedPods":{},
            "conditions":[{"type":"SuccessCriteriaMet","status":"True","reason":"MadeUp",
                           "lastTransitionTime":"2026-01-01T00:00:00Z"},
                          {"type":"Complete","status":"True","reason":"MadeUp",
                           "lastTransitionTime":"2026-01-01T00:00:00Z"}]}})");
    }
    co_await c.pass(1min);
    co_await c.until_some("jobs", jobs, {{"status.conditions[Complete]", "True MadeUp"}});
}

constexpr scenario job_scenario_table[] = {
    {"completes_with_parallelism", completes_with_parallelism},
    {"fails_after_its_retries", fails_after_its_retries},
    {"restarts_in_place_until_it_gives_up", restarts_in_place_until_it_gives_up},
    {"completes_each_index", completes_each_index},
    {"fails_each_index_on_its_own", fails_each_index_on_its_own},
    {"fails_an_index_by_its_policy", fails_an_index_by_its_policy},
    {"is_suspended_and_resumed", is_suspended_and_resumed},
    {"fails_at_its_deadline", fails_at_its_deadline},
    {"is_deleted_after_its_time_to_live", is_deleted_after_its_time_to_live},
    {"is_deleted_with_its_pods", is_deleted_with_its_pods},
    {"fails_although_a_pod_has_no_node", fails_although_a_pod_has_no_node},
    {"replaces_a_pod_that_is_deleted_before_it_has_a_node",
     replaces_a_pod_that_is_deleted_before_it_has_a_node},
    {"keeps_a_status_written_by_others", keeps_a_status_written_by_others},
};

}  // namespace

std::span<const scenario> job_scenarios() {
    return job_scenario_table;
}

}  // namespace embedded
