// StatefulSets on a control plane, real or embedded.
#include "fixture.hpp"

using namespace workloads_test;

BOOST_AUTO_TEST_SUITE(stateful_set_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

stateful_set make_set(const workload_world& w, std::int32_t replicas) {
    stateful_set s;
    s.metadata.name = "web";
    s.metadata.ns = w.ns;
    s.spec.replicas = replicas;
    s.spec.service_name = "web";
    s.spec.selector = app_web();
    s.spec.pod_template = template_of("nginx:1");
    return s;
}

bool settled(const stateful_set& s, std::int32_t replicas) {
    return s.status.observed_generation == s.metadata.generation && s.status.replicas == replicas &&
           s.status.available_replicas.value_or(0) == replicas &&
           s.status.current_replicas.value_or(0) == replicas &&
           s.status.current_revision == s.status.update_revision;
}

awaitable<std::string> pods_of(const workload_world& w) {
    std::string text;
    for (const auto& p : (co_await w.api.list<pod>(w.here())).value())
        text += fmt::format("{} {} {} {} {} {}.{}\n", p->metadata.name,
                            p->metadata.labels.at("statefulset.kubernetes.io/pod-name"),
                            p->metadata.labels.at("apps.kubernetes.io/pod-index"),
                            p->metadata.labels.at("controller-revision-hash"), p->spec.containers.at(0).image,
                            p->spec.hostname, p->spec.subdomain);
    co_return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ordered_pods_are_updated_rolled_back_and_scaled) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.api.create(make_set(w, 2))).value();
        auto s = co_await w.until<stateful_set>(w.key("web"), "2 pods",
                                                [](const stateful_set& x) { return settled(x, 2); });
        BOOST_TEST(s->status.collision_count.value_or(-1) == 0);
        BOOST_TEST((co_await pods_of(w)) ==
                   "web-0 web-0 0 web-57c69446cb nginx:1 web-0.web\n"
                   "web-1 web-1 1 web-57c69446cb nginx:1 web-1.web\n");
        (co_await w.api.merge_patch<stateful_set>(w.key("web"), new_image("nginx:2"))).value();
        co_await w.until<stateful_set>(w.key("web"), "updated", [](const stateful_set& x) {
            return settled(x, 2) && x.metadata.generation == 2;
        });
        BOOST_TEST((co_await w.revisions()) == "web-57c69446cb=1 web-77b7895dd9=2 ");
        BOOST_TEST((co_await pods_of(w)) ==
                   "web-0 web-0 0 web-77b7895dd9 nginx:2 web-0.web\n"
                   "web-1 web-1 1 web-77b7895dd9 nginx:2 web-1.web\n");
        (co_await w.api.merge_patch<stateful_set>(w.key("web"), new_image("nginx:1"))).value();
        co_await w.until<stateful_set>(w.key("web"), "rolled back", [](const stateful_set& x) {
            return settled(x, 2) && x.metadata.generation == 3;
        });
        BOOST_TEST((co_await w.revisions()) == "web-77b7895dd9=2 web-57c69446cb=3 ");
        (co_await w.api.merge_patch<stateful_set>(w.key("web"), {{"spec", {{"replicas", 1}}}})).value();
        co_await w.until<stateful_set>(w.key("web"), "1 pod",
                                       [](const stateful_set& x) { return settled(x, 1); });
        co_await w.until_gone<pod>(w.key("web-1"));
        co_await w.expect_events("StatefulSet", "web",
                                 "SuccessfulCreate: Create Pod web-0 in StatefulSet web successful\n"
                                 "SuccessfulCreate: Create Pod web-1 in StatefulSet web successful\n"
                                 "SuccessfulDelete: Delete Pod web-0 in StatefulSet web successful\n"
                                 "SuccessfulDelete: Delete Pod web-1 in StatefulSet web successful\n");
    });
}

BOOST_AUTO_TEST_CASE(a_partition_keeps_old_pods_and_a_deleted_one_comes_back_with_its_revision) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        stateful_set set = make_set(w, 3);
        set.spec.pod_management_policy = "Parallel";
        set.spec.update_strategy.type = "RollingUpdate";
        set.spec.update_strategy.rolling_update.emplace().partition = 2;
        set.spec.ordinals.emplace().start = 0;
        (co_await w.api.create(set)).value();
        co_await w.until<stateful_set>(w.key("web"), "3 pods",
                                       [](const stateful_set& x) { return settled(x, 3); });
        (co_await w.api.merge_patch<stateful_set>(w.key("web"), new_image("nginx:2"))).value();
        const auto partial = [](const stateful_set& x) {
            return x.status.observed_generation == 2 && x.status.updated_replicas == 1 &&
                   x.status.current_replicas == 2 && x.status.available_replicas == 3;
        };
        co_await w.until<stateful_set>(w.key("web"), "one updated", partial);
        const auto before = (co_await w.api.get<pod>(w.key("web-0"))).value();
        (co_await w.api.remove<pod>(w.key("web-0"))).value();
        co_await w.until<pod>(w.key("web-0"), "another one",
                              [&](const pod& p) { return p.metadata.uid != before->metadata.uid; });
        co_await w.until<stateful_set>(w.key("web"), "one updated", partial);
        BOOST_TEST((co_await pods_of(w)) ==
                   "web-0 web-0 0 web-57c69446cb nginx:1 web-0.web\n"
                   "web-1 web-1 1 web-57c69446cb nginx:1 web-1.web\n"
                   "web-2 web-2 2 web-77b7895dd9 nginx:2 web-2.web\n");
        BOOST_TEST((co_await w.revisions()) == "web-57c69446cb=1 web-77b7895dd9=2 ");
    });
}

BOOST_AUTO_TEST_CASE(claims_are_made_and_owned_as_the_policy_demands) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        stateful_set set = make_set(w, 2);
        set.spec.pod_management_policy = "Parallel";
        persistent_volume_claim& claim = set.spec.volume_claim_templates.emplace_back();
        claim.metadata.name = "data";
        claim.spec.access_modes = {"ReadWriteOnce"};
        claim.spec.resources.requests["storage"] = quantity::parse("1Gi").value();
        claim.spec.storage_class_name = "";
        set.spec.persistent_volume_claim_retention_policy.emplace().when_deleted = "Delete";
        set.spec.persistent_volume_claim_retention_policy->when_scaled = "Delete";
        (co_await w.api.create(set)).value();
        const auto owned_by = [&](std::string kind) {
            return [kind = std::move(kind)](const persistent_volume_claim& c) {
                const owner_reference* o = controller_of(c.metadata);
                return o && o->kind == kind;
            };
        };
        co_await w.until<persistent_volume_claim>(w.key("data-web-0"), "owned", owned_by("StatefulSet"));
        const auto c =
            co_await w.until<persistent_volume_claim>(w.key("data-web-1"), "owned", owned_by("StatefulSet"));
        BOOST_TEST(c->metadata.labels.at("app") == "web");
        (co_await w.api.merge_patch<stateful_set>(w.key("web"), {{"spec", {{"replicas", 1}}}})).value();
        co_await w.until_gone<pod>(w.key("web-1"));
        co_await w.until_gone<persistent_volume_claim>(w.key("data-web-1"));
        co_await w.expect_events(
            "StatefulSet", "web",
            "SuccessfulCreate: Create Claim data-web-0 Pod web-0 in StatefulSet web success\n"
            "SuccessfulCreate: Create Claim data-web-1 Pod web-1 in StatefulSet web success\n"
            "SuccessfulCreate: Create Pod web-0 in StatefulSet web successful\n"
            "SuccessfulCreate: Create Pod web-1 in StatefulSet web successful\n"
            "SuccessfulDelete: Delete Pod web-1 in StatefulSet web successful\n");
        (co_await w.api.remove<stateful_set>(w.key("web"))).value();
        co_await w.until_gone<persistent_volume_claim>(w.key("data-web-0"));
    });
}

BOOST_AUTO_TEST_CASE(orphaned_pods_and_revisions_are_adopted) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.api.create(make_set(w, 2))).value();
        co_await w.until<stateful_set>(w.key("web"), "2 pods",
                                       [](const stateful_set& x) { return settled(x, 2); });
        const auto first = (co_await w.api.get<pod>(w.key("web-0"))).value();
        delete_options orphan;
        orphan.how = propagation::orphan;
        (co_await w.api.remove<stateful_set>(w.key("web"), orphan)).value();
        co_await w.until_gone<stateful_set>(w.key("web"));
        co_await w.until<pod>(w.key("web-0"), "orphaned",
                              [](const pod& p) { return controller_of(p.metadata) == nullptr; });
        (co_await w.api.create(make_set(w, 2))).value();
        const auto s = co_await w.until<stateful_set>(w.key("web"), "2 pods",
                                                      [](const stateful_set& x) { return settled(x, 2); });
        const auto again = co_await w.until<pod>(w.key("web-0"), "adopted", [&](const pod& p) {
            return is_controlled_by(p.metadata, s->metadata.uid);
        });
        BOOST_TEST(again->metadata.uid == first->metadata.uid);
        BOOST_TEST((co_await w.revisions()) == "web-57c69446cb=1 ");
    });
}

BOOST_AUTO_TEST_SUITE_END()
