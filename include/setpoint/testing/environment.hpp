#pragma once
// A whole cluster for the test of an operator: API server, nodes that run nothing, and the operator's
// manager, in one process and thread, with no socket and no file. Time is virtual unless asked otherwise:
// waiting takes none, and a run is a function of its seed.
//
//     testing::environment env(add_web_server_controller);
//     env.create(web);
//     env.until<web_server>("web", testing::ready(3));
//     env.remove<deployment>("web");
//     env.until<web_server>("web", testing::ready(3));
//     BOOST_TEST(env.calls_during(1h) == 0u);
//
// Not tied to a test framework: failures are thrown.

#include "setpoint/api/crd.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/testing/conditions.hpp"
#include "setpoint/testing/network_fault_plan.hpp"
#include "setpoint/testing/request_fault_plan.hpp"
#include "setpoint/testing/request_recorder.hpp"

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
    // The same, with a manager that `declare` sets up, and the CustomResourceDefinitions of its controllers.
    explicit environment(const set_up& declare, environment_options options = {},
                         manager_options of_manager = default_options());
    environment(const environment&) = delete;
    environment& operator=(const environment&) = delete;
    // Stops everything in order.
    ~environment();

    // --- the blocking face: each call lets the cluster run until it is done. Not for use in coroutines. What
    // the API refuses, and conditions that do not come true in time, are thrown as failure ---
    template <class T>
    snapshot<T> create(const T& object) {
        return done("create", kind_of<T>(), key_of(object), run(client().create(object)));
    }
    // Server-side apply, as another user than the operator.
    template <class T>
    snapshot<T> apply(const T& object) {
        return done("apply", kind_of<T>(), key_of(object), run(client().apply(object)));
    }
    template <class T>
    snapshot<T> patch(name_of<T> name, boost::json::object merge_patch) {
        return done("patch", kind_of<T>(), name.key,
                    run(client().merge_patch<T>(name.key, std::move(merge_patch))));
    }
    template <class T>
    void remove(name_of<T> name) {
        done("delete", kind_of<T>(), name.key, run(client().remove<T>(name.key)));
    }
    // Null when there is none.
    template <class T>
    snapshot<T> find(name_of<T> name);
    // Until the live object of that name satisfies `c`, a function bool(const T&); returns the object.
    template <class T, std::predicate<const T&> F>
    snapshot<T> until(name_of<T> name, F c, duration within = std::chrono::minutes(1)) {
        std::string what = detail::words_of<T>(name.key, c);
        return run(async_until<T>(name.key, std::move(what), std::move(c), within));
    }
    template <class T>
    void until_gone(name_of<T> name, duration within = std::chrono::minutes(1)) {
        run(async_until_gone<T>(name.key, within));
    }
    void eventually(std::string what, condition c, duration within = std::chrono::minutes(1)) {
        run(async_eventually(std::move(what), std::move(c), within));
    }
    void never(std::string what, condition c, duration during = std::chrono::minutes(1)) {
        run(async_never(std::move(what), std::move(c), during));
    }
    // Until the managers make no more calls (see async_until_idle()), then lets `d` pass; returns how many
    // calls they made meanwhile, watches that are renewed aside.
    std::size_t calls_during(duration d);
    void until_idle() { (void)run(async_until_idle()); }
    // Asks a manager to stop, and returns when it has.
    void stop(manager& m) { (void)run(async_stopped(m)); }
    // Lets cluster time pass.
    void advance(duration d);
    // What the managers have asked of the API and the roles that they print do not grant; one line each.
    std::string not_granted() const;
    // What these roles grant and the managers have not asked for.
    std::string not_used() const;

    // Applies the CustomResourceDefinitions of these kinds and waits until they are served. Several versions
    // of one kind: install(crd_of<v1, v2>()).
    template <api_object... T>
    void install() {
        (install(crd_of(kind_of<T>())), ...);
    }
    void install(boost::json::object crd);
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
    // The manager that was started first.
    manager& operator_manager();
    // The test's own; always live, never made to fail.
    setpoint::client& client();
    loop& event_loop();
    apiserver::server& server();
    // Makes calls of the managers fail; see request_fault_plan.hpp.
    request_fault_plan& request_faults();
    // Breaks what passes between the managers and the API, below their clients; see network_fault_plan.hpp.
    network_fault_plan& network_faults();
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

    // --- the coroutine face, for use inside run() ---
    // Until `c` holds; it is asked after each turn of the loop, so it must be quick. Throws failure, with
    // `what` in it, when that takes more than `within`.
    awaitable<void> async_eventually(std::string what, condition c,
                                     duration within = std::chrono::minutes(1));
    // The same with a condition that asks the API; it is asked whenever something in the API has changed.
    awaitable<void> async_eventually(std::string what, asking_condition c,
                                     duration within = std::chrono::minutes(1));
    // Throws failure when `c` holds at any time within `during`.
    awaitable<void> async_never(std::string what, condition c, duration during = std::chrono::minutes(1));
    awaitable<void> async_never(std::string what, asking_condition c,
                                duration during = std::chrono::minutes(1));
    // Until the live object of that name satisfies `c`; returns it.
    template <class T, std::predicate<const T&> F>
    awaitable<snapshot<T>> async_until(object_key key, std::string what, F c,
                                       duration within = std::chrono::minutes(1));
    // Until there is no object of that name.
    template <class T>
    awaitable<void> async_until_gone(object_key key, duration within = std::chrono::minutes(1));
    // A request as it is, to do what other programs do: async_ask("PATCH", "/api/v1/...", "{...}",
    // "application/strategic-merge-patch+json"). Throws fault when there is no answer.
    awaitable<answer> async_ask(std::string method, std::string target, std::string body = {},
                                std::string content_type = "application/json");
    // Asks a manager that start() has made to stop; returns when its run() has ended, with the time that it
    // took. Throws failure when that is more than `within`.
    awaitable<duration> async_stopped(manager& m, duration within = std::chrono::minutes(10));
    // Until the managers have made no call for `quiet`, watches that are renewed aside; returns how many
    // calls they have made in all.
    awaitable<std::size_t> async_until_idle(duration quiet = std::chrono::seconds(5),
                                            duration within = std::chrono::minutes(10));

private:
    using seen_text = std::function<std::string()>;
    awaitable<void> wait_for(std::string what, asking_condition c, duration within, seen_text last_seen);
    void drive(awaitable<void> body);
    [[noreturn]] static void refused(std::string_view verb, const kind_info& kind, const object_key& key,
                                     const error& why);
    template <class T>
    static T done(std::string_view verb, const kind_info& kind, const object_key& key, result<T> r) {
        if (!r) refused(verb, kind, key, r.error());
        if constexpr (!std::is_void_v<T>) return std::move(*r);
    }

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

template <class T>
snapshot<T> environment::find(name_of<T> name) {
    auto found = run(client().get<T>(name.key));
    if (!found && found.error().code == errc::not_found) return nullptr;
    return done("get", kind_of<T>(), name.key, std::move(found));
}

template <class T, std::predicate<const T&> F>
awaitable<snapshot<T>> environment::async_until(object_key key, std::string what, F c, duration within) {
    detail::last_seen<T> seen;
    co_await wait_for(
        what, [&] { return detail::look<T>(client(), key, c, seen); }, within, [&] { return seen.text; });
    co_return seen.object;
}

template <class T>
awaitable<void> environment::async_until_gone(object_key key, duration within) {
    detail::last_seen<T> seen;
    const std::string what = std::string(kind_of<T>().gvk.kind) + " " + key.to_string() + " is gone";
    co_await wait_for(
        what, [&] { return detail::look_for_absence<T>(client(), key, seen); }, within,
        [&] { return seen.text; });
}

}  // namespace setpoint::testing
