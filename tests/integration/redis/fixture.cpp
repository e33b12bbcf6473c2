#include "fixture.hpp"

#include <setpoint/api/apiextensions_v1.hpp>
#include <setpoint/api/crd.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace redis_test {

namespace {

cluster_config configure(const control_plane& plane, wall_time now) {
    auto c = load_config({plane.kubeconfig(), ""}, system_sources(), now);
    if (!c) throw fault(c.error());
    return *c;
}

manager_options options_for(const std::string& ns) {
    manager_options m;
    m.name = "redis-operator";
    m.metrics_address = "0";
    m.health_address = "0";
    m.namespaces = {ns};
    return m;
}

std::string fresh_name() {
    static int count = 0;
    return "t" + std::to_string(++count);
}

api_client_options named() {
    api_client_options o;
    o.name = "test";
    return o;
}

awaitable<void> install_crd(loop& l, client& api) {
    const auto crd = crd_of<rd>();
    const std::string name(crd.at("metadata").at("name").as_string());
    (co_await api.apply(dynamic_object(crd), kind_of<custom_resource_definition>())).value();
    for (;;) {
        auto live = co_await api.get<custom_resource_definition>(object_key::cluster(name));
        if (live && is_established(**live)) co_return;
        co_await l.sleep(20ms);
    }
}

}  // namespace

control_plane& shared_plane() {
    static control_plane plane("redis", {"--kcm", "--kwok", "2"});
    static const bool installed = [] {
        real_world w;
        w.run([&]() -> awaitable<void> {
            api_connection c(w.l, configure(plane, w.time.wall_now()), system_sources(), w.log, named());
            co_await install_crd(w.l, c.api());
        });
        return true;
    }();
    BOOST_TEST(installed);
    return plane;
}

operator_world::operator_world(control_plane& p)
    : plane(p),
      ns(fresh_name()),
      measured(registry),
      operator_connection(l, configure(p, time.wall_now()), "redis-operator", log, measured,
                          [this](const call& c) {
                              calls.push_back(c);
                              calls.back().body.clear();
                          }),
      test_connection(l, configure(p, time.wall_now()), system_sources(), log, named()),
      m(l, operator_connection.client(), log, measured, options_for(ns)),
      api(test_connection.api()) {
    sink.level = log_level::debug;
    ::redis::add_redis_controller(m);
    run([&]() -> awaitable<void> {
        core_namespace made;
        made.metadata.name = ns;
        (co_await api.create(made)).value();
        // Admission refuses pods until the namespace has its ServiceAccount.
        const kind_info accounts = dynamic_kind({"", "v1", "ServiceAccount"}, "serviceaccounts");
        for (;;) {
            const auto there = co_await api.get(accounts, {ns, "default"});
            if (there) break;
            co_await l.sleep(50ms);
        }
    });
}

rd operator_world::make(std::string name, std::int32_t num, std::int32_t port) const {
    rd r;
    r.metadata.name = name;
    r.metadata.ns = ns;
    r.spec.num = num;
    r.spec.port = port;
    return r;
}

awaitable<void> operator_world::change(std::string name, boost::json::object spec) {
    (co_await api.merge_patch<rd>(key(std::move(name)), {{"spec", std::move(spec)}})).value();
}

awaitable<std::string> operator_world::pods_in_short() {
    list_options here;
    here.ns = ns;
    std::string text;
    for (const auto& p : (co_await api.list<pod>(here)).value())
        text += fmt::format("{}{}:{}{}", text.empty() ? "" : " ", p->metadata.name, port_of(*p),
                            is_deleting(p->metadata) ? "*" : "");
    co_return text;
}

awaitable<std::string> operator_world::uid_of_pod(std::string name) {
    co_return (co_await api.get<pod>(key(std::move(name)))).value()->metadata.uid.str();
}

awaitable<void> operator_world::patch_pod(std::string name, boost::json::object patch) {
    (co_await api.merge_patch<pod>(key(std::move(name)), std::move(patch))).value();
}

awaitable<void> operator_world::foreign_pod(std::string name) {
    pod p;
    p.metadata.name = name;
    p.metadata.ns = ns;
    container& c = p.spec.containers.emplace_back();
    c.name = "busybox";
    c.image = "busybox:1";
    c.ports.emplace_back().port = 80;
    (co_await api.create(p)).value();
}

awaitable<std::size_t> operator_world::settle(duration quiet) {
    const time_point due = saturating_add(l.now(), 60s);
    std::size_t last = calls.size();
    time_point since = l.now();
    while (l.now() < due) {
        co_await l.sleep(50ms);
        if (calls.size() != last) {
            last = calls.size();
            since = l.now();
        } else if (l.now() - since >= quiet) {
            co_return last;
        }
    }
    throw std::runtime_error("the operator does not come to rest:\n" + log_text.str());
}

std::size_t operator_world::called(verb v, std::string_view resource) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        calls, [&](const call& c) { return c.op == v && c.resource.resource == resource; }));
}

void operator_world::not_in_time(const std::string& what, const std::string& last) const {
    throw std::runtime_error(what + ": not in time; last seen: " + last + "\nlog:\n" + log_text.str());
}

}  // namespace redis_test
