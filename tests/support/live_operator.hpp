#pragma once
// An operator in this process against a control plane, in a namespace of the test's own: what the fixtures of
// tests/integration/<operator> have in common.

#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/manager/connection.hpp"
#include "setpoint/manager/manager.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

inline cluster_config config_of(const control_plane& plane, wall_time now) {
    auto c = load_config({plane.kubeconfig(), ""}, system_sources(), now);
    if (!c) throw fault(c.error());
    return *c;
}

inline api_client_options named_test() {
    api_client_options o;
    o.name = "test";
    return o;
}

// Runs `body` beside the manager, then stops the manager. Throws what the body threw, else what the manager
// did.
template <class F>
awaitable<void> beside_manager(loop& l, manager& m, F& body) {
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

// Applies the CRD of T and waits until its objects are served.
template <class T>
awaitable<void> install_crd_of(loop& l, client& api) {
    const boost::json::object crd = crd_of<T>();
    const object_key key = object_key::cluster(std::string(crd.at("metadata").at("name").as_string()));
    const auto applied =
        co_await api.apply(dynamic_object(crd), kind_of<apiextensions_v1::custom_resource_definition>());
    applied.value();  // in one statement GCC 14 has no type for the first part
    for (;;) {
        auto live = co_await api.get<apiextensions_v1::custom_resource_definition>(key);
        if (live && is_established(**live)) co_return;
        co_await l.sleep(std::chrono::milliseconds(20));
    }
}

// For the control plane of an executable, once it is up.
template <class T>
void install_crd_of(const control_plane& plane) {
    real_world w;
    w.run([&]() -> awaitable<void> {
        api_connection c(w.l, config_of(plane, w.time.wall_now()), system_sources(), w.log, named_test());
        co_await install_crd_of<T>(w.l, c.api());
    });
}

struct live_operator_options {
    std::string program;
    std::function<void(manager&)> set_up;
    std::string kubeconfig{};  // of the operator; "": the plane's
    std::string context{};
    std::size_t workers = 0;
    std::function<void(manager_options&)> adjust{};  // the last word on the manager's options
};

// Everything that an operator's program has but its main(): connection, manager, and a second client for the
// test itself.
class live_operator : public real_world {
public:
    live_operator(control_plane& p, live_operator_options o)
        : plane(p),
          ns(fresh_name()),
          measured(registry),
          operator_connection(l, operator_config(o), o.program, log, measured,
                              [this](const call& c) {
                                  calls.push_back(c);
                                  calls.back().body.clear();
                              }),
          test_connection(l, config_of(p, time.wall_now()), system_sources(), log, named_test()),
          m(l, operator_connection.client(), log, measured, manager_options_of(o)),
          api(test_connection.api()) {
        sink.level = log_level::debug;
        o.set_up(m);
        run([&]() -> awaitable<void> {
            core_v1::namespace_ made;
            made.metadata.name = ns;
            (co_await api.create(made)).value();
        });
    }

    // Runs `body` beside the manager, then stops the manager and checks that it ended well.
    template <class F>
    void with_operator(F body, duration limit = std::chrono::seconds(120)) {
        run([&]() -> awaitable<void> { co_await beside_manager(l, m, body); }, limit);
    }

    object_key key(std::string name) const { return {ns, std::move(name)}; }
    // Waits until the live object satisfies `holds`; throws, saying `what`, when it does not.
    template <class T, class F>
    awaitable<snapshot<T>> until(object_key k, std::string what, F holds,
                                 duration limit = std::chrono::seconds(60)) {
        const time_point due = saturating_add(l.now(), limit);
        std::string last = "never read";
        while (l.now() < due) {
            auto live = co_await api.get<T>(k);
            if (live && holds(**live)) co_return *live;
            last = live ? json::encode(**live) : live.error().to_string();
            co_await l.sleep(std::chrono::milliseconds(50));
        }
        not_in_time(what, last);
    }
    template <class T>
    awaitable<void> until_gone(object_key k, duration limit = std::chrono::seconds(60)) {
        const time_point due = saturating_add(l.now(), limit);
        std::string last = "never read";
        while (l.now() < due) {
            auto live = co_await api.get<T>(k);
            if (!live && live.error().code == errc::not_found) co_return;
            last = live ? json::encode(**live) : live.error().to_string();
            co_await l.sleep(std::chrono::milliseconds(50));
        }
        not_in_time(k.to_string() + " is gone", last);
    }
    // Waits until the manager has made no call for `quiet`; returns how many it has made in all.
    awaitable<std::size_t> settle(duration quiet = std::chrono::seconds(1)) {
        const time_point due = saturating_add(l.now(), std::chrono::seconds(60));
        std::size_t last = calls.size();
        time_point since = l.now();
        while (l.now() < due) {
            co_await l.sleep(std::chrono::milliseconds(50));
            if (calls.size() != last) {
                last = calls.size();
                since = l.now();
            } else if (l.now() - since >= quiet) {
                co_return last;
            }
        }
        throw std::runtime_error("the operator does not come to rest:\n" + log_text.str());
    }
    // Calls of the operator so far.
    std::size_t called(verb v, std::string_view resource) const {
        return static_cast<std::size_t>(std::ranges::count_if(
            calls, [&](const call& c) { return c.op == v && c.resource.resource == resource; }));
    }
    // Log lines since the beginning that hold all of `words`.
    int logged(std::initializer_list<std::string_view> words) const {
        std::istringstream lines(log_text.str());
        int found = 0;
        for (std::string line; std::getline(lines, line);)
            found += std::all_of(words.begin(), words.end(),
                                 [&](std::string_view w) { return line.find(w) != std::string::npos; });
        return found;
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
    static std::string fresh_name() {
        static int count = 0;
        return "t" + std::to_string(++count);
    }
    cluster_config operator_config(const live_operator_options& o) const {
        auto c = load_config({o.kubeconfig.empty() ? plane.kubeconfig() : o.kubeconfig, o.context},
                             system_sources(), time.wall_now());
        if (!c) throw fault(c.error());
        return *c;
    }
    manager_options manager_options_of(const live_operator_options& o) const {
        manager_options to;
        to.name = o.program;
        to.metrics_address = to.health_address = "127.0.0.1:0";
        to.namespaces = {ns};
        to.max_concurrent_reconciles = o.workers;
        if (o.adjust) o.adjust(to);
        return to;
    }
    [[noreturn]] void not_in_time(const std::string& what, const std::string& last) const {
        throw std::runtime_error(what + ": not in time; last seen: " + last + "\n" + plane.state(ns) +
                                 "\nlog:\n" + log_text.str());
    }
};

}}  // namespace setpoint::v0
