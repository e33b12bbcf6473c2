#pragma once
// The Redis operator in a cluster of its own, in this process and under virtual time.

#include "operators/redis/reconciler.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace redis_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using rd = ::redis::redis;

inline testing::environment_options seeded(std::uint64_t seed) {
    testing::environment_options o;
    o.seed = seed;
    o.rbac = true;
    o.api.nodes.count = 2;
    return o;
}
inline manager_options named_as_the_program() {
    manager_options o = testing::environment::default_options();
    o.name = "redis-operator";
    return o;
}
inline object_key key(std::string name) {
    return {"default", std::move(name)};
}
inline rd make(std::string name, std::int32_t num = 3, std::int32_t port = 6379) {
    rd r;
    r.metadata.name = name;
    r.metadata.ns = "default";
    r.spec.num = num;
    r.spec.port = port;
    return r;
}
// All pods are there, ready and up to date, and the status says so.
inline bool whole_cache_rolled_out(const rd& r) {
    const condition* c = find_condition(r.status.conditions, "Progressing");
    return c && c->reason == "RolledOut" && r.status.observed_generation == r.metadata.generation &&
           r.status.ready_replicas == r.spec.num && r.status.replicas == r.spec.num;
}
inline std::string reason_of(const rd& r, std::string_view type) {
    const condition* c = find_condition(r.status.conditions, type);
    return c ? c->reason.str() : "";
}
inline std::int32_t port_of(const pod& p) {
    return p.spec.containers.at(0).ports.at(0).container_port.value_or(0);
}

struct operator_world : testing::environment {
    explicit operator_world(std::uint64_t seed = 1)
        : environment(seeded(seed)),
          m((install<rd>(), start(::redis::add_redis_controller, named_as_the_program()))) {}

    awaitable<void> change(std::string name, boost::json::object spec) {
        (co_await client().merge_patch<rd>(key(std::move(name)), {{"spec", std::move(spec)}})).value();
    }
    awaitable<snapshot<rd>> rolled_out(std::string name) {
        co_return co_await async_until<rd>(key(std::move(name)), "rolled out", whole_cache_rolled_out);
    }
    awaitable<void> patch_pod(std::string name, std::string body,
                              std::string type = "application/merge-patch+json") {
        const testing::answer a = co_await async_ask("PATCH", "/api/v1/namespaces/default/pods/" + name,
                                                     std::move(body), std::move(type));
        if (a.status >= 300) throw std::runtime_error(name + ": " + a.body);
    }
    // "cache-0:6379 cache-1:6379*": names and ports; * is being deleted.
    awaitable<std::string> pods_in_short() {
        std::string text;
        for (const auto& p : (co_await client().list<pod>()).value())
            text += fmt::format("{}{}:{}{}", text.empty() ? "" : " ", p->metadata.name, port_of(*p),
                                is_deleting(p->metadata) ? "*" : "");
        co_return text;
    }
    awaitable<std::string> uid_of_pod(std::string name) {
        co_return (co_await client().get<pod>(key(std::move(name)))).value()->metadata.uid.str();
    }
    // How many events hold all of `words`.
    awaitable<int> told(std::initializer_list<std::string_view> words) {
        const testing::answer a = co_await async_ask("GET", "/apis/events.k8s.io/v1/events");
        const auto events = boost::json::parse(a.body).at("items").as_array();
        int found = 0;
        for (const auto& e : events) {
            const std::string text = boost::json::serialize(e);
            found += std::ranges::all_of(
                words, [&](std::string_view w) { return text.find(w) != std::string::npos; });
        }
        co_return found;
    }
    // A pod that has nothing to do with any Redis.
    awaitable<void> foreign_pod(std::string name) {
        pod p;
        p.metadata.name = name;
        p.metadata.ns = "default";
        container& c = p.spec.containers.emplace_back();
        c.name = "busybox";
        c.image = "busybox:1";
        c.ports.emplace_back().container_port = 80;
        (co_await client().create(p)).value();
    }

    manager& m;
};

}  // namespace redis_test
