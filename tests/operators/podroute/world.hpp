#pragma once
// The Podroute operator in a cluster of its own, in this process and under virtual time.

#include "operators/podroute/reconciler.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace podroute_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using pr = ::podroute::podroute;
using ::podroute::route;

inline testing::environment_options seeded(std::uint64_t seed) {
    testing::environment_options o;
    o.seed = seed;
    o.rbac = true;
    return o;
}
inline manager_options named_as_the_program() {
    manager_options o = testing::environment::default_options();
    o.name = "podroute-operator";
    return o;
}
inline object_key key(std::string name) {
    return {"default", std::move(name)};
}
inline pr make(std::string name, std::int32_t replicas = 2, std::string image = "web:1") {
    pr p;
    p.metadata.name = name;
    p.metadata.ns = "default";
    p.spec.replicas = replicas;
    p.spec.image = std::move(image);
    return p;
}
inline std::string reason_of(const pr& p, std::string_view type) {
    const condition* c = find_condition(p.status.conditions, type);
    return c && p.status.observed_generation == p.metadata.generation ? c->reason.str() : "";
}
inline bool is_rolled_out(const pr& p) {
    return reason_of(p, "Progressing") == "RolledOut" && p.status.ready_replicas == p.spec.replicas;
}
inline bool has_a_route(const pr& p) {
    return is_rolled_out(p) && reason_of(p, "RouteAvailable") == "Pending";
}
inline bool is_without_routes(const pr& p) {
    return is_rolled_out(p) && reason_of(p, "RouteAvailable") == "RouteApiMissing";
}

struct operator_world : testing::environment {
    explicit operator_world(bool with_routes = true, std::uint64_t seed = 1)
        : environment(seeded(seed)), m(begin(with_routes)) {}

    // Of the definition of Routes.
    static constexpr const char* definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    awaitable<void> serve_routes() {
        co_await must("POST", definitions, boost::json::serialize(crd_of<route>()), "application/json");
    }
    awaitable<void> remove_routes() {
        const std::string name = "routes.route.openshift.io";
        co_await must("DELETE", definitions + ("/" + name));
        co_await async_until_gone<custom_resource_definition>(object_key::cluster(name));
    }
    // A request that must be accepted.
    awaitable<void> must(std::string method, std::string target, std::string body = {},
                         std::string type = "application/merge-patch+json") {
        const testing::answer a = co_await async_ask(method, target, std::move(body), std::move(type));
        if (a.status >= 300) throw std::runtime_error(target + ": " + a.body);
    }
    // As a router does.
    awaitable<void> admit(std::string route_name, std::string host, bool admitted = true) {
        co_await must("PATCH",
                      "/apis/route.openshift.io/v1/namespaces/default/routes/" + route_name + "/status",
                      fmt::format(R"({{"status":{{"ingress":[{{"host":"{}","routerName":"main","conditions":)"
                                  R"([{{"type":"Admitted","status":"{}","reason":"HostAlreadyClaimed",)"
                                  R"("message":"taken"}}]}}]}}}})",
                                  host, admitted ? "True" : "False"));
    }
    awaitable<void> change(std::string name, boost::json::object spec) {
        (co_await client().merge_patch<pr>(key(std::move(name)), {{"spec", std::move(spec)}})).value();
    }
    awaitable<snapshot<pr>> rolled_out(std::string name) {
        co_return co_await async_until<pr>(key(std::move(name)), "rolled out, with a Route", has_a_route);
    }
    // "web-pod-route web-podroute-service web-podroute-route": what there is, by name, Deployments first.
    awaitable<std::string> children() {
        std::string all;
        const auto add = [&](const auto& objects) {
            for (const auto& o : objects) {
                if (o->metadata.name == "kubernetes") continue;  // the API's own Service
                all += (all.empty() ? "" : " ") + o->metadata.name.str();
            }
        };
        add((co_await client().list<deployment>()).value());
        add((co_await client().list<service>()).value());
        const auto routes = co_await client().list<route>();
        if (routes) add(*routes);
        co_return all;
    }
    // How many events hold all of `words`.
    awaitable<int> told(std::initializer_list<std::string_view> words) {
        const testing::answer a = co_await async_ask("GET", "/apis/events.k8s.io/v1/events");
        int found = 0;
        const auto events = boost::json::parse(a.body).at("items").as_array();
        for (const auto& e : events) {
            const std::string text = boost::json::serialize(e);
            found += std::ranges::all_of(
                words, [&](std::string_view w) { return text.find(w) != std::string::npos; });
        }
        co_return found;
    }

    manager& m;

private:
    manager& begin(bool with_routes) {
        install<pr>();
        if (with_routes) install<route>();
        return start(::podroute::add_podroute_controller, named_as_the_program());
    }
};

}  // namespace podroute_test
