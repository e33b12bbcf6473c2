// The controllers of workloads behind an environment's API, in virtual time.
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/autoscaling_v2.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/storage_v1.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(workloads_test)

namespace {

pod_template_spec template_of(std::string image) {
    pod_template_spec t;
    t.metadata.labels["app"] = "web";
    container c;
    c.name = "main";
    c.image = std::move(image);
    t.spec.containers.push_back(std::move(c));
    return t;
}

stateful_set make_set(std::int32_t replicas) {
    stateful_set s;
    s.metadata.name = "web";
    s.spec.replicas = replicas;
    s.spec.selector.match_labels["app"] = "web";
    s.spec.pod_template = template_of("nginx:1");
    return s;
}

stateful_set with_claims(stateful_set s) {
    persistent_volume_claim& claim = s.spec.volume_claim_templates.emplace_back();
    claim.metadata.name = "data";
    claim.spec.access_modes = {"ReadWriteOnce"};
    claim.spec.resources.requests["storage"] = quantity::parse("1Gi").value();
    return s;
}

std::vector<std::string> names_of(const std::vector<snapshot<pod>>& pods) {
    std::vector<std::string> names;
    for (const auto& p : pods) names.push_back(p->metadata.name.str());
    return names;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_stateful_set_gets_claims_of_the_default_class_and_is_idle_then) {
    testing::environment env;
    env.create(with_claims(make_set(2)));
    env.until<stateful_set>("web", testing::ready(2));
    for (const char* name : {"data-web-0", "data-web-1"}) {
        const auto c = env.until<persistent_volume_claim>(
            name, [](const persistent_volume_claim& x) { return x.status.phase == "Bound"; });
        BOOST_TEST(c->spec.storage_class_name.value_or("") == "standard");
        const auto v = env.find<persistent_volume>(c->spec.volume_name.str());
        BOOST_REQUIRE(v);
        BOOST_TEST(v->spec.claim_ref->name == name);
        BOOST_TEST(v->status.phase == "Bound");
    }
    const auto before = env.server().revision();
    env.advance(1min);
    // Leases are renewed, nothing else is written.
    BOOST_TEST(env.server().revision() - before < 10u);
    const std::string volume = env.find<persistent_volume_claim>("data-web-1")->spec.volume_name.str();
    env.patch<stateful_set>("web", {{"spec", {{"replicas", 1}}}});
    env.until_gone<pod>("web-1");
    env.remove<persistent_volume_claim>("data-web-1");
    env.until_gone<persistent_volume>(volume);
}

BOOST_AUTO_TEST_CASE(a_restart_is_a_rolling_update) {
    testing::environment env;
    env.create(make_set(3));
    env.until<stateful_set>("web", testing::ready(3));
    env.patch<stateful_set>(
        "web", {{"spec", {{"template", {{"metadata", {{"annotations", {{"restarted", "now"}}}}}}}}}});
    const auto s = env.until<stateful_set>("web", [](const stateful_set& x) {
        return x.status.observed_generation == 2 && x.status.current_revision == x.status.update_revision &&
               x.status.ready_replicas == 3 && x.status.updated_replicas == 3;
    });
    BOOST_TEST(s->status.current_replicas.value_or(0) == 3);
    const auto all = env.run(env.client().list<controller_revision>()).value();
    BOOST_TEST(all.size() == 2u);
}

BOOST_AUTO_TEST_CASE(old_revisions_go_beyond_the_history_limit) {
    testing::environment env;
    stateful_set s = make_set(1);
    s.spec.revision_history_limit = 1;
    env.create(s);
    for (int i = 1; i <= 3; ++i) {
        env.patch<stateful_set>(
            "web", {{"spec", {{"template", {{"metadata", {{"annotations", {{"n", std::to_string(i)}}}}}}}}}});
        env.until<stateful_set>("web", [&](const stateful_set& x) {
            return x.status.observed_generation == i + 1 &&
                   x.status.current_revision == x.status.update_revision && x.status.ready_replicas == 1;
        });
    }
    env.until_idle();
    BOOST_TEST(env.run(env.client().list<controller_revision>()).value().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_daemon_set_has_a_pod_on_each_node) {
    testing::environment_options options;
    options.api.nodes.count = 3;
    testing::environment env(options);
    daemon_set s;
    s.metadata.name = "agent";
    s.spec.selector.match_labels["app"] = "web";
    s.spec.pod_template = template_of("nginx:1");
    env.create(s);
    env.until<daemon_set>("agent", [](const daemon_set& x) { return x.status.number_ready == 3; });
    env.patch<node>("node-1", {{"spec", {{"unschedulable", true}}}});
    env.patch<daemon_set>("agent",
                          {{"spec", {{"template", {{"metadata", {{"annotations", {{"a", "b"}}}}}}}}}});
    env.until<daemon_set>("agent", [](const daemon_set& x) {
        return x.status.updated_number_scheduled == 3 && x.status.number_available == 3;
    });
}

BOOST_AUTO_TEST_CASE(a_cron_job_runs_every_ten_minutes_for_a_day) {
    testing::environment env;
    cron_job c;
    c.metadata.name = "backup";
    c.spec.schedule = "*/10 * * * *";
    c.spec.job_template.spec.pod_template = template_of("busybox:1");
    c.spec.job_template.spec.pod_template.spec.restart_policy = "Never";
    env.create(c);
    env.advance(24h);
    env.until_idle();
    const auto now = env.find<cron_job>("backup");
    BOOST_TEST(now->status.active.empty());
    BOOST_TEST(now->status.last_successful_time.is_set());
    // The last three, by the limit.
    BOOST_TEST(env.run(env.client().list<job>()).value().size() == 3u);
    BOOST_TEST(env.log().find("ERROR") == std::string::npos);
    env.patch<cron_job>("backup", {{"spec", {{"schedule", "0 0 1 1 *"}}}});
    env.advance(1h);
    BOOST_TEST(env.run(env.client().list<job>()).value().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_delayed_claim_is_provisioned_for_the_node_of_its_pod) {
    testing::environment env;
    storage_class late;
    late.metadata.name = "late";
    late.provisioner = "setpoint.dev/provisioner";
    late.volume_binding_mode = "WaitForFirstConsumer";
    env.create(late);
    stateful_set s = with_claims(make_set(1));
    s.spec.volume_claim_templates[0].spec.storage_class_name = interned_string("late");
    env.create(s);
    env.until<stateful_set>("web", testing::ready(1));
    const auto c = env.find<persistent_volume_claim>("data-web-0");
    BOOST_TEST(c->metadata.annotations.at("volume.kubernetes.io/selected-node") == "node-0");
    BOOST_TEST(names_of(env.run(env.client().list<pod>()).value()) == std::vector<std::string>{"web-0"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_autoscaler_follows_the_metrics_in_annotations_of_pods) {
    testing::environment env;
    stateful_set s = make_set(1);
    s.spec.pod_template.spec.containers[0].resources.requests["cpu"] = quantity::parse("100m").value();
    s.spec.pod_template.metadata.annotations["setpoint.dev/metrics.cpu"] = "200m";
    env.create(s);
    env.until<stateful_set>("web", testing::ready(1));
    horizontal_pod_autoscaler a;
    a.metadata.name = "web";
    a.spec.scale_target_ref.api_version = "apps/v1";
    a.spec.scale_target_ref.kind = "StatefulSet";
    a.spec.scale_target_ref.name = "web";
    a.spec.max_replicas = 3;
    metric_spec& cpu = a.spec.metrics.emplace_back();
    cpu.type = "Resource";
    cpu.resource.emplace().name = "cpu";
    cpu.resource->target.type = "Utilization";
    cpu.resource->target.average_utilization = 80;
    env.create(a);
    env.until<stateful_set>("web", testing::ready(3), 10min);
    const auto now = env.until<horizontal_pod_autoscaler>("web", [](const horizontal_pod_autoscaler& x) {
        return x.status.desired_replicas == 3 && x.status.current_replicas == 3;
    });
    BOOST_TEST(is_true(now->status.conditions, "ScalingActive"));
    for (const char* name : {"web-0", "web-1", "web-2"})
        env.patch<pod>(name, {{"metadata", {{"annotations", {{"setpoint.dev/metrics.cpu", "1m"}}}}}});
    env.until<stateful_set>("web", testing::ready(1), 10min);
}

BOOST_AUTO_TEST_SUITE_END()
