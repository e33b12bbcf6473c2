// What others do to a Podroute and its children, on a control plane with its own controllers.
#include "fixture.hpp"
#include "setpoint/api/core_v1/config_map.hpp"

using namespace podroute_test;

BOOST_AUTO_TEST_SUITE(podroute_interference,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

constexpr const char *deployed = "web-pod-route", *served = "web-podroute-service",
                     *routed = "web-podroute-route";

boost::json::object controlled_by(const char* version, const char* kind, const char* name,
                                  const interned_string& uid) {
    boost::json::array owners{
        {{"apiVersion", version}, {"kind", kind}, {"name", name}, {"uid", uid.view()}, {"controller", true}}};
    return {{"metadata", {{"ownerReferences", std::move(owners)}}}};
}

template <class T>
awaitable<void> deleted_by_hand(operator_world& w, const char* name) {
    const auto before = co_await w.child<T>(name);
    const auto removed = co_await w.api.remove<T>(w.key(name));
    removed.value();
    co_await w.until_anew<T>(name, before->metadata.uid);
}

// Somebody's, until it is given back; then somebody's for good, with whom it goes.
template <class T>
awaitable<void> adopted_by_others(operator_world& w, const char* name, const pr& self) {
    config_map thief;
    thief.metadata.name = "thief";
    thief.metadata.ns = w.ns;
    const auto created = co_await w.api.create(thief);
    const auto other = created.value();
    const auto before = co_await w.child<T>(name);
    const auto theirs = controlled_by("v1", "ConfigMap", "thief", other->metadata.uid);
    co_await w.edit<T>(name, theirs);
    const auto live = co_await w.until<pr>(w.key("web"), "not ours", is_not_ours);
    BOOST_TEST(find_condition(live->status.conditions, "Degraded")
                   ->message.view()
                   .find("belongs to ConfigMap \"thief\"") != std::string::npos);
    co_await w.edit<T>(name, controlled_by("quay.io/v1alpha1", "Podroute", "web", self.metadata.uid));
    co_await w.rolled_out("web");
    BOOST_TEST((co_await w.child<T>(name))->metadata.uid == before->metadata.uid);

    co_await w.edit<T>(name, theirs);
    co_await w.until<pr>(w.key("web"), "not ours", is_not_ours);
    co_await w.settle();
    BOOST_TEST((co_await w.child<T>(name))->metadata.uid == before->metadata.uid);
    const auto removed = co_await w.api.remove<config_map>(w.key("thief"));
    removed.value();
    co_await w.until_anew<T>(name, before->metadata.uid);
    co_await w.rolled_out("web");
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_child_that_is_deleted_comes_back) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        co_await deleted_by_hand<deployment>(w, deployed);
        co_await deleted_by_hand<service>(w, served);
        co_await deleted_by_hand<route>(w, routed);
        co_await w.rolled_out("web");
        // Held by somebody's finalizer it is waited for.
        const auto held = co_await w.child<service>(served);
        co_await w.edit<service>(served, {{"metadata", {{"finalizers", {"example.com/hold"}}}}});
        (co_await w.api.remove<service>(w.key(served))).value();
        co_await w.settle();
        BOOST_TEST((co_await w.child<service>(served))->metadata.uid == held->metadata.uid);
        co_await w.edit<service>(served, {{"metadata", {{"finalizers", nullptr}}}});
        co_await w.until_anew<service>(served, held->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(what_is_edited_is_put_back_and_what_others_add_stays) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        co_await w.edit<deployment>(
            deployed, {{"spec", {{"replicas", 7}}},
                       {"metadata", {{"labels", nullptr}, {"annotations", {{"team", "blue"}}}}}});
        const auto d = co_await w.until<deployment>(w.key(deployed), "put back", [](const deployment& x) {
            return x.spec.replicas == 2 && x.metadata.labels.size() == 3;
        });
        BOOST_TEST(d->metadata.annotations.at("team") == "blue");
        co_await w.edit<service>(served, {{"spec",
                                           {{"selector", {{"app", "other"}}},
                                            {"sessionAffinity", "ClientIP"},
                                            {"ports", {{{"name", "extra"}, {"port", 80}}}}}}});
        const auto s = co_await w.until<service>(w.key(served), "put back", [](const service& x) {
            return x.spec.selector.at("app") == "PodRoute" && x.spec.ports.size() == 1 &&
                   x.spec.ports[0].port == 8080;
        });
        BOOST_TEST(s->spec.session_affinity == "ClientIP");
        co_await w.edit<route>(routed, {{"metadata", {{"labels", nullptr}}},
                                        {"spec", {{"host", "my.example"}, {"to", {{"name", "other"}}}}}});
        const auto r = co_await w.until<route>(w.key(routed), "put back", [](const route& x) {
            return x.spec.to.name == "web-podroute-service" && x.metadata.labels.size() == 3;
        });
        BOOST_TEST(r->spec.host == "my.example");
        co_await w.settle();
        BOOST_TEST(w.logged({"Route spec.to.name change", "web-podroute-service"}) == 1, w.log_text.str());
    });
}

// What an apply alone cannot mend: beside a port of ours that has another number by now it would put one of
// the same name.
BOOST_AUTO_TEST_CASE(ports_whose_numbers_are_edited_are_put_back) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        const auto before = co_await w.child<service>(served);
        for (const boost::json::object& port :
             {boost::json::object{{"name", "podroute"}, {"port", 81}}, boost::json::object{{"port", 81}},
              boost::json::object{{"name", "podroute"}, {"port", 8080}, {"protocol", "UDP"}}}) {
            co_await w.edit<service>(served, {{"spec", {{"ports", boost::json::array{port}}}}});
            const auto s = co_await w.until<service>(w.key(served), "the port is back", [](const service& x) {
                return x.spec.ports.size() == 1 && x.spec.ports[0].port == 8080 &&
                       x.spec.ports[0].name == "podroute" && x.spec.ports[0].protocol == "TCP";
            });
            BOOST_TEST(s->metadata.uid == before->metadata.uid);
            BOOST_TEST(s->spec.cluster_ip == before->spec.cluster_ip);
            co_await w.settle();
        }
        const auto pods = co_await w.child<deployment>(deployed);
        (co_await w.api.patch<deployment>(
             w.key(deployed),
             json_patch().replace(
                 {"spec", "template", "spec", "containers", "0", "ports", "0", "containerPort"}, 81)))
            .value();
        co_await w.until<deployment>(w.key(deployed), "the port is back", [&](const deployment& x) {
            const auto& ports = x.spec.pod_template.spec.containers.at(0).ports;
            return x.metadata.generation > pods->metadata.generation + 1 && ports.size() == 1 &&
                   ports[0].container_port == 8080;
        });
        co_await w.rolled_out("web");
        BOOST_TEST((co_await w.events()).find("Rejected") == std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(children_that_somebody_adopts_are_theirs_until_they_let_go) {
    operator_world w(shared_plane());
    w.with_operator(
        [&]() -> awaitable<void> {
            const auto self = (co_await w.api.create(w.make("web", 1))).value();
            co_await w.rolled_out("web");
            co_await adopted_by_others<deployment>(w, deployed, *self);
            co_await adopted_by_others<service>(w, served, *self);
            co_await adopted_by_others<route>(w, routed, *self);
        },
        300s);
}

BOOST_AUTO_TEST_CASE(objects_in_the_way_are_left_alone_and_their_names_used_once_free) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        service theirs;
        theirs.metadata.name = served;
        theirs.metadata.ns = w.ns;
        service_port port;
        port.port = 80;
        theirs.spec.ports.push_back(port);
        const auto other = (co_await w.api.create(theirs)).value();
        (co_await w.api.create(w.make("web"))).value();
        const auto live = co_await w.until<pr>(w.key("web"), "not ours", [](const pr& p) {
            return is_not_ours(p) && p.status.ready_replicas == 2;
        });
        BOOST_TEST(find_condition(live->status.conditions, "Degraded")->message ==
                   "Service \"web-podroute-service\" exists and has no controller; it is not taken over");
        co_await w.settle();
        BOOST_TEST((co_await w.child<service>(served))->metadata.resource_version ==
                   other->metadata.resource_version);
        BOOST_TEST(co_await w.children() == "web-pod-route web-podroute-service web-podroute-route");
        (co_await w.api.remove<service>(w.key(served))).value();
        co_await w.rolled_out("web");
    });
}

BOOST_AUTO_TEST_CASE(a_podroute_deleted_while_it_scales_leaves_nothing) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        for (const std::int32_t n : {6, 0}) {
            (co_await w.api.create(w.make("web", 2))).value();
            co_await w.rolled_out("web");
            co_await w.change("web", {{"replicas", n}});
            (co_await w.api.remove<pr>(w.key("web"))).value();
            co_await w.until_children_are("");
            co_await w.settle();
            BOOST_TEST(co_await w.children() == "");
        }
    });
}

BOOST_AUTO_TEST_CASE(a_podroute_made_again_at_once_gets_children_of_its_own) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        (co_await w.api.remove<pr>(w.key("web"))).value();
        const auto made = (co_await w.api.create(w.make("web", 1))).value();
        co_await w.rolled_out("web");
        const auto d = co_await w.child<deployment>(deployed);
        const auto s = co_await w.child<service>(served);
        const auto r = co_await w.child<route>(routed);
        for (const object_meta* child : {&d->metadata, &s->metadata, &r->metadata}) {
            BOOST_REQUIRE(controller_of(*child));
            BOOST_TEST(controller_of(*child)->uid == made->metadata.uid);
        }
    });
}

BOOST_AUTO_TEST_CASE(children_that_an_orphaning_deletion_left_are_nobodys) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        const auto before = co_await w.child<deployment>(deployed);
        delete_options leave;
        leave.how = propagation::orphan;
        (co_await w.api.remove<pr>(w.key("web"), leave)).value();
        co_await w.until_gone<pr>(w.key("web"));
        (co_await w.api.create(w.make("web", 5))).value();
        co_await w.until<pr>(w.key("web"), "not ours", is_not_ours);
        co_await w.settle();
        const auto after = co_await w.child<deployment>(deployed);
        BOOST_TEST(after->metadata.uid == before->metadata.uid);
        BOOST_TEST((after->spec.replicas == 2));
        (co_await w.api.remove<deployment>(w.key(deployed))).value();
        (co_await w.api.remove<service>(w.key(served))).value();
        (co_await w.api.remove<route>(w.key(routed))).value();
        co_await w.rolled_out("web");
    });
}

BOOST_AUTO_TEST_CASE(a_namespace_that_is_terminated_goes_with_all_that_is_in_it) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        const auto writes = [&] {
            return w.called(verb::patch, "deployments") + w.called(verb::patch, "services") +
                   w.called(verb::patch, "routes");
        };
        const std::size_t before = writes();
        (co_await w.api.remove<core_v1::namespace_>(object_key::cluster(w.ns))).value();
        co_await w.until_gone<core_v1::namespace_>(object_key::cluster(w.ns));
        co_await w.settle();
        BOOST_TEST(writes() - before < 30u);
        BOOST_TEST(w.logged({"ERROR"}) == 0, w.log_text.str());
    });
}

BOOST_AUTO_TEST_SUITE_END()
