#pragma once
// The Redis operator in this process against a control plane: one for the executable, a namespace for each
// test.

#include "operators/redis/reconciler.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"
#include <setpoint/client/api_connection.hpp>
#include <setpoint/manager/connection.hpp>

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

namespace redis_test {

using namespace setpoint;
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
    return p.spec.containers.at(0).ports.at(0).port;
}

class operator_world : public real_world {
public:
    explicit operator_world(control_plane& plane);

    // Runs `body` beside the manager, then stops the manager and checks that it ended well.
    template <class F>
    void with_operator(F body, duration limit = std::chrono::seconds(120)) {
        run([&]() -> awaitable<void> { co_await beside(body); }, limit);
    }

    rd make(std::string name, std::int32_t num = 3, std::int32_t port = 6379) const;
    object_key key(std::string name) const { return {ns, std::move(name)}; }
    awaitable<void> change(std::string name, boost::json::object spec);
    // Waits until the live object satisfies `holds`; fails the test, saying `what`, when it does not.
    template <class T, class F>
    awaitable<snapshot<T>> until(object_key k, std::string what, F holds, duration limit = 60s);
    template <class T>
    awaitable<void> until_gone(object_key k, duration limit = 60s);
    awaitable<snapshot<rd>> rolled_out(std::string name) {
        co_return co_await until<rd>(key(std::move(name)), "rolled out", is_rolled_out);
    }
    // "cache-0:6379 cache-1:6379*": names and ports; * is being deleted.
    awaitable<std::string> pods_in_short();
    awaitable<std::string> uid_of_pod(std::string name);
    awaitable<void> patch_pod(std::string name, boost::json::object patch);
    awaitable<void> foreign_pod(std::string name);
    // Waits until the manager has made no call for `quiet`; returns how many it has made in all.
    awaitable<std::size_t> settle(duration quiet = 1s);
    // Calls of the operator so far.
    std::size_t called(verb v, std::string_view resource) const;

    control_plane& plane;
    std::string ns;
    prometheus::Registry registry;
    metrics measured;
    std::vector<call> calls;  // that the operator made; bodies left out
    connection operator_connection;
    api_connection test_connection;
    manager m;
    client& api;  // the test's own

private:
    template <class F>
    awaitable<void> beside(F& body) {
        std::exception_ptr failure, test_failure;
        task_scope scope(l, "operator", [&](std::string_view, std::exception_ptr e) { failure = e; });
        scope.spawn("manager", m.run());
        try {
            co_await body();
        } catch (const cancelled&) {
            throw;
        } catch (...) {
            test_failure = std::current_exception();
        }
        m.request_stop();
        co_await scope.join();
        if (test_failure) std::rethrow_exception(test_failure);
        if (failure) std::rethrow_exception(failure);
    }
    [[noreturn]] void not_in_time(const std::string& what, const std::string& last) const;
};

template <class T, class F>
awaitable<snapshot<T>> operator_world::until(object_key k, std::string what, F holds, duration limit) {
    const time_point due = saturating_add(l.now(), limit);
    std::string last = "never read";
    while (l.now() < due) {
        auto live = co_await api.get<T>(k);
        if (live && holds(**live)) co_return *live;
        last = live ? json::encode(**live) : live.error().to_string();
        co_await l.sleep(50ms);
    }
    not_in_time(what, last);
}

template <class T>
awaitable<void> operator_world::until_gone(object_key k, duration limit) {
    const time_point due = saturating_add(l.now(), limit);
    std::string last = "never read";
    while (l.now() < due) {
        auto live = co_await api.get<T>(k);
        if (!live && live.error().code == errc::not_found) co_return;
        last = live ? json::encode(**live) : live.error().to_string();
        co_await l.sleep(50ms);
    }
    not_in_time(k.to_string() + " is gone", last);
}

}  // namespace redis_test
