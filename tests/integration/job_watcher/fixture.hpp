#pragma once
// The JobWatcher operator in this process against a real control plane: one for the executable, a namespace
// for each test.

#include "operators/job_watcher/reconciler.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"
#include <setpoint/api/apiextensions_v1.hpp>
#include <setpoint/api/batch_v1.hpp>
#include <setpoint/api/core_v1.hpp>
#include <setpoint/api/crd.hpp>
#include <setpoint/api/events_v1.hpp>
#include <setpoint/client/api_connection.hpp>
#include <setpoint/manager/connection.hpp>
#include <setpoint/manager/manager.hpp>

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

namespace job_watcher_test {

using namespace setpoint;
using namespace std::chrono_literals;
using jw = ::job_watcher::job_watcher;

// The control plane of the executable, with the CRD installed; brought up by the first test that asks.
control_plane& shared_plane();

// Everything that jobwatcher-operator has but its main(): connection, manager, and a second client for the
// test itself.
class operator_world : public real_world {
public:
    explicit operator_world(control_plane& plane);

    // Runs `body` beside the manager, then stops the manager and checks that it ended well.
    template <class F>
    void with_operator(F body, duration limit = std::chrono::seconds(90)) {
        run([&]() -> awaitable<void> { co_await beside(body); }, limit);
    }

    object_key key(std::string name) const { return {ns, std::move(name)}; }
    // Watches all Jobs of this test's namespace.
    jw make(std::string name, std::optional<go_duration> completed,
            std::optional<go_duration> failed = {}) const;
    // A Job with one pod, which ends well at once; with a deadline it has no node and fails after that.
    job make_job(std::string name, std::optional<std::int64_t> deadline = {}) const;
    // Waits until the live object satisfies `condition`; throws, saying `what`, when it does not.
    template <class T, class F>
    awaitable<snapshot<T>> until(object_key k, std::string what, F condition,
                                 duration limit = std::chrono::seconds(30));
    template <class T>
    awaitable<void> until_gone(object_key k, duration limit = std::chrono::seconds(30));
    awaitable<snapshot<jw>> until_deleted(std::string name, std::int64_t completed, std::int64_t failed);
    std::size_t deletions() const;
    // Log lines since the beginning that hold all of `words`.
    int logged(std::initializer_list<std::string_view> words) const;

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
    throw std::runtime_error(k.to_string() + " is not gone in time; last seen: " + last + "\nlog:\n" +
                             log_text.str());
}

}  // namespace job_watcher_test
