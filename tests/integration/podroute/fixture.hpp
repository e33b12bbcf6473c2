#pragma once
// The Podroute operator in this process against a control plane: one for the executable, a namespace for each
// test. Routes are of the whole cluster: each test says whether it begins with them.

#include "operators/podroute/reconciler.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/controller/workload_state.hpp"
#include "support/live_operator.hpp"

#include <string_view>

namespace podroute_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using pr = ::podroute::podroute;
using ::podroute::route;

// The control plane of the executable, with the CRD of Podroutes installed; brought up by the first test that
// asks.
control_plane& shared_plane();

// "" until the status is of this generation.
std::string reason_of(const pr& p, std::string_view type);
inline bool is_rolled_out(const pr& p) {
    return reason_of(p, "Progressing") == "RolledOut" && reason_of(p, "Degraded") == "AsExpected" &&
           p.status.ready_replicas == p.spec.replicas && p.status.replicas == p.spec.replicas;
}
inline bool has_a_route(const pr& p) {
    const std::string reason = reason_of(p, "RouteAvailable");
    return is_rolled_out(p) && (reason == "Pending" || reason == "Admitted");
}
inline bool is_without_routes(const pr& p) {
    return is_rolled_out(p) && reason_of(p, "RouteAvailable") == "RouteApiMissing" && p.status.host.empty();
}
inline bool is_not_ours(const pr& p) {
    return reason_of(p, "Degraded") == "NotOurs";
}

class operator_world : public live_operator {
public:
    explicit operator_world(control_plane& plane, bool with_routes = true);

    // Installs, or removes, the definition of Routes, and waits until that shows.
    awaitable<void> serve_routes();
    awaitable<void> remove_routes();

    pr make(std::string name, std::int32_t replicas = 2, std::string image = "web:1") const;
    awaitable<void> change(std::string name, boost::json::object spec) {
        (co_await api.merge_patch<pr>(key(std::move(name)), {{"spec", std::move(spec)}})).value();
    }
    template <class T>
    awaitable<void> edit(std::string name, boost::json::object patch) {
        const auto edited = co_await api.merge_patch<T>(key(std::move(name)), std::move(patch));
        edited.value();
    }
    // As a router does.
    awaitable<void> admit(std::string route_name, std::string host, bool admitted = true);
    awaitable<snapshot<pr>> rolled_out(std::string name) {
        co_return co_await until<pr>(key(std::move(name)), "rolled out, with a Route", has_a_route);
    }
    template <class T>
    awaitable<snapshot<T>> child(std::string name) {
        auto live = co_await api.get<T>(key(std::move(name)));
        co_return live.value();
    }
    // Waits until there is an object of that name that is not this one.
    template <class T>
    awaitable<snapshot<T>> until_anew(std::string name, interned_string uid) {
        co_return co_await until<T>(key(name), name + " is there again", [&](const T& x) {
            return x.metadata.uid != uid && !is_deleting(x.metadata);
        });
    }
    // "web-pod-route web-podroute-service web-podroute-route": what there is in the namespace, Deployments
    // first.
    awaitable<std::string> children();
    awaitable<void> until_children_are(std::string wanted);
    // The notes of events on Podroutes, one on a line, with type and reason.
    awaitable<std::string> events();
};

}  // namespace podroute_test
