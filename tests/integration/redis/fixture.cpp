#include "fixture.hpp"

#include <fmt/format.h>

namespace redis_test {

control_plane& shared_plane() {
    static control_plane plane("redis", {"--kcm", "--kwok", "2"});
    static const bool installed = (install_crd_of<rd>(plane), true);
    BOOST_TEST(installed);
    return plane;
}

operator_world::operator_world(control_plane& p)
    : live_operator(p, {"redis-operator", ::redis::add_redis_controller, {}, {}, 0}) {
    run([&]() -> awaitable<void> {
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

awaitable<void> operator_world::remove_pod(std::string name) {
    delete_options immediately;
    immediately.grace_period_seconds = 0;
    (co_await api.remove<pod>(key(std::move(name)), std::move(immediately))).value();
}

awaitable<void> operator_world::foreign_pod(std::string name) {
    pod p;
    p.metadata.name = name;
    p.metadata.ns = ns;
    container& c = p.spec.containers.emplace_back();
    c.name = "busybox";
    c.image = "busybox:1";
    c.ports.emplace_back().container_port = 80;
    (co_await api.create(p)).value();
}

}  // namespace redis_test
