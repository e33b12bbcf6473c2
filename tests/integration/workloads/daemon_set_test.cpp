// DaemonSets on a control plane, real or embedded.
#include "fixture.hpp"

using namespace workloads_test;

BOOST_AUTO_TEST_SUITE(daemon_set_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

daemon_set make_set(const workload_world& w) {
    daemon_set s;
    s.metadata.name = "agent";
    s.metadata.ns = w.ns;
    s.spec.selector = app_web();
    s.spec.pod_template = template_of("nginx:1");
    return s;
}

auto counts(std::int32_t desired, std::int64_t generation) {
    return [=](const daemon_set& s) {
        return s.status.observed_generation == generation && s.status.desired_number_scheduled == desired &&
               s.status.current_number_scheduled == desired && s.status.number_ready == desired &&
               s.status.updated_number_scheduled.value_or(0) == desired &&
               s.status.number_available.value_or(0) == desired &&
               s.status.number_unavailable.value_or(0) == 0 && s.status.number_misscheduled == 0;
    };
}

// The embedded server has fewer nodes than the real one.
awaitable<std::int32_t> nodes_of(const workload_world& w) {
    co_return static_cast<std::int32_t>((co_await w.api.list<node>()).value().size());
}

// "nginx:1 generation 1, 6 tolerations", of pods that stay.
awaitable<std::string> pods_of(const workload_world& w) {
    std::set<std::string> lines;
    for (const auto& p : (co_await w.api.list<pod>(w.here())).value())
        if (!is_deleting(p->metadata))
            lines.insert(fmt::format("{} generation {}, {} tolerations\n", p->spec.containers.at(0).image,
                                     p->metadata.labels.at("pod-template-generation"),
                                     p->spec.tolerations.size()));
    std::string text;
    for (const std::string& line : lines) text += line;
    co_return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_node_has_a_pod_which_updates_replace) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const std::int32_t n = co_await nodes_of(w);
        (co_await w.api.create(make_set(w))).value();
        co_await w.until<daemon_set>(w.key("agent"), "its pods", counts(n, 1));
        BOOST_TEST((co_await pods_of(w)) == "nginx:1 generation 1, 6 tolerations\n");
        std::set<std::string> nodes;
        for (const auto& p : (co_await w.api.list<pod>(w.here())).value()) {
            nodes.insert(p->spec.node_name.str());
            const auto& terms =
                p->spec.affinity->node_affinity->required_during_scheduling_ignored_during_execution
                    ->node_selector_terms;
            BOOST_TEST(terms.at(0).match_fields.at(0).values.at(0) == p->spec.node_name);
        }
        BOOST_TEST(nodes.size() == static_cast<std::size_t>(n));
        (co_await w.api.merge_patch<daemon_set>(w.key("agent"), new_image("nginx:2"))).value();
        co_await w.until<daemon_set>(w.key("agent"), "updated", counts(n, 2));
        BOOST_TEST((co_await pods_of(w)) == "nginx:2 generation 2, 6 tolerations\n");
        auto all = (co_await w.api.list<controller_revision>(w.here())).value();
        BOOST_TEST(all.size() == 2u);
        (co_await w.api.merge_patch<daemon_set>(w.key("agent"), new_image("nginx:1"))).value();
        co_await w.until<daemon_set>(w.key("agent"), "rolled back", counts(n, 3));
        all = (co_await w.api.list<controller_revision>(w.here())).value();
        BOOST_REQUIRE(all.size() == 2u);
        const auto newest = std::ranges::max(
            all, {}, [](const snapshot<controller_revision>& r) { return r->revision.value_or(0); });
        BOOST_TEST(newest->revision.value_or(0) == 3);
        for (const auto& p : (co_await w.api.list<pod>(w.here())).value())
            if (!is_deleting(p->metadata))
                BOOST_TEST(p->metadata.labels.at("controller-revision-hash") ==
                           newest->metadata.labels.at("controller-revision-hash"));
    });
}

BOOST_AUTO_TEST_CASE(nodes_are_chosen_by_labels_and_pods_go_when_they_no_longer_fit) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const auto nodes = (co_await w.api.list<node>()).value();
        const object_key first = key_of(*nodes.at(0));
        daemon_set s = make_set(w);
        s.spec.pod_template.spec.node_selector["tests/disk"] = w.ns;
        (co_await w.api.create(s)).value();
        co_await w.until<daemon_set>(w.key("agent"), "no pods", counts(0, 1));
        boost::json::object labels{{"tests/disk", w.ns}};
        (co_await w.api.merge_patch<node>(first, {{"metadata", {{"labels", labels}}}})).value();
        co_await w.until<daemon_set>(w.key("agent"), "1 pod", counts(1, 1));
        labels["tests/disk"] = nullptr;
        (co_await w.api.merge_patch<node>(first, {{"metadata", {{"labels", labels}}}})).value();
        co_await w.until<daemon_set>(w.key("agent"), "no pods", counts(0, 1));
        for (std::size_t left = 1; left > 0; co_await w.l.sleep(50ms))
            left = (co_await w.api.list<pod>(w.here())).value().size();
        std::size_t created = 0, deleted = 0;
        for (const auto& e : (co_await w.api.list<events_v1::event>(w.here())).value()) {
            if (e->regarding.kind != "DaemonSet") continue;
            created += e->reason == "SuccessfulCreate" && e->note.view().starts_with("Created pod: agent-");
            deleted += e->reason == "SuccessfulDelete" && e->note.view().starts_with("Deleted pod: agent-");
        }
        BOOST_TEST(created == 1u);
        BOOST_TEST(deleted == 1u);
    });
}

BOOST_AUTO_TEST_CASE(with_surge_a_new_pod_is_there_before_the_old_one_goes) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const std::int32_t n = co_await nodes_of(w);
        daemon_set s = make_set(w);
        s.spec.update_strategy.type = "RollingUpdate";
        s.spec.update_strategy.rolling_update.emplace().max_surge = 1;
        s.spec.update_strategy.rolling_update->max_unavailable = 0;
        (co_await w.api.create(s)).value();
        co_await w.until<daemon_set>(w.key("agent"), "its pods", counts(n, 1));
        (co_await w.api.merge_patch<daemon_set>(w.key("agent"), new_image("nginx:2"))).value();
        std::int32_t least = n;
        for (const time_point due = w.l.now() + 60s; w.l.now() < due; co_await w.l.sleep(20ms)) {
            std::int32_t ready = 0;
            for (const auto& p : (co_await w.api.list<pod>(w.here())).value())
                ready += is_true(p->status.conditions, "Ready");
            least = std::min(least, ready);
            if (counts(n, 2)(*(co_await w.api.get<daemon_set>(w.key("agent"))).value())) break;
        }
        co_await w.until<daemon_set>(w.key("agent"), "updated", counts(n, 2));
        BOOST_TEST(least == n);
        BOOST_TEST((co_await pods_of(w)) == "nginx:2 generation 2, 6 tolerations\n");
    });
}

BOOST_AUTO_TEST_CASE(on_delete_pods_stay_until_someone_deletes_them) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const std::int32_t n = co_await nodes_of(w);
        daemon_set s = make_set(w);
        s.spec.update_strategy.type = "OnDelete";
        (co_await w.api.create(s)).value();
        co_await w.until<daemon_set>(w.key("agent"), "its pods", counts(n, 1));
        (co_await w.api.merge_patch<daemon_set>(w.key("agent"), new_image("nginx:2"))).value();
        co_await w.until<daemon_set>(w.key("agent"), "observed", [](const daemon_set& x) {
            return x.status.observed_generation == 2 && x.status.updated_number_scheduled.value_or(0) == 0;
        });
        const auto pods = (co_await w.api.list<pod>(w.here())).value();
        BOOST_REQUIRE(pods.size() == static_cast<std::size_t>(n));
        (co_await w.api.remove<pod>(key_of(*pods[0]))).value();
        co_await w.until<daemon_set>(w.key("agent"), "one updated", [n](const daemon_set& x) {
            return x.status.updated_number_scheduled == 1 && x.status.number_ready == n;
        });
    });
}

BOOST_AUTO_TEST_SUITE_END()
