// StatefulSets: the steps of a plan, identities, and the owners of claims.
#include "apiserver/controllers/history/revision.hpp"
#include "apiserver/controllers/stateful_set/plan.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(stateful_set_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

partial_stateful_set make_set(std::int32_t replicas) {
    partial_stateful_set s;
    s.metadata.name = "web";
    s.metadata.ns = "default";
    s.metadata.uid = "set-uid";
    s.metadata.generation = 2;
    s.spec.replicas = replicas;
    s.spec.service_name = "svc";
    s.spec.selector.match_labels["app"] = "web";
    s.spec.update_strategy.type = "RollingUpdate";
    s.spec.update_strategy.rolling_update.emplace();
    s.spec.update_strategy.rolling_update->partition = 0;
    s.spec.pod_template = boost::json::parse(
        R"({"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c","image":"a"}]}})");
    return s;
}

partial_stateful_set with_claims(partial_stateful_set s, std::string_view deleted, std::string_view scaled) {
    s.spec.claim_templates =
        boost::json::parse(R"([{"metadata":{"name":"data"},"spec":{"accessModes":["ReadWriteOnce"]}}])");
    s.spec.claim_retention.emplace();
    s.spec.claim_retention->when_deleted = deleted;
    s.spec.claim_retention->when_scaled = scaled;
    return s;
}

partial_pod pod_of(std::int32_t ordinal, std::string_view revision = "web-2") {
    partial_pod p;
    p.metadata.name = "web-" + std::to_string(ordinal);
    p.metadata.ns = "default";
    p.metadata.uid = p.metadata.name.str() + "-uid";
    p.metadata.labels[pod_name_label] = p.metadata.name;
    p.metadata.labels[revision_label] = revision;
    p.status.phase = "Running";
    condition c;
    c.type = "Ready";
    c.status = condition_status::true_;
    c.last_transition_time = timestamp::from(now - 10min);
    p.status.conditions.push_back(c);
    return p;
}
partial_pod unready(partial_pod p) {
    p.status.conditions.clear();
    return p;
}
partial_pod deleting(partial_pod p) {
    p.metadata.deletion_timestamp = timestamp::from(now);
    return p;
}
partial_pod in_phase(partial_pod p, std::string_view phase) {
    p.status.phase = phase;
    p.status.conditions.clear();
    return p;
}

claim_ptr claim(std::string_view name, std::vector<owner_reference> owners = {}) {
    partial_claim c;
    c.metadata.name = name;
    c.metadata.owner_references = std::move(owners);
    return std::make_shared<partial_claim>(std::move(c));
}

// The steps as "create 0@web-1", "remove 2": phases are separated by " | ".
std::string steps(const set_plan& plan) {
    std::string all;
    for (const set_phase& phase : plan.phases) {
        if (!all.empty()) all += " | ";
        for (const set_step& s : phase) {
            constexpr const char* names[] = {"create", "remove", "complete", "restore", "keep"};
            if (!all.empty() && !all.ends_with("| ")) all += ", ";
            all += names[static_cast<int>(s.what)] + (" " + std::to_string(s.ordinal));
            if (!s.revision.empty()) all += "@" + s.revision;
        }
    }
    return all;
}

std::string steps_of(const partial_stateful_set& set, const std::vector<partial_pod>& pods,
                     set_revisions revisions = {"web-2", "web-2"}, claims_by_name claims = {}) {
    set_seen seen{std::move(revisions), {}, std::move(claims)};
    for (const partial_pod& p : pods) seen.pods.push_back(std::make_shared<partial_pod>(p));
    return steps(plan_stateful_set(set, seen, now));
}

}  // namespace

BOOST_AUTO_TEST_CASE(pods_are_created_one_after_the_other_when_the_one_before_is_ready) {
    const auto set = make_set(3);
    BOOST_TEST(steps_of(set, {}) == "create 0@web-2");
    BOOST_TEST(steps_of(set, {unready(pod_of(0))}) == "");
    BOOST_TEST(steps_of(set, {pod_of(0)}) == "create 1@web-2");
    BOOST_TEST(steps_of(set, {pod_of(0), pod_of(2)}) == "create 1@web-2");
    BOOST_TEST(steps_of(set, {deleting(pod_of(0))}) == "");
    BOOST_TEST(steps_of(set, {pod_of(0), pod_of(1), pod_of(2)}) == "");
    auto slow = make_set(2);
    slow.spec.min_ready_seconds = 3600;
    BOOST_TEST(steps_of(slow, {pod_of(0)}) == "");
    auto later = make_set(2);
    later.spec.ordinals.emplace();
    later.spec.ordinals->start = 5;
    BOOST_TEST(steps_of(later, {pod_of(5)}) == "create 6@web-2");
    BOOST_TEST(steps_of(later, {pod_of(5), pod_of(6), pod_of(0)}) == "remove 0");
}

BOOST_AUTO_TEST_CASE(parallel_pods_wait_for_nothing) {
    auto set = make_set(3);
    set.spec.pod_management_policy = "Parallel";
    BOOST_TEST(steps_of(set, {}) == "create 0@web-2, create 1@web-2, create 2@web-2");
    BOOST_TEST(steps_of(set, {unready(pod_of(1)), pod_of(4), pod_of(3)}) ==
               "create 0@web-2, create 2@web-2 | remove 4, remove 3");
}

BOOST_AUTO_TEST_CASE(no_size_and_no_ordinal_is_too_large) {
    auto set = make_set(2'147'483'647);
    BOOST_TEST(steps_of(set, {}) == "create 0@web-2");
    BOOST_TEST(steps_of(set, {pod_of(0), pod_of(2'147'483'646)}) == "create 1@web-2");
    set.spec.pod_management_policy = "Parallel";
    const auto created = [](const partial_stateful_set& s, set_seen seen) {
        return plan_stateful_set(s, seen, now).phases.front().size();
    };
    BOOST_TEST(created(set, {{"web-2", "web-2"}, {}, {}}) == 500u);
    set.spec.ordinals.emplace();
    set.spec.ordinals->start = 2'147'483'646;
    set.spec.update_strategy.rolling_update->partition = 2'147'483'647;
    BOOST_TEST(steps_of(set, {}) == "create 2147483646@web-2, create 2147483647@web-2");
    BOOST_TEST(steps_of(set, {pod_of(2'147'483'646, "web-1"), pod_of(2'147'483'647, "web-1")}) == "");
}

BOOST_AUTO_TEST_CASE(surplus_pods_go_one_by_one_from_the_last) {
    const auto set = make_set(1);
    BOOST_TEST(steps_of(set, {pod_of(0), pod_of(1), pod_of(2)}) == "remove 2");
    BOOST_TEST(steps_of(set, {pod_of(0), pod_of(1), deleting(pod_of(2))}) == "");
    BOOST_TEST(steps_of(set, {pod_of(0), unready(pod_of(1)), pod_of(2)}) == "remove 2");
    BOOST_TEST(steps_of(set, {pod_of(0), pod_of(1), unready(pod_of(2))}) == "remove 2");
    BOOST_TEST(steps_of(set, {pod_of(0), unready(pod_of(1)), unready(pod_of(2))}) == "");
    BOOST_TEST(steps_of(set, {unready(pod_of(0)), pod_of(1)}) == "");
}

BOOST_AUTO_TEST_CASE(finished_pods_are_deleted_and_created_again_later) {
    const auto set = make_set(2);
    BOOST_TEST(steps_of(set, {in_phase(pod_of(0), "Failed"), pod_of(1)}) == "remove 0");
    BOOST_TEST(steps_of(set, {in_phase(pod_of(0), "Succeeded"), pod_of(1)}) == "remove 0");
    BOOST_TEST(steps_of(set, {deleting(in_phase(pod_of(0), "Failed")), pod_of(1)}) == "");
}

BOOST_AUTO_TEST_CASE(an_update_replaces_pods_from_the_last_down_to_the_partition) {
    auto set = make_set(3);
    const set_revisions to{"web-1", "web-2"};
    const auto old = [](std::int32_t n) { return pod_of(n, "web-1"); };
    BOOST_TEST(steps_of(set, {old(0), old(1), old(2)}, to) == "remove 2");
    BOOST_TEST(steps_of(set, {old(0), old(1)}, to) == "create 2@web-2");
    BOOST_TEST(steps_of(set, {old(0), old(1), unready(pod_of(2))}, to) == "");
    BOOST_TEST(steps_of(set, {old(0), old(1), pod_of(2)}, to) == "remove 1");
    set.spec.update_strategy.rolling_update->partition = 2;
    BOOST_TEST(steps_of(set, {old(0), old(1), pod_of(2)}, to) == "");
    BOOST_TEST(steps_of(set, {old(0), pod_of(2)}, to) == "create 1@web-1");
    set.spec.update_strategy.type = "OnDelete";
    set.spec.update_strategy.rolling_update.reset();
    BOOST_TEST(steps_of(set, {old(0), old(1), old(2)}, to) == "");
    BOOST_TEST(steps_of(set, {old(0), old(1)}, to) == "create 2@web-2");
}

BOOST_AUTO_TEST_CASE(a_broken_update_waits_for_the_broken_pod) {
    // As documented: it must be deleted by hand after the template was corrected (kubernetes issue 67250).
    BOOST_TEST(steps_of(make_set(2), {pod_of(0, "web-1"), unready(pod_of(1, "web-2"))}, {"web-1", "web-3"}) ==
               "");
}

BOOST_AUTO_TEST_CASE(pods_that_lost_their_identity_get_it_back) {
    partial_pod p = pod_of(0);
    p.metadata.labels.erase(interned_string(pod_name_label));
    BOOST_TEST(steps_of(make_set(1), {p}) == "restore 0");
    BOOST_TEST(restore_member(make_set(1), p).at("metadata").at("labels").at(pod_name_label).as_string() ==
               "web-0");
}

BOOST_AUTO_TEST_CASE(the_status_counts_pods_and_ends_an_update) {
    const auto set = make_set(2);
    set_seen seen{{"web-1", "web-2", 3}, {}, {}};
    seen.pods = {std::make_shared<partial_pod>(pod_of(0)), std::make_shared<partial_pod>(unready(pod_of(1)))};
    partial_stateful_set_status s = plan_stateful_set(set, seen, now).status;
    BOOST_TEST(s.replicas.value() == 2);
    BOOST_TEST(s.ready_replicas.value() == 1);
    BOOST_TEST(s.available_replicas.value() == 1);
    BOOST_TEST(s.current_replicas.value() == 0);
    BOOST_TEST(s.updated_replicas.value() == 2);
    BOOST_TEST(s.collision_count.value() == 3);
    BOOST_TEST(s.observed_generation == 2);
    BOOST_TEST(s.current_revision == "web-1");
    seen.pods[1] = std::make_shared<partial_pod>(pod_of(1));
    s = plan_stateful_set(set, seen, now).status;
    BOOST_TEST(s.current_revision == "web-2");
    BOOST_TEST(s.current_replicas.value() == 2);
    seen.revisions.update = "web-3";
    s = plan_stateful_set(set, seen, now).status;
    BOOST_TEST(s.current_replicas.value() == 0);
}

BOOST_AUTO_TEST_CASE(a_set_that_is_being_deleted_only_reports) {
    auto set = make_set(3);
    set.metadata.deletion_timestamp = timestamp::from(now);
    BOOST_TEST(steps_of(set, {}) == "");
}

BOOST_AUTO_TEST_CASE(availability_is_checked_again_in_time) {
    auto set = make_set(1);
    set.spec.min_ready_seconds = 900;
    partial_stateful_set_status s;
    s.ready_replicas = 1;
    s.available_replicas = 0;
    const std::vector<pod_ptr> pods = {std::make_shared<partial_pod>(pod_of(0))};
    BOOST_CHECK(next_available_member(set, pods, s, now) == std::optional<duration>(5min));
    s.available_replicas = 1;
    BOOST_CHECK(!next_available_member(set, pods, s, now));
}

BOOST_AUTO_TEST_CASE(members_have_names_labels_and_the_volumes_of_their_claims) {
    auto set = with_claims(make_set(1), "Retain", "Retain");
    pod_owner owner;
    owner.kind = &kind_of<partial_stateful_set>();
    owner.meta = &set.metadata;
    owner.pod_template = boost::json::parse(
        R"({"metadata":{"labels":{"app":"web"}},"spec":{"volumes":[{"name":"data","emptyDir":{}},{"name":"tmp","emptyDir":{}}]}})");
    const auto pod = make_member(set, owner, "web-2", 4);
    const auto& meta = pod.at("metadata");
    BOOST_TEST(meta.at("name").as_string() == "web-4");
    BOOST_TEST(meta.at("generateName").as_string() == "web-");
    BOOST_TEST(meta.at("labels").at("apps.kubernetes.io/pod-index").as_string() == "4");
    BOOST_TEST(meta.at("labels").at("controller-revision-hash").as_string() == "web-2");
    BOOST_TEST(pod.at("spec").at("hostname").as_string() == "web-4");
    BOOST_TEST(pod.at("spec").at("subdomain").as_string() == "svc");
    const auto& volumes = pod.at("spec").at("volumes").as_array();
    BOOST_REQUIRE(volumes.size() == 2u);
    BOOST_TEST(volumes.at(0).at("persistentVolumeClaim").at("claimName").as_string() == "data-web-4");
    BOOST_TEST(volumes.at(1).at("name").as_string() == "tmp");
    const auto claims = make_claims(set, 4);
    BOOST_REQUIRE(claims.size() == 1u);
    BOOST_TEST(claims[0].at("metadata").at("name").as_string() == "data-web-4");
    BOOST_TEST(claims[0].at("metadata").at("labels").at("app").as_string() == "web");
}

BOOST_AUTO_TEST_CASE(ordinals_are_read_from_names) {
    BOOST_TEST(ordinal_of("web-12").ordinal == 12);
    BOOST_TEST(ordinal_of("a-b-3").parent == "a-b");
    for (const char* name : {"web", "web-", "web-x", "web-1x", "web-99999999999"})
        BOOST_TEST(ordinal_of(name).ordinal == -1, name);
}

BOOST_AUTO_TEST_CASE(pending_pods_get_claims_that_are_missing) {
    const auto set = with_claims(make_set(1), "Retain", "Retain");
    partial_pod p = in_phase(pod_of(0), "Pending");
    partial_pod_volume v;
    v.name = "data";
    v.claim.claim_name = "data-web-0";
    p.spec.volumes.push_back(v);
    BOOST_TEST(steps_of(set, {p}) == "complete 0");
    BOOST_TEST(steps_of(set, {p}, {"web-2", "web-2"}, {{"data-web-0", claim("data-web-0")}}) == "");
}

BOOST_AUTO_TEST_CASE(claims_are_owned_as_the_retention_policy_demands) {
    const member kept{0, "web-0", "web-0-uid"}, surplus{1, "web-1", "web-1-uid"};
    const auto owners = [](const partial_stateful_set& set, const member& m) {
        const auto refs = owners_to_write(set, *claim("x"), m);
        std::string names;
        if (refs)
            for (const owner_reference& r : *refs) names += r.kind.str() + "/" + r.name.str() + " ";
        return names;
    };
    const auto set = make_set(1);
    BOOST_TEST(owners(with_claims(set, "Retain", "Retain"), kept) == "");
    BOOST_TEST(owners(with_claims(set, "Delete", "Retain"), kept) == "StatefulSet/web ");
    BOOST_TEST(owners(with_claims(set, "Delete", "Retain"), surplus) == "StatefulSet/web ");
    BOOST_TEST(owners(with_claims(set, "Retain", "Delete"), kept) == "");
    BOOST_TEST(owners(with_claims(set, "Retain", "Delete"), surplus) == "Pod/web-1 ");
    BOOST_TEST(owners(with_claims(set, "Delete", "Delete"), kept) == "StatefulSet/web ");
    BOOST_TEST(owners(with_claims(set, "Delete", "Delete"), surplus) == "Pod/web-1 ");
}

BOOST_AUTO_TEST_CASE(claims_of_others_and_of_former_pods_are_left_alone) {
    const auto set = with_claims(make_set(1), "Delete", "Delete");
    const member m{0, "web-0", "web-0-uid"};
    owner_reference former = make_controller_reference({"", "v1", "Pod"}, pod_of(0).metadata);
    former.uid = "other";
    BOOST_TEST(!owners_to_write(set, *claim("x", {former}), m).has_value());
    BOOST_TEST(has_stale_claim(set, {{"data-web-0", claim("data-web-0", {former})}}, m));
    BOOST_TEST(steps_of(set, {}, {"web-2", "web-2"}, {{"data-web-0", claim("data-web-0", {former})}}) == "");
    owner_reference foreign = make_controller_reference({"example.com", "v1", "Backup"}, object_meta());
    foreign.uid = "foreign";
    BOOST_TEST(has_foreign_controller(set, *claim("x", {foreign}), m));
    BOOST_TEST(!owners_to_write(set, *claim("x", {foreign}), m).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
