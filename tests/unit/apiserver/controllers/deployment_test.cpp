// Deployments: sizes of replica sets, revisions, conditions.
#include "apiserver/controllers/deployment/plan.hpp"
#include "apiserver/controllers/deployment/template_hash.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;
namespace bj = boost::json;

BOOST_AUTO_TEST_SUITE(deployment_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

bj::value template_of(std::string_view image) {
    bj::value t = bj::parse(R"({"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c"}]}})");
    t.at("spec").at("containers").at(0).as_object()["image"] = image;
    return t;
}

partial_deployment deployment_of(std::int32_t replicas, std::string_view image = "nginx:1") {
    partial_deployment d;
    d.metadata.name = "web";
    d.metadata.ns = "default";
    d.metadata.uid = "d-uid";
    d.metadata.generation = 1;
    d.spec.replicas = replicas;
    d.spec.progress_deadline_seconds = 600;
    d.spec.revision_history_limit = 10;
    d.spec.selector.match_labels["app"] = "web";
    d.spec.strategy.type = "RollingUpdate";
    d.spec.strategy.rolling_update.emplace();
    d.spec.strategy.rolling_update->max_surge = "25%";
    d.spec.strategy.rolling_update->max_unavailable = "25%";
    d.spec.pod_template = template_of(image);
    return d;
}

struct set_maker {
    partial_replica_set s;
    set_maker(std::string_view name, std::string_view image, std::int32_t replicas,
              std::string_view revision = "1", int age = 10) {
        s.metadata.name = name;
        s.metadata.uid = std::string(name) + "-uid";
        s.metadata.creation_timestamp = timestamp::from(now - std::chrono::minutes(age));
        s.metadata.annotations[revision_annotation] = revision;
        s.metadata.annotations[desired_annotation] = std::to_string(replicas);
        s.metadata.annotations[max_annotation] = std::to_string(replicas);
        s.spec.replicas = replicas;
        s.spec.pod_template = with_hash_label(template_of(image), "abc");
        available(replicas);
    }
    set_maker& available(std::int32_t n) {
        s.status.replicas = s.spec.replicas;
        s.status.ready_replicas = s.status.available_replicas = n;
        s.status.terminating_replicas = 0;
        s.status.observed_generation = 1;
        return *this;
    }
    set_maker& desired(std::int32_t n) {
        s.metadata.annotations[desired_annotation] = std::to_string(n);
        return *this;
    }
    replica_set_ptr done() const { return std::make_shared<partial_replica_set>(s); }
};

std::string size_in(const deployment_plan& plan, std::string_view name) {
    for (const set_change& c : plan.changes) {
        if (c.of->metadata.name != name) continue;
        const bj::value* spec = c.patch.if_contains("spec");
        return spec ? bj::serialize(spec->at("replicas")) : "same";
    }
    return "same";
}

std::string reason_of(const partial_deployment_status& s, std::string_view type) {
    const workload_condition* c = find_condition(s.conditions, type);
    return c ? c->reason.str() : "none";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_hash_is_stable_and_does_not_depend_on_the_order_of_keys) {
    const bj::value a = bj::parse(R"({"metadata":{"labels":{"a":"1","b":"2"}},"spec":{"x":[1,2]}})");
    const bj::value b = bj::parse(R"({"spec":{"x":[1,2]},"metadata":{"labels":{"b":"2","a":"1"}}})");
    BOOST_TEST(template_hash(a, {}) == template_hash(b, {}));
    BOOST_TEST(template_hash(a, 1) != template_hash(a, {}));
    BOOST_TEST(template_hash(with_hash_label(a, "zzz"), {}) == template_hash(a, {}));
    BOOST_TEST(template_hash(template_of("nginx:2"), {}) != template_hash(template_of("nginx:1"), {}));
    BOOST_TEST(same_template(with_hash_label(a, "zzz"), b));
    BOOST_TEST(template_hash(a, {}).find_first_not_of("bcdfghjklmnpqrstvwxz2456789") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(surge_is_rounded_up_and_unavailable_down_and_never_both_to_zero) {
    struct {
        std::int32_t replicas, surge, unavailable;
    } const cases[] = {{10, 3, 2}, {4, 1, 1}, {3, 1, 0}, {1, 1, 0}, {0, 0, 0}};
    for (const auto& c : cases) {
        BOOST_TEST_CONTEXT(c.replicas) {
            BOOST_TEST(max_surge(deployment_of(c.replicas)) == c.surge);
            BOOST_TEST(max_unavailable(deployment_of(c.replicas)) == c.unavailable);
        }
    }
    partial_deployment d = deployment_of(3);
    d.spec.strategy.rolling_update->max_surge = 0;
    d.spec.strategy.rolling_update->max_unavailable = "1%";
    BOOST_TEST(max_unavailable(d) == 1);
}

BOOST_AUTO_TEST_CASE(the_first_replica_set_is_made_with_hash_owner_and_annotations) {
    const deployment_plan plan = plan_deployment(deployment_of(3), {}, now);
    BOOST_REQUIRE(!plan.create.empty());
    const bj::object& meta = plan.create.at("metadata").as_object();
    const std::string hash = template_hash(template_of("nginx:1"), {});
    BOOST_TEST(meta.at("name").as_string() == "web-" + hash);
    BOOST_TEST(meta.at("labels").at("pod-template-hash").as_string() == hash);
    BOOST_TEST(meta.at("annotations").at(desired_annotation).as_string() == "3");
    BOOST_TEST(meta.at("annotations").at(max_annotation).as_string() == "4");
    BOOST_TEST(plan.create.at("spec").at("selector").at("matchLabels").at("pod-template-hash").as_string() ==
               hash);
    BOOST_TEST(plan.create.at("spec").at("replicas").as_int64() == 3);
    BOOST_TEST(plan.events == std::vector<std::string>{"Scaled up replica set web-" + hash + " from 0 to 3"},
               boost::test_tools::per_element());
    BOOST_TEST(plan.revision == "1");
    BOOST_TEST(reason_of(plan.status, "Progressing") == "NewReplicaSetCreated");
    BOOST_TEST(reason_of(plan.status, "Available") == "MinimumReplicasUnavailable");
}

BOOST_AUTO_TEST_CASE(a_rollout_scales_up_by_the_surge_and_down_as_new_pods_become_available) {
    const partial_deployment d = deployment_of(4, "nginx:2");
    const auto old = set_maker("old", "nginx:1", 4).done();
    const deployment_plan first = plan_deployment(d, {{old}, {}}, now);
    BOOST_TEST(first.create_replicas == 1);
    BOOST_TEST(first.revision == "2");
    // The new pod is not ready yet: one old pod may be deleted, since one may be unavailable.
    const auto starting = set_maker("new", "nginx:2", 1, "2", 1).available(0).desired(4).done();
    BOOST_TEST(size_in(plan_deployment(d, {{old, starting}, {}}, now), "old") == "3");
    const auto three = set_maker("old", "nginx:1", 3).desired(4).done();
    BOOST_TEST(size_in(plan_deployment(d, {{three, starting}, {}}, now), "new") == "2");
    const auto two = set_maker("new", "nginx:2", 2, "2", 1).desired(4).done();
    BOOST_TEST(size_in(plan_deployment(d, {{three, two}, {}}, now), "old") == "1");
}

BOOST_AUTO_TEST_CASE(an_earlier_template_gets_a_new_revision_and_keeps_its_history) {
    const auto first = set_maker("first", "nginx:1", 0, "1", 10).done();
    const auto second = set_maker("second", "nginx:2", 2, "2", 5).done();
    const deployment_plan plan = plan_deployment(deployment_of(2, "nginx:1"), {{first, second}, {}}, now);
    BOOST_TEST(plan.create.empty());
    BOOST_TEST(plan.revision == "3");
    BOOST_REQUIRE(!plan.changes.empty());
    const bj::value& annotations = plan.changes.front().patch.at("metadata").at("annotations");
    BOOST_TEST(annotations.at(revision_annotation).as_string() == "3");
    BOOST_TEST(annotations.at(revision_history_annotation).as_string() == "1");
}

BOOST_AUTO_TEST_CASE(a_change_of_size_during_a_rollout_is_shared_in_proportion) {
    partial_deployment d = deployment_of(10, "nginx:2");
    d.spec.strategy.rolling_update->max_surge = 0;
    auto old = set_maker("old", "nginx:1", 3), fresh = set_maker("new", "nginx:2", 2, "2", 1);
    for (set_maker* s : {&old, &fresh}) {
        s->s.metadata.annotations[desired_annotation] = "5";
        s->s.metadata.annotations[max_annotation] = "5";
    }
    const deployment_plan plan = plan_deployment(d, {{old.done(), fresh.done()}, {}}, now);
    BOOST_TEST(size_in(plan, "old") == "6");
    BOOST_TEST(size_in(plan, "new") == "4");
}

BOOST_AUTO_TEST_CASE(a_paused_deployment_is_scaled_but_not_rolled_out_and_reports_it) {
    partial_deployment d = deployment_of(5, "nginx:2");
    d.spec.paused = true;
    const deployment_plan plan = plan_deployment(d, {{set_maker("old", "nginx:1", 3).done()}, {}}, now);
    BOOST_TEST(plan.create.empty());
    BOOST_TEST(size_in(plan, "old") == "5");
    BOOST_TEST(reason_of(plan.status, "Progressing") == "DeploymentPaused");
}

BOOST_AUTO_TEST_CASE(recreate_waits_for_old_pods) {
    partial_deployment d = deployment_of(2, "nginx:2");
    d.spec.strategy = {};
    d.spec.strategy.type = "Recreate";
    const auto running = set_maker("old", "nginx:1", 2).done();
    const deployment_plan down = plan_deployment(d, {{running}, {}}, now);
    BOOST_TEST(size_in(down, "old") == "0");
    BOOST_TEST(down.create.empty());
    const auto empty = set_maker("old", "nginx:1", 0).done();
    BOOST_TEST(plan_deployment(d, {{empty}, {"old-uid"}}, now).create.empty());
    BOOST_TEST(plan_deployment(d, {{empty}, {}}, now).create_replicas == 2);
}

BOOST_AUTO_TEST_CASE(old_replica_sets_beyond_the_limit_are_removed_oldest_revision_first) {
    partial_deployment d = deployment_of(1, "nginx:4");
    d.spec.revision_history_limit = 1;
    d.status.observed_generation = 1;
    d.status.replicas = d.status.updated_replicas = d.status.available_replicas = d.status.ready_replicas = 1;
    const std::vector<replica_set_ptr> sets = {
        set_maker("a", "nginx:1", 0, "3", 30).done(), set_maker("b", "nginx:2", 0, "1", 20).done(),
        set_maker("c", "nginx:3", 0, "2", 10).done(), set_maker("new", "nginx:4", 1, "4", 1).done()};
    const deployment_plan plan = plan_deployment(d, {sets, {}}, now);
    BOOST_REQUIRE(plan.remove.size() == 2u);
    BOOST_TEST(plan.remove[0]->metadata.name == "b");
    BOOST_TEST(plan.remove[1]->metadata.name == "c");
    BOOST_TEST(reason_of(plan.status, "Progressing") == "NewReplicaSetAvailable");
}

BOOST_AUTO_TEST_CASE(no_progress_within_the_deadline_is_reported_in_time) {
    partial_deployment d = deployment_of(2);
    const auto stuck = set_maker("new", "nginx:1", 2).available(0).done();
    set_condition(d.status.conditions, "Progressing", condition_status::true_, "ReplicaSetUpdated", "", now);
    d.status.replicas = d.status.updated_replicas = 2;
    const deployment_plan waiting = plan_deployment(d, {{stuck}, {}}, now + 1min);
    BOOST_TEST(reason_of(waiting.status, "Progressing") == "ReplicaSetUpdated");
    BOOST_CHECK(waiting.again == std::optional<duration>(9min + 1s));
    const deployment_plan late = plan_deployment(d, {{stuck}, {}}, now + 11min);
    BOOST_TEST(reason_of(late.status, "Progressing") == "ProgressDeadlineExceeded");
    BOOST_CHECK(!late.again);
}

BOOST_AUTO_TEST_SUITE_END()
