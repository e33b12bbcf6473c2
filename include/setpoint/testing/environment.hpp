#pragma once
// A complete cluster for testing an operator: an API server, nodes that run no containers, and the
// operator's manager, in one process and thread, without sockets or files. Time is virtual by default:
// waiting takes no real time, and a run is a function of its seed.
//
//     testing::environment env(add_web_server_controller);
//     env.create(web);
//     env.until<web_server>("web", testing::ready(3));
//     env.remove<deployment>("web");
//     env.until<web_server>("web", testing::ready(3));
//     BOOST_TEST(env.calls_during(1h) == 0u);
//
// It works with any test framework: failures are thrown.

#include "setpoint/api/crd.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/testing/conditions.hpp"
#include "setpoint/testing/environment_options.hpp"
#include "setpoint/testing/network_fault_plan.hpp"
#include "setpoint/testing/request_fault_plan.hpp"
#include "setpoint/testing/request_recorder.hpp"

#include <concepts>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

namespace detail {
struct environment_parts;
struct environment_access;
}  // namespace detail

class environment {
public:
    using set_up = std::function<void(manager&)>;
    using condition = std::function<bool()>;
    using asking_condition = std::function<awaitable<bool>()>;

    // An API server without a manager. Returns when the API is ready.
    // Throws failure if the API server does not become ready.
    explicit environment(environment_options options = {});
    // Also installs the CustomResourceDefinitions of the controllers that `declare` adds, with those of
    // custom kinds that they watch and of external() kinds that they use, as their types describe them,
    // registers its webhooks, and starts a manager with them. The API server calls the webhooks within the
    // process.
    // What `declare` refers to must outlive the environment. Throws fault for an invalid declaration.
    explicit environment(const set_up& declare, environment_options options = {},
                         manager_options of_manager = default_options());
    environment(const environment&) = delete;
    environment& operator=(const environment&) = delete;
    // Stops the managers, then the server.
    // Does not throw: a failure of a manager that no call has reported by then goes unnoticed. Call
    // stop() or until_idle() at the end of a test that cares.
    ~environment();

    // --- blocking calls: each runs the cluster until the call is done. Do not use them in coroutines. Throw
    // failure if the API refuses a request or a condition does not become true in time ---
    // An object without a namespace is created in "default", unless its kind is cluster-scoped.
    template <class T>
    snapshot<T> create(T object);
    // Server-side apply with a field manager other than the operator's. Namespaces as for create().
    template <class T>
    snapshot<T> apply(T object);
    // A merge patch (RFC 7386). Fails the test if there is no such object.
    template <class T>
    snapshot<T> patch(name_of<T> name, boost::json::object merge_patch);
    // Only requests the deletion: finalizers and the garbage collector take cluster time. See
    // until_gone().
    template <class T>
    void remove(name_of<T> name);
    // Returns null if there is no such object.
    template <class T>
    snapshot<T> find(name_of<T> name);
    // Returns the live objects of kind T, of all namespaces.
    // In key order, read from the server and not from a cache.
    template <class T>
    std::vector<snapshot<T>> list();
    // Waits until the live object satisfies `c`, a function bool(const T&); returns the object.
    // `within` is cluster time, not real time. The failure shows the object as it was last read.
    template <class T, std::predicate<const T&> F>
    snapshot<T> until(name_of<T> name, F c, duration within = std::chrono::minutes(1));
    template <class T>
    void until_gone(name_of<T> name, duration within = std::chrono::minutes(1)) {
        run(async_until_gone<T>(name.key, within));
    }
    // A condition that asks the API is a coroutine: [&]() -> awaitable<bool>.
    void eventually(std::string what, condition c, duration within = std::chrono::minutes(1)) {
        run(async_eventually(std::move(what), std::move(c), within));
    }
    void eventually(std::string what, asking_condition c, duration within = std::chrono::minutes(1)) {
        run(async_eventually(std::move(what), std::move(c), within));
    }
    // Takes all of `during`, unless the condition becomes true, which fails the test.
    void never(std::string what, condition c, duration during = std::chrono::minutes(1)) {
        run(async_never(std::move(what), std::move(c), during));
    }
    // Waits until the managers make no more calls (see async_until_idle()), then lets `d` pass. Returns
    // the number of calls that they made from then until they are idle again, not counting renewed
    // watches.
    // A converged operator makes none: BOOST_TEST(env.calls_during(1h) == 0u).
    std::size_t calls_during(duration d);
    void until_idle() { (void)run(async_until_idle()); }
    // Makes pods fail as the annotation setpoint.dev/fail does: "exit=1", "crash" or "never-ready";
    // docs/apiserver.md lists the other values. Applies to the pods, now and later, whose labels match
    // the selector; those of a Job have "job-name=NAME". "" lets them succeed again. A call replaces an
    // earlier one with the same selector; among several that match, the last one counts. Errors:
    // failure for an invalid selector.
    void fail_pods(std::string label_selector, std::string how = "exit=1");
    // Stops a manager; returns when it has stopped.
    void stop(manager& m) { (void)run(async_stopped(m)); }
    // Lets cluster time pass.
    // With real_time it waits that long. Throws failure if a manager failed meanwhile.
    void advance(duration d);
    // Sets the time of day forward or back, for everyone, like a correction of a machine's clock; timers
    // continue. Throws std::logic_error with real_time.
    void shift_wall_clock(duration by);
    // Lists the requests of the managers that their printed roles do not grant, one per line.
    // Check both at the end of a test: the first finds a missing uses<T>(), the second a superfluous
    // one.
    std::string not_granted() const;
    // Lists the granted rights that no request of the managers used, one per line.
    std::string not_used() const;
    // With environment_options::rbac: returns the rights that the managers' roles did not grant when they
    // were needed, each with the rule that grants it, and forgets them. "" if there are none. Without this
    // call they fail the test: at the end of the blocking call, and otherwise at the next one.
    std::string take_missing_rights();

    // Applies the CustomResourceDefinitions of these kinds and waits until they are served. For several
    // versions of one kind, use install(crd_of<v1, v2>()).
    template <api_object... T>
    void install() {
        (install(crd_of(kind_of<T>())), ...);
    }
    // Throws failure if the definition is not established within a minute of cluster time.
    void install(boost::json::object crd);
    // Runs `body` (a coroutine, or a function that returns one) and the cluster until `body` has ended.
    // Returns its result, and rethrows its exception. The cluster does not advance between calls of
    // run().
    // The blocking calls throw failure if they are used inside `body` or in a condition. Throws
    // failure, too, if the body does not end within environment_options::limit, or waits for something
    // that never happens.
    template <class T>
    T run(awaitable<T> body);
    template <std::invocable F>
    auto run(F body) {
        return run(body());
    }

    // --- usable anywhere, also in coroutines ---
    // Starts a manager as program::run would, without listeners unless `options` contain their addresses.
    // Each call starts another manager. Webhooks are called through the first manager of the name that
    // runs; they are registered by the constructor only.
    manager& start(const set_up& declare, manager_options options = default_options());
    static manager_options default_options();
    // The manager that was started first.
    // Throws std::logic_error if no manager was started.
    manager& operator_manager();
    // The test's own client. It always reads live, and no fault applies to it.
    // Valid as long as the environment, as are the references below.
    setpoint::client& client();
    loop& event_loop();
    apiserver::server& server();
    // Makes calls of the managers fail; see request_fault_plan.hpp.
    request_fault_plan& request_faults();
    // Injects faults between the managers' clients and the API; see network_fault_plan.hpp.
    network_fault_plan& network_faults();
    // Records the requests of the managers.
    request_recorder& requests();
    // Returns the sum, over all managers, of the metric's series that have all of `labels`. For a
    // histogram, use name_count, name_sum, or name_bucket with le. Throws failure if there is no such
    // metric.
    double metric(std::string_view name, metric_labels labels = {});
    // Returns one line for each request and each watch event of the managers and the test, with the time
    // since the start. Two runs of one program with one seed have the same trace, byte for byte.
    // Compare two of them to find what depends on time, addresses or the order of a hash map.
    const std::string& trace() const;
    // Returns the log of the managers and the API server.
    const std::string& log() const;

    // --- coroutines, for use inside run() ---
    // Waits until `c` returns true. `c` is called after each turn of the loop, so it must be fast. Throws
    // failure, with `what` in its message, after `within`.
    awaitable<void> async_eventually(std::string what, condition c,
                                     duration within = std::chrono::minutes(1));
    // The same for a condition that reads from the API. It is called whenever an object in the API has
    // changed.
    awaitable<void> async_eventually(std::string what, asking_condition c,
                                     duration within = std::chrono::minutes(1));
    // Throws failure if `c` returns true at any time within `during`.
    awaitable<void> async_never(std::string what, condition c, duration during = std::chrono::minutes(1));
    awaitable<void> async_never(std::string what, asking_condition c,
                                duration during = std::chrono::minutes(1));
    // Waits until the live object satisfies `c`; returns the object.
    template <class T, std::predicate<const T&> F>
    awaitable<snapshot<T>> async_until(object_key key, std::string what, F c,
                                       duration within = std::chrono::minutes(1));
    // Waits until the object no longer exists.
    // An object that was created again under the same name is not gone.
    template <class T>
    awaitable<void> async_until_gone(object_key key, duration within = std::chrono::minutes(1));
    // Sends a raw request, to imitate other programs: async_ask("PATCH", "/api/v1/...", "{...}",
    // "application/strategic-merge-patch+json"). Throws fault if there is no response.
    awaitable<answer> async_ask(std::string method, std::string target, std::string body = {},
                                std::string content_type = "application/json");
    // Stops a manager; waits until its run() has ended, and returns the time that took. Throws failure if
    // it takes longer than `within`, and std::logic_error if the manager is not one of this environment.
    awaitable<duration> async_stopped(manager& m, duration within = std::chrono::minutes(10));
    // Waits until the managers have made no call for `quiet`, not counting renewed watches; returns the
    // total number of calls so far.
    awaitable<std::size_t> async_until_idle(duration quiet = std::chrono::seconds(5),
                                            duration within = std::chrono::minutes(10));

private:
    friend struct detail::environment_access;
    using seen_text = std::function<std::string()>;
    awaitable<void> wait_for(std::string what, asking_condition c, duration within, seen_text last_seen);
    void drive(awaitable<void> body);
    [[noreturn]] static void refused(std::string_view verb, const kind_info& kind, const object_key& key,
                                     const error& why);
    template <class T>
    static T done(std::string_view verb, const kind_info& kind, const object_key& key, result<T> r);

    std::unique_ptr<detail::environment_parts> parts_;
};

}}}  // namespace setpoint::v0::testing

#include "setpoint/testing/detail/environment_calls.hpp"
