#include "setpoint/core/random_secret.hpp"
#include "testkit/sim/preview/consequences.hpp"
#include "testkit/sim/preview/field_changes.hpp"
#include "testkit/sim/preview/prepared_snapshot.hpp"
#include "testkit/sim/preview/rolled_out.hpp"
#include "testkit/sim/preview/secret_values.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>

BOOST_AUTO_TEST_SUITE(preview_consequences_test)

using namespace setpoint;

namespace {

boost::json::object json_object(std::string_view text) {
    return boost::json::parse({text.data(), text.size()}).as_object();
}

sim::loaded_object live_object(std::string resource, std::string kind, std::string name, std::string uid,
                               std::vector<std::string> owners = {}, std::string json = "{}") {
    apiserver::record r;
    r.key = kind == "PersistentVolume" || kind == "Namespace" ? object_key::cluster(name)
                                                              : object_key("shop", name);
    r.uid = std::move(uid);
    r.owners = std::move(owners);
    r.json = std::move(json);
    return {std::move(resource), std::move(kind), std::make_shared<const apiserver::record>(std::move(r))};
}

// A Deployment with a ReplicaSet, two running pods and one that has failed.
sim::loaded_objects shop() {
    sim::loaded_objects all;
    all.add(live_object("deployments.apps", "Deployment", "web", "d"));
    all.add(live_object("replicasets.apps", "ReplicaSet", "web-1", "r", {"d"}));
    for (const char* name : {"a", "b"}) all.add(live_object("pods", "Pod", name, name, {"r"}));
    all.add(live_object("pods", "Pod", "c", "c", {"r"}, R"({"status":{"phase":"Failed"}})"));
    return all;
}

sim::object_change changed(std::string resource, std::string kind, std::string_view before,
                           std::string_view after, std::string name = "web") {
    sim::object_change c;
    c.resource = std::move(resource);
    c.kind = std::move(kind);
    c.key =
        c.kind == "Namespace" ? object_key::cluster(std::move(name)) : object_key("shop", std::move(name));
    if (!before.empty()) c.before = json_object(before);
    if (!after.empty()) c.after = json_object(after);
    return c;
}

sim::object_change changed_deployment(std::string_view before, std::string_view after) {
    return changed("deployments.apps", "Deployment", before, after);
}

std::vector<std::string> texts_of(const std::vector<sim::object_change>& changes,
                                  const sim::loaded_objects& live) {
    std::vector<std::string> out;
    for (const sim::consequence& c : sim::consequences_of(changes, live))
        out.push_back(fmt::format("{}: {}", sim::name_of(c.what), c.text));
    return out;
}

std::string only_text(const sim::object_change& c, const sim::loaded_objects& live) {
    const auto all = texts_of({c}, live);
    BOOST_REQUIRE(all.size() == 1u);
    return all.front();
}

constexpr std::string_view image_a =
                               R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":"a"}]}}}})",
                           image_b =
                               R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":"b"}]}}}})";

}  // namespace

BOOST_AUTO_TEST_CASE(a_changed_template_restarts_the_running_pods) {
    BOOST_TEST(only_text(changed_deployment(image_a, image_b), shop()) ==
               R"(restart: restarts 2 pods of Deployment shop/web (spec.containers[c].image: "a" -> "b"))");
}

BOOST_AUTO_TEST_CASE(without_pods_in_the_snapshot_the_status_counts) {
    sim::loaded_objects none;
    none.add(live_object("deployments.apps", "Deployment", "web", "d"));
    auto c = changed_deployment(image_a, image_b);
    (*c.before)["status"] = json_object(R"({"replicas":3})");
    BOOST_TEST(only_text(c, none).starts_with("restart: restarts 3 pods of Deployment shop/web"));
}

BOOST_AUTO_TEST_CASE(an_equal_template_restarts_nothing) {
    BOOST_TEST(texts_of({changed_deployment(image_a, image_a)}, shop()).empty());
}

BOOST_AUTO_TEST_CASE(a_new_object_has_no_consequence) {
    BOOST_TEST(texts_of({changed_deployment("", image_b)}, shop()).empty());
}

BOOST_AUTO_TEST_CASE(a_paused_rollout_restarts_nothing_now) {
    auto c = changed_deployment(image_a, image_b);
    (*c.after)["spec"].as_object()["paused"] = true;
    BOOST_TEST(
        only_text(c, shop()).starts_with("notice: changes the pod template of Deployment shop/web, which "));
}

BOOST_AUTO_TEST_CASE(update_strategies_hold_pods_back) {
    sim::loaded_objects live;
    live.add(live_object("statefulsets.apps", "StatefulSet", "web", "s"));
    for (const char* name : {"web-0", "web-1", "web-2"})
        live.add(live_object("pods", "Pod", name, name, {"s"}));
    auto c = changed("statefulsets.apps", "StatefulSet", image_a, image_b);
    BOOST_TEST(only_text(c, live).starts_with("restart: restarts 3 pods"));
    (*c.after)["spec"].as_object()["updateStrategy"] = json_object(R"({"rollingUpdate":{"partition":2}})");
    BOOST_TEST(only_text(c, live).starts_with("restart: restarts 1 pod of StatefulSet shop/web"));
    (*c.after)["spec"].as_object()["updateStrategy"] = json_object(R"({"rollingUpdate":{"partition":3}})");
    BOOST_TEST(only_text(c, live).starts_with("notice:"));
    (*c.after)["spec"].as_object()["updateStrategy"] = json_object(R"({"type":"OnDelete"})");
    BOOST_TEST(only_text(c, live).find("update strategy OnDelete") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(fewer_replicas_stop_pods) {
    BOOST_TEST(only_text(changed_deployment(R"({"spec":{"replicas":2}})", R"({"spec":{"replicas":1}})"),
                         shop()) == "stop: scales Deployment shop/web from 2 to 1: stops 1 pod");
    BOOST_TEST(only_text(changed_deployment(R"({"spec":{}})", R"({"spec":{"replicas":4}})"), shop()) ==
               "scale-up: scales Deployment shop/web from 1 to 4");
}

BOOST_AUTO_TEST_CASE(scaled_claims_lose_data) {
    sim::loaded_objects live;
    live.add(live_object("statefulsets.apps", "StatefulSet", "db", "s"));
    for (const char* name : {"db-0", "db-1"}) live.add(live_object("pods", "Pod", name, name, {"s"}));
    for (const char* name : {"data-db-0", "data-db-1"})
        live.add(live_object("persistentvolumeclaims", "PersistentVolumeClaim", name, name));
    const auto c = changed(
        "statefulsets.apps", "StatefulSet",
        R"({"spec":{"replicas":2,"volumeClaimTemplates":[{"metadata":{"name":"data"}}]}})",
        R"({"spec":{"replicas":1,"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Delete"}}})", "db");
    const auto all = texts_of({c}, live);
    BOOST_REQUIRE(all.size() == 2u);
    BOOST_TEST(all[0].starts_with("data-loss: deletes PersistentVolumeClaim shop/data-db-1 with its pod"));
    BOOST_TEST(all[1].starts_with("stop: "));
}

BOOST_AUTO_TEST_CASE(a_deletion_takes_what_it_owns) {
    BOOST_TEST(only_text(changed_deployment("{}", ""), shop()) ==
               "deletion: deletes Deployment shop/web, and with it 3 Pods, 1 ReplicaSet");
    auto orphaned = changed_deployment("{}", "");
    orphaned.propagation = "Orphan";
    BOOST_TEST(only_text(orphaned, shop()) ==
               "deletion: deletes Deployment shop/web; what it owns stays (propagation policy Orphan)");
}

BOOST_AUTO_TEST_CASE(what_another_owner_keeps_stays) {
    sim::loaded_objects live;
    live.add(live_object("deployments.apps", "Deployment", "web", "d"));
    live.add(live_object("deployments.apps", "Deployment", "other", "e"));
    live.add(live_object("configmaps", "ConfigMap", "both", "b", {"d", "e"}));
    BOOST_TEST(only_text(changed_deployment("{}", ""), live) == "deletion: deletes Deployment shop/web");
}

BOOST_AUTO_TEST_CASE(lost_data_comes_first) {
    sim::loaded_objects live = shop();
    live.add(live_object("secrets", "Secret", "key", "k", {"d"}));
    live.add(live_object("persistentvolumeclaims", "PersistentVolumeClaim", "kept", "p", {},
                         R"({"spec":{"volumeName":"v"}})"));
    live.add(live_object("persistentvolumes", "PersistentVolume", "v", "v", {},
                         R"({"spec":{"persistentVolumeReclaimPolicy":"Retain"}})"));
    const auto all =
        texts_of({changed_deployment("{}", ""), changed("persistentvolumeclaims", "PersistentVolumeClaim",
                                                        R"({"spec":{"volumeName":"v"}})", "", "kept")},
                 live);
    BOOST_REQUIRE(all.size() == 3u);
    BOOST_TEST(all[0] == "data-loss: deletes Secret shop/key with Deployment shop/web: its values are lost");
    BOOST_TEST(all[1].starts_with("deletion: deletes Deployment shop/web, and with it"));
    BOOST_TEST(
        all[2] ==
        "deletion: deletes PersistentVolumeClaim shop/kept; its volume v is kept (reclaim policy Retain)");
}

BOOST_AUTO_TEST_CASE(a_namespace_takes_everything_in_it) {
    sim::loaded_objects live = shop();
    live.add(live_object("namespaces", "Namespace", "shop", "n"));
    const std::string text = only_text(changed("namespaces", "Namespace", "{}", "", "shop"), live);
    BOOST_TEST(text == "deletion: deletes Namespace shop, and with it 1 Deployment, 3 Pods, 1 ReplicaSet");
}

BOOST_AUTO_TEST_CASE(a_deletion_that_waits_names_the_finalizer) {
    const auto c = changed_deployment(
        "{}",
        R"({"metadata":{"deletionTimestamp":"2026-01-01T00:00:00Z","finalizers":["x/y","foregroundDeletion"]}})");
    BOOST_TEST(only_text(c, shop()).ends_with("; it waits for x/y"));
}

BOOST_AUTO_TEST_CASE(a_deleted_pod_restarts_if_its_owner_stays) {
    const auto c = changed(
        "pods", "Pod",
        R"({"metadata":{"ownerReferences":[{"kind":"ReplicaSet","name":"web-1","uid":"r","controller":true}]}})",
        "", "a");
    BOOST_TEST(only_text(c, shop()) ==
               "restart: restarts Pod shop/a: deletes it, and ReplicaSet web-1 makes a new one");
    const auto all = texts_of({changed("replicasets.apps", "ReplicaSet", "{}", "", "web-1"), c}, shop());
    BOOST_TEST(all.size() == 2u);
    BOOST_TEST(
        std::ranges::all_of(all, [](const std::string& one) { return one.starts_with("deletion: "); }));
}

BOOST_AUTO_TEST_CASE(a_new_owner_is_reported) {
    const auto c = changed(
        "configmaps", "ConfigMap", "{}",
        R"({"metadata":{"ownerReferences":[{"kind":"Site","name":"s","uid":"1","controller":true}]}})");
    BOOST_TEST(only_text(c, shop()) ==
               "ownership: changes the owner of ConfigMap shop/web from no one to Site s (controller)");
}

BOOST_AUTO_TEST_CASE(items_of_lists_are_compared_by_name) {
    const auto before = boost::json::parse(R"({"env":[{"name":"a","value":"1"},{"name":"b"}],"args":["x"]})"),
               after = boost::json::parse(R"({"env":[{"name":"b"},{"name":"a","value":"2"}],"args":["y"]})");
    BOOST_TEST(sim::field_changes(before, after) ==
                   (std::vector<std::string>{R"(env[a].value: "1" -> "2")", R"(args: ["x"] -> ["y"])"}),
               boost::test_tools::per_element());
    BOOST_TEST(sim::field_changes_text(before, after, 1) == R"(env[a].value: "1" -> "2", and 1 more)");
}

BOOST_AUTO_TEST_CASE(a_rollout_is_complete_for_its_spec) {
    const auto done = sim::rolled_out(
        "deployments.apps", json_object(R"({"metadata":{"name":"web","generation":2},"spec":{"replicas":3},
                        "status":{"observedGeneration":1,"replicas":1,"unavailableReplicas":1}})"),
        "2026-01-01T00:00:00Z");
    BOOST_REQUIRE(done);
    const auto& status = done->at("status").as_object();
    BOOST_TEST(status.at("observedGeneration").as_int64() == 2);
    for (const char* count : {"replicas", "updatedReplicas", "readyReplicas", "availableReplicas"})
        BOOST_TEST(status.at(count).as_int64() == 3);
    BOOST_TEST(!status.contains("unavailableReplicas"));
    BOOST_TEST(!sim::rolled_out("deployments.apps", *done, "2026-01-01T00:00:00Z"));
    BOOST_TEST(!sim::rolled_out("pods", json_object(R"({"metadata":{"generation":2}})"), ""));
}

BOOST_AUTO_TEST_CASE(copied_values_of_secrets_are_hidden) {
    const apiserver::secret_redactor redactor(random_key(32));
    sim::secret_values values;
    values.add(json_object(R"({"data":{"password":"Y29ycmVjdC1ob3JzZQ==","short":"YWI="}})"), redactor);
    auto copy = json_object(R"({"spec":{"args":["--url=a:correct-horse@b","Y29ycmVjdC1ob3JzZQ==","ab"]}})");
    values.hide_in(copy);
    const std::string shown = redactor.placeholder("correct-horse");
    BOOST_TEST(boost::json::serialize(copy) ==
               fmt::format(R"({{"spec":{{"args":["--url=a:{0}@b","{0}","ab"]}}}})", shown));
}

BOOST_AUTO_TEST_CASE(webhooks_and_lease_holders_are_left_out) {
    apiserver::cluster_snapshot live;
    live.objects.push_back({json_object(R"({"apiVersion":"admissionregistration.k8s.io/v1",
        "kind":"ValidatingWebhookConfiguration","metadata":{"name":"checks"}})"),
                            "x"});
    live.objects.push_back({json_object(R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",
        "metadata":{"name":"l"},"spec":{"holderIdentity":"old","leaseTransitions":2}})"),
                            "x"});
    const auto notes = sim::leave_out_outsiders(live);
    BOOST_REQUIRE(notes.size() == 1u);
    BOOST_TEST(notes.front().ends_with(": ValidatingWebhookConfiguration checks"));
    BOOST_REQUIRE(live.objects.size() == 1u);
    BOOST_TEST(boost::json::serialize(live.objects.front().content.at("spec")) ==
               R"({"leaseTransitions":2})");
}

BOOST_AUTO_TEST_CASE(new_definitions_replace_old_ones_and_keep_uids) {
    const auto definition = [](std::string_view more) {
        return json_object(
            fmt::format(R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
            "metadata":{{"name":"gadgets.x"{}}}}})",
                        more));
    };
    apiserver::cluster_snapshot live, with;
    live.objects.push_back({definition(R"(,"uid":"old")"), "live"});
    with.objects.push_back({definition(R"(,"labels":{"a":"b"})"), "new"});
    BOOST_TEST(sim::upgrade_definitions(live, with).has_value());
    BOOST_REQUIRE(live.objects.size() == 1u);
    const auto& meta = live.objects.front().content.at("metadata").as_object();
    BOOST_TEST(meta.at("uid").as_string() == "old");
    BOOST_TEST(meta.contains("labels"));
    with.objects.push_back(
        {json_object(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"}})"), "new"});
    const auto refused = sim::upgrade_definitions(live, with);
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().message == "new: Pod p is not a CustomResourceDefinition");
}

BOOST_AUTO_TEST_SUITE_END()
