#include "fixture.hpp"

#include "setpoint/api/events_v1.hpp"

#include <fmt/format.h>

namespace podroute_test {

namespace {

const object_key definition = object_key::cluster("routes.route.openshift.io");

}  // namespace

control_plane& shared_plane() {
    static control_plane plane("podroute", {"--kcm", "--kwok", "2"});
    static const bool installed = (install_crd_of<pr>(plane), true);
    BOOST_TEST(installed);
    return plane;
}

std::string reason_of(const pr& p, std::string_view type) {
    const condition* c = find_condition(p.status.conditions, type);
    return c && p.status.observed_generation == p.metadata.generation ? c->reason.str() : "";
}

operator_world::operator_world(control_plane& p, bool with_routes)
    : live_operator(p, {"podroute-operator", ::podroute::add_podroute_controller, {}, {}, 0}) {
    run([&]() -> awaitable<void> {
        if (with_routes)
            co_await serve_routes();
        else
            co_await remove_routes();
        // Admission refuses pods until the namespace has its ServiceAccount.
        const kind_info accounts = dynamic_kind({"", "v1", "ServiceAccount"}, "serviceaccounts");
        for (;;) {
            const auto there = co_await api.get(accounts, {ns, "default"});
            if (there) break;
            co_await l.sleep(50ms);
        }
    });
}

awaitable<void> operator_world::serve_routes() {
    co_await install_crd_of<route>(l, api);
    // Established is said a little earlier.
    while (!(co_await api.list<route>()).has_value()) co_await l.sleep(50ms);
}

awaitable<void> operator_world::remove_routes() {
    const auto removed = co_await api.remove<custom_resource_definition>(definition);
    if (!removed && removed.error().code != errc::not_found) throw fault(removed.error());
    co_await until_gone<custom_resource_definition>(definition);
    while ((co_await api.list<route>()).has_value()) co_await l.sleep(50ms);
}

pr operator_world::make(std::string name, std::int32_t replicas, std::string image) const {
    pr p;
    p.metadata.name = name;
    p.metadata.ns = ns;
    p.spec.replicas = replicas;
    p.spec.image = std::move(image);
    return p;
}

awaitable<void> operator_world::admit(std::string route_name, std::string host, bool admitted) {
    boost::json::object verdict{{"type", "Admitted"},
                                {"status", admitted ? "True" : "False"},
                                {"reason", admitted ? "" : "HostAlreadyClaimed"},
                                {"message", admitted ? "" : "taken"}};
    boost::json::object router{{"host", host}, {"routerName", "main"}, {"conditions", {std::move(verdict)}}};
    (co_await api.merge_patch<route>(key(std::move(route_name)),
                                     {{"status", {{"ingress", {std::move(router)}}}}}, {}, "status"))
        .value();
}

awaitable<std::string> operator_world::children() {
    list_options here;
    here.ns = ns;
    std::string all;
    const auto add = [&](const auto& objects) {
        for (const auto& o : objects) all += (all.empty() ? "" : " ") + o->metadata.name.str();
    };
    add((co_await api.list<deployment>(here)).value());
    add((co_await api.list<service>(here)).value());
    const auto routes = co_await api.list<route>(here);
    if (routes) add(*routes);
    co_return all;
}

awaitable<void> operator_world::until_children_are(std::string wanted) {
    const time_point due = saturating_add(l.now(), 60s);
    std::string last = "never read";
    while (last != wanted) {
        if (l.now() >= due) throw std::runtime_error("there are other children: " + last);
        last = co_await children();
        co_await l.sleep(50ms);
    }
}

awaitable<std::string> operator_world::events() {
    list_options here;
    here.ns = ns;
    std::string told;
    for (const auto& e : (co_await api.list<events_v1::event>(here)).value())
        if (e->regarding.kind == "Podroute") told += fmt::format("{} {} {}\n", e->type, e->reason, e->note);
    co_return told;
}

}  // namespace podroute_test
