// The built-in controllers against a real kube-apiserver without kube-controller-manager, scheduler and
// kubelets.
#include "fixture.hpp"

using namespace setpoint;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(behaviour_stories, *boost::unit_test::precondition(needs_real_cluster()))

BOOST_AUTO_TEST_CASE(a_deployment_rolls_out_is_undone_and_goes_with_its_namespace) {
    behaviour_world w(shared_plane());
    w.with_controllers([&]() -> awaitable<void> {
        co_await w.kubectl({"create", "namespace", "web"});
        co_await w.until_is(
            {"-n", "web", "get", "serviceaccount", "default", "-o", "jsonpath={.metadata.name}"}, "default");
        co_await w.until_is(
            {"-n", "web", "get", "configmap", "kube-root-ca.crt", "-o", "jsonpath={.data.ca\\.crt}"},
            "a certificate");
        co_await w.kubectl({"-n", "web", "create", "deployment", "web", "--image=nginx:1", "--replicas=3"});
        const std::string first =
            co_await w.kubectl({"-n", "web", "rollout", "status", "deployment/web", "--timeout=30s"});
        BOOST_TEST(first.find("successfully rolled out") != std::string::npos, first);
        co_await w.kubectl({"-n", "web", "expose", "deployment", "web", "--port=80"});
        co_await w.until({"-n", "web", "get", "endpointslices", "-o",
                          "jsonpath={.items[0].endpoints[*].conditions.ready}"},
                         [](const std::string& s) { return s == "true true true"; });
        co_await w.kubectl({"-n", "web", "set", "image", "deployment/web", "nginx=nginx:2"});
        co_await w.kubectl({"-n", "web", "rollout", "status", "deployment/web", "--timeout=30s"});
        BOOST_TEST((co_await w.kubectl(
                       {"-n", "web", "get", "deployment", "web", "-o",
                        "jsonpath={.metadata.annotations.deployment\\.kubernetes\\.io/revision}"})) == "2");
        co_await w.kubectl({"-n", "web", "rollout", "undo", "deployment/web"});
        co_await w.kubectl({"-n", "web", "rollout", "status", "deployment/web", "--timeout=30s"});
        co_await w.until_is(
            {"-n", "web", "get", "pods", "-o", "jsonpath={.items[*].spec.containers[0].image}"},
            "nginx:1 nginx:1 nginx:1");
        co_await w.kubectl({"-n", "web", "rollout", "restart", "deployment/web"});
        co_await w.kubectl({"-n", "web", "rollout", "status", "deployment/web", "--timeout=30s"});
        co_await w.kubectl({"-n", "web", "scale", "deployment/web", "--replicas=1"});
        co_await w.until_is(
            {"-n", "web", "get", "deployment", "web", "-o", "jsonpath={.status.availableReplicas}"}, "1");
        co_await w.kubectl({"delete", "namespace", "web", "--timeout=60s"});
    });
    BOOST_TEST_MESSAGE(w.log_text.str());
}

BOOST_AUTO_TEST_CASE(jobs_complete_fail_and_are_indexed) {
    behaviour_world w(shared_plane());
    w.with_controllers([&]() -> awaitable<void> {
        co_await w.kubectl({"create", "namespace", "jobs"});
        co_await w.apply(R"(
apiVersion: batch/v1
kind: Job
metadata: {name: good, namespace: jobs}
spec:
  completions: 3
  parallelism: 2
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}}
---
apiVersion: batch/v1
kind: Job
metadata: {name: bad, namespace: jobs}
spec:
  backoffLimit: 0
  template:
    metadata: {annotations: {setpoint.dev/fail: exit=3}}
    spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: numbered, namespace: jobs}
spec:
  completionMode: Indexed
  completions: 4
  parallelism: 4
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}}
)");
        const std::vector<std::string> conditions = {
            "-o", "jsonpath={range .status.conditions[*]}{.type}={.reason} {end}"};
        const auto of = [&](std::string name) {
            std::vector<std::string> words = {"-n", "jobs", "get", "job", name};
            words.insert(words.end(), conditions.begin(), conditions.end());
            return words;
        };
        co_await w.until_is(of("good"), "SuccessCriteriaMet=CompletionsReached Complete=CompletionsReached ");
        co_await w.until_is(of("bad"), "FailureTarget=BackoffLimitExceeded Failed=BackoffLimitExceeded ");
        co_await w.until_is(of("numbered"),
                            "SuccessCriteriaMet=CompletionsReached Complete=CompletionsReached ");
        BOOST_TEST((co_await w.kubectl({"-n", "jobs", "get", "job", "numbered", "-o",
                                        "jsonpath={.status.completedIndexes}"})) == "0-3");
        BOOST_TEST((co_await w.kubectl(
                       {"-n", "jobs", "get", "job", "good", "-o", "jsonpath={.status.succeeded}"})) == "3");
        co_await w.kubectl({"-n", "jobs", "delete", "job", "good", "--timeout=20s"});
        co_await w.until_is({"-n", "jobs", "get", "pods", "-l", "job-name=good", "-o", "name"}, "");
        co_await w.kubectl({"delete", "namespace", "jobs", "--timeout=60s"});
    });
    BOOST_TEST_MESSAGE(w.log_text.str());
}

BOOST_AUTO_TEST_CASE(garbage_is_collected_in_the_three_ways) {
    behaviour_world w(shared_plane());
    w.with_controllers([&]() -> awaitable<void> {
        co_await w.kubectl({"create", "namespace", "waste"});
        const auto create = [&](std::string name) {
            return w.kubectl(
                {"-n", "waste", "create", "deployment", name, "--image=nginx:1", "--replicas=2"});
        };
        const auto sets = [](std::string name) {
            return std::vector<std::string>{"-n", "waste",       "get", "replicasets,pods",
                                            "-l", "app=" + name, "-o",  "name"};
        };
        // Each Deployment is named after the way in which it is deleted.
        const auto rolled_out = [&](std::string how) {
            return w.kubectl({"-n", "waste", "rollout", "status", "deployment/" + how, "--timeout=30s"});
        };
        const auto remove = [&](std::string how) {
            return w.kubectl(
                {"-n", "waste", "delete", "deployment", how, "--cascade=" + how, "--timeout=30s"});
        };
        for (const char* how : {"background", "foreground"}) {
            co_await create(how);
            co_await rolled_out(how);
            co_await remove(how);
            co_await w.until_is(sets(how), "");
        }
        co_await create("orphan");
        co_await rolled_out("orphan");
        co_await remove("orphan");
        co_await w.until_is({"-n", "waste", "get", "replicasets", "-l", "app=orphan", "-o",
                             "jsonpath={.items[*].metadata.ownerReferences}"},
                            "");
        BOOST_TEST((co_await w.kubectl({"-n", "waste", "get", "pods", "-l", "app=orphan", "-o", "name"})) !=
                   "");
        co_await w.apply(R"(
apiVersion: v1
kind: ConfigMap
metadata:
  name: lost
  namespace: waste
  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: nobody, uid: "1234"}]
)");
        co_await w.until_is({"-n", "waste", "get", "configmap", "lost", "--ignore-not-found", "-o", "name"},
                            "");
        co_await w.kubectl({"delete", "namespace", "waste", "--timeout=60s"});
    });
    BOOST_TEST_MESSAGE(w.log_text.str());
}

BOOST_AUTO_TEST_SUITE_END()
