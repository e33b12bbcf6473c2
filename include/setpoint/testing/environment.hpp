#pragma once
// A whole cluster for the test of an operator: API server, nodes that run nothing, and the operator's
// manager, in one process and thread, with no socket and no file. Time is virtual unless asked otherwise:
// waiting takes none, and a run is a function of its seed.
//
//     testing::environment env;
//     env.install<web_server>();
//     env.start([](manager& m) { m.controller<web_server>().owns<deployment>().reconcile_with(...); });
//     env.run([&]() -> awaitable<void> {
//         (co_await env.client().create(one)).value();
//         co_await env.until<deployment>({"default", "web"}, "2 ready pods",
//                                        [](const deployment& d) { return d.status.ready_replicas == 2; });
//     });
//
// Not tied to a test framework: what goes wrong is thrown.

#include "setpoint/api/crd.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/testing/call_plan.hpp"
#include "setpoint/testing/request_recorder.hpp"
#include "setpoint/testing/wire_plan.hpp"

#include <concepts>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace setpoint::testing {

struct environment_options {
    std::uint64_t seed = 1;
    apiserver::server_options api{};
    log_level level = log_level::info;            // of what log() returns
    bool real_time = false;                       // the clock of the machine instead of a virtual one
    duration limit = std::chrono::hours(24 * 7);  // of cluster time, for one run()
    // So many reconciles within a second of cluster time, each caused by the one before (by what it wrote or
    // posted, or by its timer), fail the test as a hot loop. 0: any number is allowed. docs/testing.md.
    std::size_t hot_loop = 250;
};

// A condition did not come true in time, came true although it never should, a manager failed, or a
// reconciler runs in a hot loop: then the message names what queues it, and who writes that. The message
// lists the live objects, the logged warnings and the tasks that wait.
class failure : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Of a request that no client made.
struct answer {
    int status = 0;
    std::string body;
};

namespace detail {
struct environment_parts;
}

class environment {
public:
    using set_up = std::function<void(manager&)>;
    using condition = std::function<bool()>;
    using asking_condition = std::function<awaitable<bool>()>;

    // Returns when the API is ready.
    explicit environment(environment_options options = {});
    environment(const environment&) = delete;
    environment& operator=(const environment&) = delete;
    // Stops everything in order.
    ~environment();

    // --- from outside of coroutines ---
    // Applies the CustomResourceDefinitions of these kinds and waits until they are served. Several versions
    // of one kind: install(crd_of<v1, v2>()).
    template <api_object... T>
    void install() {
        (install(crd_of(kind_of<T>())), ...);
    }
    void install(boost::json::object crd);
    // Lets cluster time pass.
    void advance(duration d);
    // Runs until `body` (a call of a coroutine, or a function that returns one) has ended; returns what it
    // returns, throws what it throws. The managers run meanwhile, and stand still in between.
    template <class T>
    T run(awaitable<T> body);
    template <std::invocable F>
    auto run(F body) {
        return run(body());
    }

    // --- from anywhere ---
    // Starts a manager, as program::run would. It has no metrics and health listeners unless `options` name
    // addresses. It may be called more than once.
    manager& start(const set_up& declare, manager_options options = default_options());
    static manager_options default_options();
    // The test's own; always live, never made to fail.
    setpoint::client& client();
    loop& owner();
    apiserver::server& api();
    // Makes calls of the managers fail; see call_plan.hpp.
    call_plan& calls();
    // Breaks what passes between the managers and the API, below their clients; see wire_plan.hpp.
    wire_plan& wire();
    // What the managers asked of the API.
    request_recorder& requests();
    // The sum, over all managers, of the series of a metric whose labels are, among others, `labels`; of a
    // histogram: name_count, name_sum, name_bucket with le. Throws failure when there is no such metric.
    double metric(std::string_view name, metric_labels labels = {});
    // One line for each request and each event of a watch, of managers and test, with its time since the
    // beginning. Equal for two runs of one program with one seed, byte for byte.
    const std::string& trace() const;
    // What the managers and the API server logged.
    const std::string& log() const;

    // --- from coroutines inside run() ---
    // Until `c` holds; it is asked after each turn of the loop, so it must be quick. Throws failure, with
    // `what` in it, when that takes more than `within`.
    awaitable<void> eventually(std::string what, condition c, duration within = std::chrono::minutes(1));
    // The same with a condition that asks the API; it is asked whenever something in the API has changed.
    awaitable<void> eventually(std::string what, asking_condition c,
                               duration within = std::chrono::minutes(1));
    // Throws failure when `c` holds at any time within `during`.
    awaitable<void> never(std::string what, condition c, duration during = std::chrono::minutes(1));
    awaitable<void> never(std::string what, asking_condition c, duration during = std::chrono::minutes(1));
    // Until the live object of that name satisfies `c`; returns it.
    template <class T, std::predicate<const T&> F>
    awaitable<snapshot<T>> until(object_key key, std::string what, F c,
                                 duration within = std::chrono::minutes(1));
    // Until there is no object of that name.
    template <class T>
    awaitable<void> until_gone(object_key key, duration within = std::chrono::minutes(1));
    // A request as it is, to do what other programs do: ask("PATCH", "/api/v1/...", "{...}",
    // "application/strategic-merge-patch+json"). Throws fault when there is no answer.
    awaitable<answer> ask(std::string method, std::string target, std::string body = {},
                          std::string content_type = "application/json");
    // Asks a manager that start() has made to stop; returns when its run() has ended, with the time that it
    // took. Throws failure when that is more than `within`.
    awaitable<duration> stopped(manager& m, duration within = std::chrono::minutes(10));
    // Until the managers have made no call for `quiet`, watches that are renewed aside; returns how many
    // calls they have made in all.
    awaitable<std::size_t> settled(duration quiet = std::chrono::seconds(5),
                                   duration within = std::chrono::minutes(10));

private:
    using seen_text = std::function<std::string()>;
    awaitable<void> wait_for(std::string what, asking_condition c, duration within, seen_text last_seen);
    void drive(awaitable<void> body);

    std::unique_ptr<detail::environment_parts> parts_;
};

namespace detail {
template <class T>
awaitable<void> keep(std::optional<T>& to, awaitable<T> from) {
    to.emplace(co_await std::move(from));
}
template <class T>
struct last_seen {
    snapshot<T> object;
    std::string text = "never read";
};
template <class T, class F>
awaitable<bool> look(setpoint::client& api, object_key key, F& c, last_seen<T>& seen) {
    auto live = co_await api.get<T>(std::move(key));
    seen.object = live ? *live : nullptr;
    seen.text = live ? json::encode(**live) : live.error().to_string();
    co_return live&& c(**live);
}
template <class T>
awaitable<bool> look_for_absence(setpoint::client& api, object_key key, last_seen<T>& seen) {
    auto live = co_await api.get<T>(std::move(key));
    seen.text = live ? json::encode(**live) : live.error().to_string();
    co_return !live && live.error().code == errc::not_found;
}
}  // namespace detail

template <class T>
T environment::run(awaitable<T> body) {
    if constexpr (std::is_void_v<T>) {
        drive(std::move(body));
    } else {
        std::optional<T> value;
        drive(detail::keep(value, std::move(body)));
        return std::move(*value);
    }
}

template <class T, std::predicate<const T&> F>
awaitable<snapshot<T>> environment::until(object_key key, std::string what, F c, duration within) {
    detail::last_seen<T> seen;
    co_await wait_for(
        what, [&] { return detail::look<T>(client(), key, c, seen); }, within, [&] { return seen.text; });
    co_return seen.object;
}

template <class T>
awaitable<void> environment::until_gone(object_key key, duration within) {
    detail::last_seen<T> seen;
    const std::string what = std::string(kind_of<T>().gvk.kind) + " " + key.ns + "/" + key.name + " is gone";
    co_await wait_for(
        what, [&] { return detail::look_for_absence<T>(client(), key, seen); }, within,
        [&] { return seen.text; });
}

}  // namespace setpoint::testing
