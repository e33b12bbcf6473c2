#pragma once
// The parts of an environment, in the order of their construction.

#include "setpoint/client/api_client.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/testing/environment.hpp"
#include "testkit/testing/captured_log.hpp"
#include "testkit/testing/hot_loop_watch.hpp"
#include "testkit/testing/manager_accounts.hpp"
#include "testkit/testing/pod_failures.hpp"
#include "testkit/testing/traced_transport.hpp"
#include "testkit/testing/turn_watch.hpp"

#include <prometheus/registry.h>

#include <list>
#include <set>

namespace setpoint { inline namespace v0 { namespace testing::detail {

// Describes an exception. Precondition: not null.
std::string text_of(std::exception_ptr e);

// A transport that can be exchanged.
struct exchangeable_transport final : http::transport {
    explicit exchangeable_transport(http::transport& first) : to(&first) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override {
        return to->send(std::move(r), t);
    }
    http::transport* to;
};

// A client that reaches the embedded API without a socket.
struct direct_client {
    direct_client(loop& l, http::transport& to, std::shared_ptr<trace_text> trace, const logger& log,
                  const std::string& name, client_observer* observer, traced_transport::note sent);
    traced_transport net;
    credentials nobody;
    api_client api;
};

struct noting final : client_observer {
    explicit noting(environment_parts& p) : parts(p) {}
    void request(const call& c, std::string_view, std::string_view, int, duration) override;
    environment_parts& parts;
};

// Stops the loop when a reconciler runs in a hot loop.
struct reconcile_watch final : reconcile_observer {
    explicit reconcile_watch(environment_parts& p) : parts(p) {}
    void queued(std::string_view controller, const object_key& key, std::string_view reason,
                const kind_info& kind, const object_key& object) override;
    duration delays(std::string_view controller, const object_key& key, const kind_info& kind,
                    const object_key& object) override;
    // With the check for hot loops, no key is slowed: the check must find the loop.
    bool slows(std::string_view controller, const object_key& key, std::string_view pattern) override;
    void posted(std::string_view controller, const object_key& key) override;
    void began(std::string_view controller, const object_key& key, std::string_view reason, lane in) override;
    // Observes the requests of the managers and the test.
    traced_transport::note requests();
    environment_parts& parts;
};

struct manager_run {
    // `to`: the way to the API.
    manager_run(environment_parts& p, manager_options options, http::transport& to);
    awaitable<void> run();
    std::string name;
    bool ended = false;
    direct_client direct;
    interceptor intercepted;
    prometheus::Registry registry;
    metrics measured;
    manager m;
};

// From a manager that has an account to the API.
struct manager_way {
    std::unique_ptr<account_transport> account;
    std::unique_ptr<http::transport> faulty;
};

struct environment_parts {
    explicit environment_parts(environment_options o);

    logger make_log();
    // Throws failure if a coroutine of the loop runs.
    void require_outside() const;
    // Runs the loop until something stops it, or nothing is left to do.
    void go(time_point horizon);
    // Waits until the scope has no task left, up to a limit.
    void join(task_scope& scope);
    void fail_if_background_failed();
    // Ends the call of the test that is under way, and each later one, with failure(why).
    void interrupt(std::string why);
    // Returns a manager that is declared and does not run yet, and serves its webhooks. The second has its
    // way to the API from the caller, with what open_account() has returned below it.
    manager_run& add_manager(const environment::set_up& declare, manager_options options);
    manager_run& add_manager(const environment::set_up& declare, manager_options options, http::transport& to,
                             account_transport* account);
    // Null unless environment_options::rbac is set: then api.transport() is for everybody.
    std::unique_ptr<account_transport> open_account() { return accounts ? accounts->open() : nullptr; }
    // The way to the API of those who may do everything.
    http::transport& open_way() { return accounts ? accounts->administrator() : api.transport(); }
    // Throws failure if a manager has lacked a right. `more`: what the test has failed with, or "".
    void fail_if_rights_are_missing(std::string_view more = {});
    // The end of a wait that may take `within`.
    time_point due(duration within) const {
        return saturating_add(saturating_add(l->now(), within), patience);
    }
    // The reason why no time passes; "" if it does.
    std::string stuck() const;
    awaitable<void> fail(std::string what, std::string last_seen);
    // The printed roles of all managers.
    std::vector<boost::json::object> roles() const;
    // Describes the waiting tasks, the logged warnings and the pending faults.
    std::string circumstances() const;

    environment_options options;
    duration patience{0};  // added to the limits of waits
    // Called when a reconcile begins, when a change is about to queue a key (see
    // reconcile_observer::delays), and before a call of a webhook reaches its manager. Null: not called.
    std::function<void(std::string_view controller, const object_key& key)> on_reconcile;
    std::function<duration(std::string_view controller, const object_key& key, const kind_info& kind,
                           const object_key& object)>
        on_mapping;
    std::function<awaitable<void>()> before_webhook;
    // Called when the test begins to wait for something, and when it is there. Null: not called.
    std::function<void(std::string_view what, bool is_there)> on_wait;
    virtual_clock virtual_time;
    real_clock real_time;
    random_source random;
    captured_log sink;
    std::unique_ptr<loop> l;
    turn_watch turns;
    hot_loop_watch hot;
    reconcile_watch reconciles;
    std::shared_ptr<trace_text> trace;
    request_recorder recorder;
    request_fault_plan request_faults;
    network_fault_plan network_faults;
    noting observer;
    std::set<group_version_resource> kinds;  // that were requested
    apiserver::server api;
    std::unique_ptr<manager_accounts> accounts;       // null without rbac
    std::shared_ptr<pod_failure_rules> failing_pods;  // null until the test lets pods fail
    std::unique_ptr<http::transport> faulty;          // from the managers to the API
    exchangeable_transport way_of_test;
    direct_client test;
    std::list<manager_way> ways;  // with rbac
    std::list<manager_run> managers;
    std::string background_failure;
    task_scope behind, running;
};

// For testkit/sim.
struct environment_access {
    static environment_parts& parts(environment& env) { return *env.parts_; }
};
// Installs the CustomResourceDefinitions of what `m` declares, and registers its webhooks.
void install_declarations(environment& env, const manager& m);

}}}  // namespace setpoint::v0::testing::detail
