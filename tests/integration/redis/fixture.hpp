#pragma once
// The Redis operator in this process against a control plane: one for the executable, a namespace for each
// test.

#include "operators/redis/reconciler.hpp"
#include "support/live_operator.hpp"

namespace redis_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using rd = ::redis::redis;

// The control plane of the executable, with the CRD installed; brought up by the first test that asks.
control_plane& shared_plane();

inline bool is_rolled_out(const rd& r) {
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

class operator_world : public live_operator {
public:
    explicit operator_world(control_plane& plane);

    rd make(std::string name, std::int32_t num = 3, std::int32_t port = 6379) const;
    awaitable<void> change(std::string name, boost::json::object spec);
    awaitable<snapshot<rd>> rolled_out(std::string name) {
        co_return co_await until<rd>(key(std::move(name)), "rolled out", is_rolled_out);
    }
    // "cache-0:6379 cache-1:6379*": names and ports; * is being deleted.
    awaitable<std::string> pods_in_short();
    awaitable<std::string> uid_of_pod(std::string name);
    awaitable<void> patch_pod(std::string name, boost::json::object patch);
    awaitable<void> foreign_pod(std::string name);
    // Without a grace period. With one kwok, which knows pods by their names, deletes a terminating pod
    // again after each of its changes, and then sometimes the next pod of that name.
    awaitable<void> remove_pod(std::string name);
};

}  // namespace redis_test
