#pragma once
// The WebServer operator in this process against a real control plane: one for the executable, a namespace
// for each test.

#include "operators/web_server/reconciler.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"
#include <setpoint/api/apiextensions_v1.hpp>
#include <setpoint/api/apps_v1.hpp>
#include <setpoint/api/core_v1.hpp>
#include <setpoint/api/crd.hpp>
#include <setpoint/api/rbac.hpp>
#include <setpoint/client/api_connection.hpp>
#include <setpoint/manager/connection.hpp>
#include <setpoint/manager/manager.hpp>

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <map>
#include <set>

namespace web_server_test {

using namespace setpoint;
using namespace std::chrono_literals;

// The control plane of the executable, with the CRD installed; brought up by the first test that asks.
control_plane& shared_plane();
// Applies the CRD of WebServers and waits until they are served.
awaitable<void> install_crd(loop& l, client& api);

struct operator_options {
    bool install_crd = true;
    std::size_t workers = 0;
    std::string context;     // of the kubeconfig
    std::string kubeconfig;  // "": the plane's
};

// Everything that webserver-operator has but its main(): connection, manager, and a second client for the
// test itself.
class operator_world : public real_world {
public:
    explicit operator_world(control_plane& plane, operator_options options = {});

    // Runs `body` beside the manager, then stops the manager and checks that it ended well.
    template <class F>
    void with_operator(F body, duration limit = std::chrono::seconds(90)) {
        run([&]() -> awaitable<void> { co_await beside(body); }, limit);
    }

    // A WebServer in this test's namespace.
    web_server::web_server make(std::string name, std::int32_t replicas = 2,
                                std::string image = "nginx:1.23.1") const;
    object_key key(std::string name) const { return {ns, std::move(name)}; }
    // Waits until the live object satisfies `condition`; fails the test, saying `what`, when it does not.
    template <class T, class F>
    awaitable<snapshot<T>> until(object_key k, std::string what, F condition,
                                 duration limit = std::chrono::seconds(30));
    awaitable<bool> gone_deployment(object_key k);
    // A request that no client of ours makes, to a path in this test's namespace; `what` is the plural's
    // part: "apps/v1/deployments/web". Returns the body of the answer; throws when that is a refusal.
    awaitable<std::string> ask(std::string method, std::string what, std::string body = {},
                               std::string type = "application/json");
    // A merge patch of anything.
    awaitable<void> patch(std::string what, std::string body,
                          std::string type = "application/merge-patch+json");
    // Log lines since the beginning that hold all of `words`.
    int logged(std::initializer_list<std::string_view> words) const;
    // Waits until the manager has made no call for `quiet`; returns how many it has made in all.
    awaitable<std::size_t> settle(duration quiet = std::chrono::milliseconds(700));
    const condition* condition_of(const web_server::web_server& w, std::string_view type) const {
        return find_condition(w.status.conditions, type);
    }

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
};

template <class T, class F>
awaitable<snapshot<T>> operator_world::until(object_key k, std::string what, F condition, duration limit) {
    const time_point due = saturating_add(l.now(), limit);
    std::string last = "never read";
    while (l.now() < due) {
        auto live = co_await api.get<T>(k);
        if (live && condition(**live)) co_return *live;
        last = live ? json::encode(**live) : live.error().to_string();
        co_await l.sleep(50ms);
    }
    throw std::runtime_error(what + ": not in time; last seen: " + last + "\nlog:\n" + log_text.str());
}

}  // namespace web_server_test
