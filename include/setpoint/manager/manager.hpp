#pragma once
// The manager owns the controllers and their shared parts, starts everything in order, and stops it in
// reverse.
//
// Start: probes, metrics and webhooks, caches, other runnables, the election, and each controller as soon as
// the caches that it needs are complete. Stop: not ready, no new reconciles, wait for running reconciles,
// other runnables, release the Lease, webhooks, caches, and last probes and metrics; all within one shutdown
// timeout.

#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/event_recorder.hpp"
#include "setpoint/core/metric_registry.hpp"
#include "setpoint/manager/declarations.hpp"
#include "setpoint/manager/health.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Its base class has what an operator declares: m.controller<site>(), m.webhook<site>(), m.cache().
class manager : public manager_declarations {
public:
    // All references must outlive the manager.
    manager(loop& l, setpoint::client& api, logger log, setpoint::metrics& m, manager_options options);
    manager(const manager&) = delete;
    manager& operator=(const manager&) = delete;
    // Precondition: run() has returned or was never called. What runnables refer to must be valid until
    // then.
    ~manager();

    // --- for the set-up function ---
    // Reads kinds that controllers watch from the cache and all others from the server; writes to the server,
    // and reads its own writes. With leader election, writes fail with errc::not_leader unless this process
    // leads.
    cached_client& client() { return reads_; }
    // The same, but all reads go to the server.
    setpoint::client& live_client();
    // Like client(), but writes whether or not this process leads: for runnables and for controllers declared
    // without_election().
    cached_client& unfenced_client() { return unfenced_reads_; }
    const logger& log() const { return log_; }
    // Returns the registry of the operator's own metrics: m.metrics().counter("site_rollouts_total",
    // "Rollouts that began.", {"namespace"}).
    metric_registry& metrics() { return own_metrics_; }
    // Returns the framework's metrics; its text() covers all metrics.
    setpoint::metrics& all_metrics() { return metrics_; }
    loop& event_loop() { return loop_; }
    recorder& events() { return events_; }

    // Runs `body` next to the controllers, from the start of the caches, or immediately if they have started.
    // If it throws, the manager stops.
    // `body` must return when it is cancelled, by `cancelled` or otherwise. If it returns earlier, the
    // manager continues. `name` appears in logs. See task_scope::spawn() for what its coroutine may
    // refer to: the function object itself is kept as long as it runs.
    void add_runnable(std::string name, std::function<awaitable<void>()> body);
    // The same, but only while this process leads: `body` is called at the start of each term, or immediately
    // during one, and cancelled at its end.
    // May be called once for each term, so it must not assume a fresh process. Writes after the term
    // fail with errc::not_leader.
    void add_leader_runnable(std::string name, std::function<awaitable<void>()> body);
    // Add checks to the built-in checks. A check returns "" if it passes, and otherwise the problem.
    void add_health_check(std::string name, std::function<std::string()> check) {
        health_.add(std::move(name), std::move(check));
    }
    void add_ready_check(std::string name, std::function<std::string()> check) {
        ready_.add(std::move(name), std::move(check));
    }

    // Adds a section `name` to the document at /debug/setpoint. `describe` is called for each request; it
    // must return immediately and must not return secrets. It lives as long as the manager.
    void add_debug_section(std::string name, std::function<boost::json::value()> describe) {
        debug_sections_.push_back({std::move(name), std::move(describe)});
    }
    // Returns that document: the state of controllers, queues, informers and other parts, and the results of
    // the last reconciles. docs/serving.md describes it.
    boost::json::object debug_document() const;

    // For test kits: observes the controllers from run() on. `o` must outlive the manager.
    void observe(reconcile_observer& o) { observer_ = &o; }

    // For a recorded manager: listens for probes and metrics on another loop, reviews clients through its
    // `api`, and logs with `log`, since the clock of the manager stands still between its steps. run() starts
    // these servers and does not stop them. Both references must outlive the manager. Call it before run().
    void listen_on(loop& l, setpoint::client& api, logger log) {
        listening_ = {&l, &api, std::move(log), true};
    }
    // For a replay: run() starts no server.
    void listen_nowhere() { listening_ = {nullptr, nullptr, std::nullopt, true}; }
    // In a task of the loop of listen_on(), after run().
    awaitable<void> stop_listening();
    // Adds `path` to the listener of probes, with --debug-endpoint. `answer` must return immediately. It is
    // called for everyone who reaches the port.
    void add_debug_path(std::string path, std::function<http::response(const http::server_request&)> answer) {
        debug_paths_[std::move(path)] = std::move(answer);
    }

    // --- running ---
    // Runs until request_stop() or the first failure of a part, then stops in order. Errors: throws fault for
    // an invalid set-up (two controllers with one name, an incomplete declaration, a port in use), and
    // rethrows a runnable's exception.
    // Call it once. Cancellation stops in the same order, within shutdown_timeout, and then throws
    // `cancelled`.
    awaitable<void> run();
    // Returns immediately; run() returns when everything has stopped. May be called before run() and
    // repeatedly.
    void request_stop() { stop_.set(); }
    // Returns true if the manager is running and all ready checks pass: all caches are complete or, with
    // webhooks, these are served. Caches are not waited for then, since the API server may need a webhook of
    // a ready pod to list the kinds.
    bool ready() const;
    // Returns nothing without an election or before run().
    std::optional<election_state> election() const;
    // Return the bound ports, 0 if off; for tests that listen on port 0.
    std::uint16_t metrics_port() const;
    std::uint16_t health_port() const;
    std::uint16_t webhook_port() const;
    // Answers a request to the webhooks as the HTTPS server does, for an API server in the same process.
    // Errors: unreachable unless the manager is running.
    awaitable<result<http::response>> ask_webhook(const http::server_request& r);

private:
    struct servers;
    struct leadership;
    struct webhook_host;
    struct traces;
    struct runnable {
        std::string name;
        std::function<awaitable<void>()> body;
    };
    struct running;
    struct listening {
        loop* on = nullptr;
        setpoint::client* api = nullptr;
        std::optional<logger> log;
        bool is_elsewhere = false;
    };
    struct debug_section {
        std::string name;
        std::function<boost::json::value()> describe;
    };

    void make_controllers();
    void prepare_election();
    void start_elected(task_scope& in);
    awaitable<void> lead(running& r);
    awaitable<void> give_up_leadership(running& r);
    awaitable<void> run_controller(setpoint::controller& c);
    awaitable<void> watch_progress();
    awaitable<void> stop_in_order(running& r);
    awaitable<void> end_at_once(running& r, time_point due);
    static awaitable<void> run_body(std::function<awaitable<void>()> body);

    loop& loop_;
    setpoint::client& api_;
    logger log_;
    setpoint::metrics& metrics_;
    metric_registry own_metrics_;
    std::unique_ptr<leadership> leadership_;
    cached_client reads_, unfenced_reads_;
    setpoint::live_client live_, unfenced_live_;
    event_recorder events_;
    health_checks health_, ready_;
    std::unique_ptr<traces> traces_;  // null without traces, and before run()
    std::list<setpoint::controller> controllers_;
    std::vector<runnable> runnables_, leader_runnables_;
    std::vector<debug_section> debug_sections_;
    std::map<std::string, std::function<http::response(const http::server_request&)>> debug_paths_;
    listening listening_;
    reconcile_observer* observer_ = nullptr;
    latch stop_;
    bool started_ = false, stopping_ = false;
    std::unique_ptr<servers> servers_;
    std::unique_ptr<webhook_host> webhook_host_;  // null without webhooks, and before run()
    running* running_ = nullptr;                  // set while run() runs
};

}}  // namespace setpoint::v0
