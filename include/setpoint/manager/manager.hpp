#pragma once
// The manager owns the controllers and what they share, starts everything in order, and stops it in reverse.
//
// Start: probes, metrics and webhooks, caches, other runnables, the election, and each controller as soon as
// the caches that it needs are complete. Stop: not ready, no new reconciles, wait for running reconciles,
// other runnables, release the Lease, webhooks, caches, and last probes and metrics; all within one shutdown
// timeout.

#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/builder.hpp"
#include "setpoint/controller/event_recorder.hpp"
#include "setpoint/core/metric_registry.hpp"
#include "setpoint/manager/health.hpp"
#include "setpoint/manager/options.hpp"
#include "setpoint/webhook/builder.hpp"
#include "setpoint/webhook/conversion.hpp"

#include <boost/json/object.hpp>

#include <list>
#include <optional>

namespace setpoint::inline v0 {

class manager {
public:
    // All references must outlive the manager.
    manager(loop& l, setpoint::client& api, logger log, setpoint::metrics& m, manager_options options);
    manager(const manager&) = delete;
    manager& operator=(const manager&) = delete;
    ~manager();

    // --- for the set-up function ---
    // Reads kinds that controllers watch from the cache and all others from the server; writes to the server,
    // and reads its own writes. With leader election, writes fail with errc::not_leader unless this process
    // leads.
    cached_client& client() { return reads_; }
    // The same without the cache: all reads go to the server.
    setpoint::client& live_client();
    // Like client(), but writes whether or not this process leads: for runnables and for controllers declared
    // without_election().
    cached_client& unfenced_client() { return unfenced_reads_; }
    setpoint::cache& cache() { return cache_; }
    const logger& log() const { return log_; }
    // Returns the registry of the operator's own metrics: m.metrics().counter("site_rollouts_total",
    // "Rollouts that began.", {"namespace"}).
    metric_registry& metrics() { return own_metrics_; }
    // Returns the framework's metrics; its text() covers all metrics.
    setpoint::metrics& all_metrics() { return metrics_; }
    loop& event_loop() { return loop_; }
    recorder& events() { return events_; }
    const manager_options& options() const { return options_; }

    // Declares a controller for T. Its name is the kind in lower case unless named() sets another.
    template <class T>
    controller_builder<T> controller() {
        return controller_builder<T>(declare_controller());
    }
    // The same for a kind that is known only at run time; see dynamic_kind(). `kind` must outlive the
    // manager.
    controller_builder<dynamic_object> controller(const kind_info& kind) {
        return {declare_controller(), kind};
    }
    controller_builder<dynamic_object> controller(kind_info&&) = delete;
    // Declares the admission webhooks of T: m.webhook<site>().defaults(set_defaults).validates(check). At
    // most once for each version of a kind.
    template <class T>
    webhook_builder<T> webhook() {
        return webhook_builder<T>(webhooks_.emplace_back());
    }
    // Declares the conversions between the versions of a kind; they are then all in its
    // CustomResourceDefinition. Further calls for the same hub add versions.
    template <class Hub>
    conversion_builder<Hub> conversion() {
        return conversion_builder<Hub>(declare_conversion(kind_of<Hub>()));
    }
    const std::list<conversion_declaration>& conversions() const { return conversions_; }
    // Declares what runnables read and write, for the Role. Kinds that are watched with cache() are included
    // anyway.
    template <class U>
    void uses(std::initializer_list<verb> verbs, std::string subresource = {}) {
        uses(kind_of<U>(), verbs, std::move(subresource));
    }
    void uses(const kind_info& kind, std::initializer_list<verb> verbs, std::string subresource = {}) {
        accesses_.push_back({&kind, std::move(subresource), verbs});
    }
    void uses(kind_info&&, std::initializer_list<verb>, std::string = {}) = delete;
    // Adds a custom kind without a controller, such as one for settings, to the output of --print-crd. For
    // another version of a controller's kind it works as controller_builder::also_serves().
    template <api_object T>
    void defines() {
        defined_.push_back(&kind_of<T>());
    }
    // Runs `body` beside the controllers, from the start of the caches, or at once if they have started. If
    // it throws, the manager stops.
    void add_runnable(std::string name, std::function<awaitable<void>()> body);
    // The same, but only while this process leads: `body` is called at the beginning of each term, or at once
    // during one, and cancelled at its end.
    void add_leader_runnable(std::string name, std::function<awaitable<void>()> body);
    // Add checks to the built-in ones. A check returns "" if it passes, and otherwise the problem.
    void add_health_check(std::string name, std::function<std::string()> check) {
        health_.add(std::move(name), std::move(check));
    }
    void add_ready_check(std::string name, std::function<std::string()> check) {
        ready_.add(std::move(name), std::move(check));
    }

    // Adds a section `name` to the document at /debug/setpoint. `describe` is called for each request; it
    // must return at once and must not return secrets. It lives as long as the manager.
    void add_debug_section(std::string name, std::function<boost::json::value()> describe) {
        debug_sections_.push_back({std::move(name), std::move(describe)});
    }
    // Returns that document: the state of controllers, queues, informers and other parts, and the results of
    // the last reconciles. docs/serving.md describes it.
    boost::json::object debug_document() const;

    // For test kits: observes the controllers from run() on. `o` must outlive the manager.
    void observe(reconcile_observer& o) { observer_ = &o; }

    // --- manifests generated from the declarations ---
    // Returns the CustomResourceDefinitions of custom kinds that controllers reconcile or defines() adds,
    // each with all of its versions; external() kinds are left out. Errors: throws fault(errc::invalid)
    // unless exactly one version of each is stored.
    std::vector<boost::json::object> crds() const;
    // Returns definitions of the external() kinds that the declarations use, as their types describe them:
    // for test kits, since clusters have the real ones.
    std::vector<boost::json::object> external_crds() const;
    // Returns a ClusterRole or, if `namespaces` is not empty, a Role for each of them; with leader election,
    // a Role for the Lease; with metrics_secure, a ClusterRole for the authentication of metrics readers and
    // one for the readers themselves; with webhooks whose certificates the manager makes, a ClusterRole to
    // put their CA where it belongs and a Role for the Secret.
    std::vector<boost::json::object> roles(const std::vector<std::string>& namespaces) const;
    // Returns the MutatingWebhookConfiguration and the ValidatingWebhookConfiguration, as far as such
    // webhooks are declared. Errors: throws fault(errc::invalid) for a timeout or selector that the API
    // server would reject.
    std::vector<boost::json::object> webhook_configurations() const;

    // --- running ---
    // Runs until request_stop() or the first failure of a part, then stops in order. Errors: throws fault for
    // an invalid set-up (two controllers with one name, an incomplete declaration, a port in use), and
    // rethrows a runnable's exception.
    awaitable<void> run();
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
    // Returns the host that certificates of the webhooks are for: "name.namespace.svc" of their Service, or
    // that of --webhook-url; "" without webhooks.
    std::string webhook_host_name() const;
    // Answers a request to the webhooks as the HTTPS server does, for an API server in the same process.
    // Errors: unreachable unless the manager is running.
    awaitable<result<http::response>> ask_webhook(const http::server_request& r);

private:
    struct servers;
    struct leadership;
    struct webhook_host;
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
    conversion_declaration& declare_conversion(const kind_info& hub);
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
    cached_client reads_, unfenced_reads_;
    event_recorder events_;
    health_checks health_, ready_;
    std::list<controller_declaration> declared_;
    std::list<webhook_declaration> webhooks_;
    std::list<conversion_declaration> conversions_;
    std::vector<const kind_info*> defined_;
    std::vector<access> accesses_;
    std::list<setpoint::controller> controllers_;
    std::vector<runnable> runnables_, leader_runnables_;
    std::vector<debug_section> debug_sections_;
    reconcile_observer* observer_ = nullptr;
    latch stop_;
    bool started_ = false, stopping_ = false;
    std::unique_ptr<servers> servers_;
    std::unique_ptr<webhook_host> webhook_host_;  // null without webhooks, and before run()
    running* running_ = nullptr;                  // set while run() runs
};

}  // namespace setpoint::inline v0
