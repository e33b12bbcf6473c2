// Deployments roll out, roll back, are paused or restarted, or get stuck.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

namespace embedded {

namespace {

constexpr const char* revision = "metadata.annotations[deployment.kubernetes.io/revision]";

awaitable<void> use_image(cluster& c, std::string image) {
    return c.patch("deployments/web", R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":")" +
                                          image + R"("}]}}}})");
}
awaitable<void> until_complete(cluster& c, std::string replicas, std::string image) {
    co_await c.until("deployments/web", {{"status.replicas", replicas},
                                         {"status.updatedReplicas", replicas},
                                         {"status.availableReplicas", replicas},
                                         {"spec.template.spec.containers[0].image", image},
                                         {"status.conditions[Progressing]", "True NewReplicaSetAvailable"}});
    co_await c.until_some("pods", std::stoul(replicas), {{"spec.containers[0].image", image}});
}

awaitable<void> rolls_out_without_losing_pods(cluster& c) {
    co_await c.create("deployments", deployment("web", 4));
    co_await c.until("deployments/web", {{"status.availableReplicas", "4"}});
    co_await use_image(c, "nginx:2");
    std::size_t fewest = 100;
    int most = 0;
    co_await c.env.async_eventually("the new image is everywhere", [&]() -> awaitable<bool> {
        std::size_t ready = 0, newer = 0;
        int wanted = 0;
        for (const bj::object& p : co_await c.list("pods")) {
            if (!at(p, "metadata.deletionTimestamp").empty()) continue;
            ready += at(p, "status.conditions[Ready]").starts_with("True");
            newer += at(p, "spec.containers[0].image") == "nginx:2";
        }
        for (const bj::object& s : co_await c.list("replicasets"))
            wanted += std::stoi(at(s, "spec.replicas"));
        fewest = std::min(fewest, ready);
        most = std::max(most, wanted);
        co_return newer == 4 && ready == 4;
    });
    BOOST_TEST(fewest >= 3U);  // a quarter may be unavailable,
    BOOST_TEST(most <= 5);     // and a quarter may be surplus
    co_await until_complete(c, "4", "nginx:2");
    co_await c.until_some("replicasets", 1, {{revision, "1"}, {"spec.replicas", "0"}});
    co_await c.until_some("replicasets", 1, {{revision, "2"}, {"spec.replicas", "4"}});
}

awaitable<void> rolls_back_to_a_template(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await use_image(c, "nginx:2");
    co_await until_complete(c, "2", "nginx:2");
    co_await use_image(c, "nginx:1");
    // The patch removed the ports, which makes a third template.
    co_await until_complete(c, "2", "nginx:1");
    co_await use_image(c, "nginx:2");
    co_await until_complete(c, "2", "nginx:2");
    co_await c.until("deployments/web", {{revision, "4"}});
    co_await c.until_count("replicasets", 3);
    co_await c.until_some("replicasets", 1,
                          {{revision, "4"},
                           {"metadata.annotations[deployment.kubernetes.io/revision-history]", "2"},
                           {"spec.replicas", "2"}});
}

awaitable<void> keeps_the_configured_number_of_old_sets(cluster& c) {
    co_await c.create("deployments", deployment("web", 1, "nginx:1", "revisionHistoryLimit: 1"));
    for (const char* image : {"nginx:2", "nginx:3", "nginx:4"}) {
        co_await c.until("deployments/web",
                         {{"status.conditions[Progressing]", "True NewReplicaSetAvailable"}});
        co_await use_image(c, image);
        co_await until_complete(c, "1", image);
    }
    co_await c.until_count("replicasets", 2);
    co_await c.until("deployments/web", {{revision, "4"}});
}

awaitable<void> waits_while_it_is_paused(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await c.patch("deployments/web", R"({"spec":{"paused":true}})");
    co_await c.until("deployments/web", {{"status.conditions[Progressing]", "Unknown DeploymentPaused"}});
    co_await use_image(c, "nginx:2");
    co_await c.patch("deployments/web/scale", R"({"spec":{"replicas":3}})");
    co_await c.until("deployments/web", {{"status.availableReplicas", "3"}});
    co_await c.pass(10min);
    BOOST_TEST((co_await c.list("replicasets")).size() == 1U);
    co_await c.patch("deployments/web", R"({"spec":{"paused":false}})");
    co_await until_complete(c, "3", "nginx:2");
}

awaitable<void> restarts_by_a_template_annotation(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    const std::string before = co_await c.names("pods");
    co_await c.patch(
        "deployments/web",
        R"({"spec":{"template":{"metadata":{"annotations":{"kubectl.kubernetes.io/restartedAt":"now"}}}}})");
    co_await c.until("deployments/web", {{revision, "2"}});
    co_await until_complete(c, "2", "nginx:1");
    co_await c.until_count("pods", 2);
    const std::string after = co_await c.names("pods");
    for (std::size_t i = 0; i < before.size(); i += before.size() / 2 + 1)
        BOOST_TEST(after.find(before.substr(i, before.size() / 2)) == std::string::npos);
}

awaitable<void> gives_up_at_its_deadline_and_recovers(cluster& c) {
    co_await c.create("deployments", deployment("web", 2, "nginx:1", "progressDeadlineSeconds: 30"));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await c.patch(
        "deployments/web",
        R"({"spec":{"template":{"metadata":{"annotations":{"setpoint.dev/fail":"image-pull"}}}}})");
    co_await c.until("deployments/web", {{"status.conditions[Progressing]", "False ProgressDeadlineExceeded"},
                                         {"status.conditions[Available]", "True MinimumReplicasAvailable"},
                                         {"status.availableReplicas", "2"},
                                         {"status.unavailableReplicas", "1"}});
    co_await c.patch("deployments/web",
                     R"({"spec":{"template":{"metadata":{"annotations":{"setpoint.dev/fail":null}}}}})");
    co_await until_complete(c, "2", "nginx:1");
    co_await c.until("deployments/web", {{revision, "3"}});
}

constexpr scenario rollout_scenario_table[] = {
    {"rolls_out_without_losing_pods", rolls_out_without_losing_pods},
    {"rolls_back_to_a_template", rolls_back_to_a_template},
    {"keeps_the_configured_number_of_old_sets", keeps_the_configured_number_of_old_sets},
    {"waits_while_it_is_paused", waits_while_it_is_paused},
    {"restarts_by_a_template_annotation", restarts_by_a_template_annotation},
    {"gives_up_at_its_deadline_and_recovers", gives_up_at_its_deadline_and_recovers},
};

}  // namespace

std::span<const scenario> rollout_scenarios() {
    return rollout_scenario_table;
}

}  // namespace embedded
