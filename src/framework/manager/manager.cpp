#include "setpoint/manager/manager.hpp"

#include "framework/core/ascii.hpp"
#include "framework/manager/leadership.hpp"
#include "framework/manager/running.hpp"
#include "framework/manager/servers.hpp"
#include "framework/manager/traces.hpp"
#include "framework/manager/webhook_host.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 {

namespace {

// A kind that the controller watches as optional stays optional if it is indexed.
presence need_of(const controller_declaration& d, const kind_info& kind) {
    presence need = presence::required;
    for (const watch& w : d.watches)
        if (w.kind->resource() == kind.resource()) need = std::max(need, w.need);
    return need;
}

// Interval of the log lines about informers that are waited for.
constexpr duration progress_period = std::chrono::seconds(10);
// Limits for sending the last events and for responding to the last requests to our own listeners; less if
// less of the shutdown timeout is left.
constexpr duration drain_limit = std::chrono::seconds(2), last_answers_limit = std::chrono::seconds(1);
// API servers go on calling a pod that is deleted until they and the nodes' proxies have seen its endpoint
// go. A refused call rejects a user's write.
constexpr duration unrouted_after = std::chrono::seconds(5);
// Share of the shutdown timeout for reconciles; the rest is for the steps after them.
constexpr int reconcile_share_percent = 80;

}  // namespace

manager::manager(loop& l, setpoint::client& api, logger log, setpoint::metrics& m, manager_options options)
    : manager_declarations(l, api, log, m, std::move(options)),
      loop_(l),
      api_(api),
      log_(std::move(log)),
      metrics_(m),
      own_metrics_(m, log_),
      leadership_(std::make_unique<leadership>(
          l, api,
          options_.election.ns + "/" +
              (options_.election.id.empty() ? options_.name : options_.election.id))),
      reads_(l, cache_, leadership_->fenced),
      unfenced_reads_(l, cache_, api),
      live_(leadership_->fenced, reads_),
      unfenced_live_(api, unfenced_reads_),
      events_(l, api, log_, m, options_.name, options_.instance),
      health_("healthz"),
      ready_("readyz"),
      stop_(l) {
    health_.add("ping", [] { return std::string(); });
    ready_.add("running", [this] {
        return stopping_ ? std::string("stopping") : std::string(started_ ? "" : "not started");
    });
    ready_.add("informers", [this] {
        if (webhook_host_) return std::string();
        const auto problems = cache_.problems();
        return problems.empty() ? std::string() : fmt::format("{}", fmt::join(problems, "; "));
    });
}

manager::~manager() = default;

// A wrapper, so that an exception before the first suspension fails the task too, and so that the captures of
// `body` live as long as the coroutine.
awaitable<void> manager::run_body(std::function<awaitable<void>()> body) {
    co_await body();
}

void manager::add_runnable(std::string name, std::function<awaitable<void>()> body) {
    runnables_.push_back({std::move(name), std::move(body)});
    if (running_ && !stopping_)
        running_->others.spawn(runnables_.back().name, run_body(runnables_.back().body));
}

void manager::add_leader_runnable(std::string name, std::function<awaitable<void>()> body) {
    leader_runnables_.push_back({std::move(name), std::move(body)});
    task_scope* const term = running_ ? running_->leading(leadership_->candidate.has_value()) : nullptr;
    if (term && !stopping_)
        term->spawn(leader_runnables_.back().name, run_body(leader_runnables_.back().body));
}

setpoint::client& manager::live_client() {
    return live_;
}

void manager::make_controllers() {
    std::set<std::string> names;
    for (controller_declaration& d : declared_) {
        if (d.options.name.empty()) d.options.name = lower_case(d.kind->gvk.kind);
        if (d.options.field_manager.empty()) d.options.field_manager = options_.name;
        if (options_.max_concurrent_reconciles != 0)
            d.options.max_concurrent = options_.max_concurrent_reconciles;
        if (options_.pause_all) d.options.pause_all = true;
        if (!options_.loop_breaker) d.options.loop_breaker = false;
        if (options_.debug_endpoint) d.options.record_writes = true;
        if (!d.reconcile)
            throw fault(errc::failed,
                        fmt::format("controller \"{}\" was declared without reconcile()", d.options.name));
        if (!names.insert(d.options.name).second) {
            throw fault(errc::failed,
                        fmt::format("two controllers are named \"{}\": give one another name with named()",
                                    d.options.name));
        }
        const controller_clients clients = d.options.needs_leader
                                               ? controller_clients{reads_, live_}
                                               : controller_clients{unfenced_reads_, unfenced_live_};
        setpoint::controller& c = controllers_.emplace_back(loop_, cache_, clients, events_, log_, metrics_,
                                                            *d.kind, d.options, d.reconcile);
        c.observe(observer_);
        c.trace(traces_ ? &traces_->made : nullptr);
        if (d.options.needs_leader && leadership_->candidate) c.stand_by();
        for (const watch& w : d.watches) c.add_watch(w);
        for (const channel& s : d.channels) c.add_channel(s);
        for (const auto& i : d.indexes) {
            auto added = cache_.watch(*i.kind, {}, need_of(d, *i.kind)).add_index(i.name, i.values);
            if (!added) throw fault(added.error());
        }
        c.subscribe();
    }
}

bool manager::ready() const {
    return !stopping_ && ready_.failing().empty();
}
std::uint16_t manager::metrics_port() const {
    return servers_ ? servers_->metrics_port() : 0;
}
std::uint16_t manager::health_port() const {
    return servers_ ? servers_->health_port() : 0;
}

std::uint16_t manager::webhook_port() const {
    return webhook_host_ ? webhook_host_->port() : 0;
}

awaitable<result<http::response>> manager::ask_webhook(const http::server_request& r) {
    if (!webhook_host_ || stopping_) co_return error(errc::unreachable, "the manager is not running");
    co_return co_await webhook_host_->answer(r);
}

awaitable<void> manager::run() {
    prepare_election();
    if (!options_.traces.endpoint.empty())
        traces_ = std::make_unique<traces>(loop_, options_, log_, metrics_);
    make_controllers();
    std::exception_ptr failure;
    running r(loop_, stop_, failure);
    if (!webhooks_.empty() || !conversions_.empty()) {
        webhook_host_ = std::make_unique<webhook_host>(*this);
        webhook_host_->open();
        ready_.add("webhooks", [this] { return webhook_host_->problem(); });
    }
    if (!listening_.is_elsewhere) listening_ = {&loop_, &api_, log_, false};
    if (listening_.on) {
        std::vector<debug_path> debug;
        if (options_.debug_endpoint) {
            debug = debug_paths(*listening_.on, [this] { return debug_document(); });
            for (const auto& [path, answer] : debug_paths_) debug.push_back({path, answer});
        }
        servers_ = std::make_unique<servers>(*listening_.on, options_, *listening_.log, metrics_, health_,
                                             ready_, *listening_.api, std::move(debug));
        servers_->start();
    }
    if (webhook_host_) webhook_host_->start(r.webhooks);
    r.events.spawn("event sender", events_.run());
    if (traces_) r.events.spawn("trace exporter", traces_->exporter.run());
    cache_.start(r.caches);
    started_ = true;
    r.caches.spawn("progress", watch_progress());
    running_ = &r;
    for (const runnable& one : runnables_) r.others.spawn(one.name, run_body(one.body));
    for (setpoint::controller& c : controllers_)
        if (!c.options().needs_leader) r.controllers.spawn(c.options().name, run_controller(c));
    if (leadership_->candidate)
        r.election.spawn("leader election", lead(r));
    else
        start_elected(r.controllers);
    bool was_cancelled = false;
    try {
        co_await stop_.wait();
    } catch (const cancelled&) {
        was_cancelled = true;
    }
    cancel_scope shield(loop_, never, true);
    stopping_ = true;
    log_.info("Stopping", {{"budget", options_.shutdown_timeout}});
    task_scope budget(loop_, "shutdown budget", {});
    r.due = saturating_add(loop_.now(), options_.shutdown_timeout);
    budget.spawn("shutdown budget", end_at_once(r, r.due));
    co_await stop_in_order(r);
    budget.request_stop();
    co_await budget.join();
    running_ = nullptr;
    if (failure) std::rethrow_exception(failure);
    if (was_cancelled) throw cancelled{};
}

// Does not join the tasks: those that have not ended by now ignore their cancellation.
awaitable<void> manager::end_at_once(running& r, time_point due) {
    co_await loop_.sleep_until(due);
    for (task_scope* s : {r.term ? &*r.term : &r.controllers, &r.controllers, &r.others, &r.election,
                          &r.caches, &r.webhooks, &r.events}) {
        const std::vector<std::string> names = s->names();
        for (const std::string& name : names) log_.error("Did not end in time", {{"task", name}});
        if (!names.empty()) break;  // the scopes after it were not asked to stop yet
    }
    log_.error("The shutdown took too long: ending at once", {{"budget", options_.shutdown_timeout}});
    options_.when_overdue();
}

// Order: not ready (set before), no new reconciles, wait for reconciles, runnables, the Lease, webhooks,
// caches, events, and last probes: if probes stopped earlier, the kubelet would kill the pod during the
// shutdown.
awaitable<void> manager::stop_in_order(running& r) {
    const time_point begun = loop_.now();
    const auto at_most = [this, &r](duration limit) { return r.at_most(limit, loop_.now()); };
    // A standby leaves the election at once. A leader continues to renew until its workers have ended.
    if (!r.term) co_await give_up_leadership(r);
    if (r.term) r.term->request_stop();
    r.controllers.request_stop();
    if (r.term) co_await r.term->join();
    for (task_scope* s : {&r.controllers, &r.others}) {
        s->request_stop();
        co_await s->join();
    }
    co_await give_up_leadership(r);
    if (webhook_host_)
        co_await webhook_host_->stop(saturating_add(begun, at_most(unrouted_after)),
                                     at_most(last_answers_limit));
    for (task_scope* s : {&r.caches, &r.webhooks}) {
        s->request_stop();
        co_await s->join();
    }
    r.events.request_stop();
    co_await r.events.join();
    if (!leadership_->lost) co_await events_.drain(at_most(drain_limit));
    if (traces_) co_await traces_->exporter.drain(at_most(drain_limit));
    if (!listening_.is_elsewhere) co_await servers_->stop(at_most(last_answers_limit));
}

awaitable<void> manager::stop_listening() {
    if (servers_ && started_) co_await servers_->stop(last_answers_limit);
}

awaitable<void> manager::run_controller(setpoint::controller& c) {
    std::vector<const cached_collection*> needed;
    for (const watch& w : c.watches()) needed.push_back(&cache_.watch(*w.kind, w.scope, w.need));
    co_await cache_.wait_synced(needed);
    if (c.options().needs_leader && leadership_->candidate)
        co_await cache_.catch_up(std::move(needed), leadership_->versions);
    co_await c.run(options_.shutdown_timeout * reconcile_share_percent / 100);
}

awaitable<void> manager::watch_progress() {
    while (!cache_.synced()) {
        const bool done = co_await cache_.wait_synced(saturating_add(loop_.now(), progress_period));
        if (done) break;
        for (const std::string& p : cache_.problems())
            log_.warn("Waiting for an informer", {{"informer", p}});
    }
    log_.info("Caches are complete");
}

}}  // namespace setpoint::v0
