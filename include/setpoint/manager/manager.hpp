#pragma once
// The manager: holds the controllers and what they share, starts everything in order and stops it in reverse.
//
// Start: probes and metrics, then (later: webhooks), caches, other runnables, the election, controllers, each
// as soon as the caches it needs are complete. Stop: not ready, no new reconciles, reconciles joined, other
// runnables, the lease is given back, caches, probes and metrics last; all inside one budget.

#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/builder.hpp"
#include "setpoint/controller/event_recorder.hpp"
#include "setpoint/core/metric_registry.hpp"
#include "setpoint/manager/health.hpp"
#include "setpoint/manager/options.hpp"

#include <boost/json/object.hpp>

#include <list>
#include <optional>

namespace setpoint {

class manager {
public:
    // All references outlive the manager.
    manager(loop& l, setpoint::client& api, logger log, setpoint::metrics& m, manager_options options);
    manager(const manager&) = delete;
    manager& operator=(const manager&) = delete;
    ~manager();

    // --- for the set-up function ---
    // Reads kinds that controllers watch from the cache and all others live; writes to the API; reads its own
    // writes. With an election it writes only while this process leads: errc::not_leader otherwise.
    cached_client& client() { return reads_; }
    // The same without cache: always live.
    setpoint::client& live_client();
    // Like client(), but may write whoever leads: for runnables and for controllers declared
    // without_election().
    cached_client& ungated_client() { return ungated_reads_; }
    setpoint::cache& cache() { return cache_; }
    const logger& log() const { return log_; }
    // The operator's own metrics: m.metrics().counter("site_rollouts_total", "Rollouts that began.",
    // {"namespace"}).
    metric_registry& metrics() { return own_metrics_; }
    // The framework's, and all metrics as text.
    setpoint::metrics& all_metrics() { return metrics_; }
    loop& event_loop() { return loop_; }
    recorder& events() { return events_; }
    const manager_options& options() const { return options_; }

    // Declares a controller for T; its name is the kind in lower case unless named() says otherwise.
    template <class T>
    controller_builder<T> controller() {
        return controller_builder<T>(declare_controller());
    }
    // The same for a kind that is known at run time only: see dynamic_kind(). `kind` must outlive the
    // manager.
    controller_builder<dynamic_object> controller(const kind_info& kind) {
        return {declare_controller(), kind};
    }
    controller_builder<dynamic_object> controller(kind_info&&) = delete;
    // What runnables read and write, for the Role. What they watch with cache() is in it anyway.
    template <class U>
    void uses(std::initializer_list<verb> verbs, std::string subresource = {}) {
        uses(kind_of<U>(), verbs, std::move(subresource));
    }
    void uses(const kind_info& kind, std::initializer_list<verb> verbs, std::string subresource = {}) {
        accesses_.push_back({&kind, std::move(subresource), verbs});
    }
    void uses(kind_info&&, std::initializer_list<verb>, std::string = {}) = delete;
    // A kind of one's own that no controller is for, such as one that holds settings: --print-crd prints its
    // definition too. Of a controller's kind: another version, as controller_builder::also_serves().
    template <api_object T>
    void defines() {
        defined_.push_back(&kind_of<T>());
    }
    // Code that runs beside the controllers, from when the caches have started, or from now when they have
    // already; when it fails, the manager stops.
    void add_runnable(std::string name, std::function<awaitable<void>()> body);
    // The same, but only while this process leads: called at the beginning of each term, and now during one,
    // cancelled at its end.
    void add_leader_runnable(std::string name, std::function<awaitable<void>()> body);
    // Checks beside the built-in ones: "" when well, else what is wrong.
    void add_health_check(std::string name, std::function<std::string()> check) {
        health_.add(std::move(name), std::move(check));
    }
    void add_ready_check(std::string name, std::function<std::string()> check) {
        ready_.add(std::move(name), std::move(check));
    }

    // A part's place in the document of /debug/setpoint, under `name` ("leaderElection"): `describe` is
    // called for each request, returns at once, and says nothing secret; it lives as long as the manager.
    void add_debug_section(std::string name, std::function<boost::json::value()> describe) {
        debug_sections_.push_back({std::move(name), std::move(describe)});
    }
    // That document: what controllers, queues, informers and other parts are doing, and how the last
    // reconciles ended. docs/serving.md describes it.
    boost::json::object debug_document() const;

    // For test kits: watches the controllers from run() on; outlives the manager.
    void observe(reconcile_observer& o) { observer_ = &o; }

    // --- what follows from the declarations ---
    // The CustomResourceDefinitions of the kinds that controllers are for, or that defines() names, each with
    // all of its versions. Throws fault(errc::invalid) when not exactly one of these is stored.
    std::vector<boost::json::object> crds() const;
    // ClusterRole, or a Role for each of `namespaces` when there are any; with an election a Role for its
    // Lease; with metrics_secure also the ClusterRoles that checking readers of metrics needs, and that these
    // readers need.
    std::vector<boost::json::object> roles(const std::vector<std::string>& namespaces) const;

    // --- running ---
    // Runs until request_stop() or the first failure of a part, then stops in order. Throws fault for bad
    // set-ups (two controllers of one name, a builder never completed, a port in use) and what a runnable
    // failed with.
    awaitable<void> run();
    void request_stop() { stop_.set(); }
    // Running, with all caches complete, and all ready checks well.
    bool ready() const;
    // Nothing when there is no election, or run() has not begun.
    std::optional<election_state> election() const;
    // The ports that were bound, 0 when off: for port 0 in tests.
    std::uint16_t metrics_port() const;
    std::uint16_t health_port() const;

private:
    struct servers;
    struct leadership;
    struct runnable {
        std::string name;
        std::function<awaitable<void>()> body;
    };
    struct running;
    struct debug_section {
        std::string name;
        std::function<boost::json::value()> describe;
    };

    controller_declaration& declare_controller();
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
    manager_options options_;
    setpoint::cache cache_;
    std::unique_ptr<leadership> leadership_;
    cached_client reads_, ungated_reads_;
    event_recorder events_;
    health_checks health_, ready_;
    std::list<controller_declaration> declared_;
    std::vector<const kind_info*> defined_;
    std::vector<access> accesses_;
    std::list<setpoint::controller> controllers_;
    std::vector<runnable> runnables_, leader_runnables_;
    std::vector<debug_section> debug_sections_;
    reconcile_observer* observer_ = nullptr;
    latch stop_;
    bool started_ = false, stopping_ = false;
    std::unique_ptr<servers> servers_;
    running* running_ = nullptr;  // while run() has started and not ended
};

}  // namespace setpoint
