// Claims and volumes on a control plane, real or embedded.
#include "fixture.hpp"
#include "setpoint/api/storage_v1.hpp"

using namespace workloads_test;

BOOST_AUTO_TEST_SUITE(claims_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

persistent_volume_claim make_claim(const workload_world& w, std::string name, std::string of_class) {
    persistent_volume_claim c;
    c.metadata.name = std::move(name);
    c.metadata.ns = w.ns;
    c.spec.access_modes = {"ReadWriteOnce"};
    c.spec.resources.requests["storage"] = quantity::parse("1Gi").value();
    c.spec.storage_class_name = interned_string(of_class);
    return c;
}

persistent_volume make_volume(std::string name, std::string of_class, std::string size) {
    persistent_volume v;
    v.metadata.name = std::move(name);
    v.spec.capacity["storage"] = quantity::parse(size).value();
    v.spec.access_modes = {"ReadWriteOnce"};
    v.spec.persistent_volume_reclaim_policy = "Retain";
    v.spec.storage_class_name = of_class;
    v.spec.host_path.emplace().path = "/data";
    return v;
}

auto in_phase(std::string phase) {
    return [phase = std::move(phase)](const auto& o) { return o.status.phase == phase; };
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_claim_gets_the_smallest_volume_that_fits_and_releases_it) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        // A class of the test's own keeps volumes of others apart.
        const std::string of_class = w.ns, small = w.ns + "-small", big = w.ns + "-big";
        (co_await w.api.create(make_claim(w, "data", of_class))).value();
        (co_await w.api.create(make_volume(big, of_class, "10Gi"))).value();
        auto c = co_await w.until<persistent_volume_claim>(w.key("data"), "bound", in_phase("Bound"));
        BOOST_TEST(c->spec.volume_name == big);
        BOOST_TEST(c->metadata.annotations.at("pv.kubernetes.io/bind-completed") == "yes");
        BOOST_TEST(c->metadata.annotations.at("pv.kubernetes.io/bound-by-controller") == "yes");
        BOOST_TEST(c->status.capacity.at("storage").to_string() == "10Gi");
        const object_key at = object_key::cluster(big);
        auto v = co_await w.until<persistent_volume>(at, "bound", in_phase("Bound"));
        BOOST_TEST(v->spec.claim_ref->uid == c->metadata.uid);
        BOOST_TEST(v->metadata.annotations.at("pv.kubernetes.io/bound-by-controller") == "yes");
        (co_await w.api.create(make_volume(small, of_class, "1Gi"))).value();
        (co_await w.api.remove<persistent_volume_claim>(w.key("data"))).value();
        co_await w.until_gone<persistent_volume_claim>(w.key("data"));
        co_await w.until<persistent_volume>(at, "released", in_phase("Released"));
        co_await w.until<persistent_volume>(object_key::cluster(small), "available", in_phase("Available"));
        (co_await w.api.create(make_claim(w, "again", of_class))).value();
        c = co_await w.until<persistent_volume_claim>(w.key("again"), "bound", in_phase("Bound"));
        BOOST_TEST(c->spec.volume_name == small);
        (co_await w.api.remove<persistent_volume>(at)).value();
        co_await w.until_gone<persistent_volume>(at);
        (co_await w.api.remove<persistent_volume>(object_key::cluster(small))).value();
        (co_await w.api.remove<persistent_volume_claim>(w.key("again"))).value();
        co_await w.until_gone<persistent_volume>(object_key::cluster(small));
    });
}

BOOST_AUTO_TEST_CASE(a_claim_names_its_volume_and_says_why_it_does_not_fit) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const std::string name = w.ns + "-named";
        (co_await w.api.create(make_volume(name, w.ns, "1Gi"))).value();
        persistent_volume_claim c = make_claim(w, "data", w.ns);
        c.spec.resources.requests["storage"] = quantity::parse("5Gi").value();
        c.spec.volume_name = name;
        co_await w.until<persistent_volume>(object_key::cluster(name), "available", in_phase("Available"));
        (co_await w.api.create(c)).value();
        co_await w.expect_events(
            "PersistentVolumeClaim", "data",
            fmt::format("VolumeMismatch: Cannot bind to requested volume \"{}\": requested PV is "
                        "too small\n",
                        name));
        (co_await w.api.remove<persistent_volume>(object_key::cluster(name))).value();
        co_await w.until_gone<persistent_volume>(object_key::cluster(name));
        c = make_claim(w, "none", "");
        (co_await w.api.create(c)).value();
        co_await w.expect_events(
            "PersistentVolumeClaim", "none",
            "FailedBinding: no persistent volumes available for this claim and no storage class is set\n");
        pod p;
        p.metadata.name = "waits";
        p.metadata.ns = w.ns;
        p.spec = template_of("nginx:1").spec;
        volume used;
        used.name = "data";
        used.persistent_volume_claim.emplace().claim_name = "none";
        p.spec.volumes.push_back(used);
        (co_await w.api.create(p)).value();
        co_await w.until<pod>(w.key("waits"), "unschedulable", [](const pod& x) {
            const condition* c = find_condition(x.status.conditions, "PodScheduled");
            return c &&
                   c->message.ends_with(
                       " nodes are available: pod has unbound immediate PersistentVolumeClaims. not found");
        });
    });
}

BOOST_AUTO_TEST_CASE(a_delayed_claim_waits_for_its_pod_and_gets_a_volume_of_the_node) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const std::string name = w.ns + "-local";
        storage_class late;
        late.metadata.name = w.ns;
        late.provisioner = "kubernetes.io/no-provisioner";
        late.volume_binding_mode = "WaitForFirstConsumer";
        (co_await w.api.create(late)).value();
        const auto nodes = (co_await w.api.list<node>()).value();
        persistent_volume v = make_volume(name, w.ns, "1Gi");
        v.spec.host_path.reset();
        v.spec.local.emplace().path = "/data";
        node_selector_requirement host;
        host.key = "kubernetes.io/hostname";
        host.op = "In";
        host.values = {nodes.back()->metadata.labels.at("kubernetes.io/hostname")};
        v.spec.node_affinity.emplace()
            .required.emplace()
            .node_selector_terms.emplace_back()
            .match_expressions.push_back(host);
        (co_await w.api.create(v)).value();
        (co_await w.api.create(make_claim(w, "data", w.ns))).value();
        co_await w.expect_events(
            "PersistentVolumeClaim", "data",
            "WaitForFirstConsumer: waiting for first consumer to be created before binding\n");
        pod p;
        p.metadata.name = "web";
        p.metadata.ns = w.ns;
        p.spec = template_of("nginx:1").spec;
        volume used;
        used.name = "data";
        used.persistent_volume_claim.emplace().claim_name = "data";
        p.spec.volumes.push_back(used);
        (co_await w.api.create(p)).value();
        const auto c = co_await w.until<persistent_volume_claim>(w.key("data"), "bound", in_phase("Bound"));
        BOOST_TEST(c->spec.volume_name == name);
        const auto running = co_await w.until<pod>(w.key("web"), "running", in_phase("Running"));
        BOOST_TEST(running->spec.node_name == nodes.back()->metadata.name);
        (co_await w.api.remove<pod>(w.key("web"))).value();
        co_await w.until_gone<pod>(w.key("web"));
        (co_await w.api.remove<persistent_volume_claim>(w.key("data"))).value();
        co_await w.until_gone<persistent_volume_claim>(w.key("data"));
        (co_await w.api.remove<persistent_volume>(object_key::cluster(name))).value();
        (co_await w.api.remove<storage_class>(object_key::cluster(w.ns))).value();
    });
}

BOOST_AUTO_TEST_SUITE_END()
