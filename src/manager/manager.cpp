#include "servers.hpp"
#include <setpoint/core/race.hpp>
#include <setpoint/manager/manager.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace setpoint {

namespace {

std::string lower(std::string_view s) {
    std::string out(s);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

cache_scope scope_of(const manager_options& o) {
    return {o.namespaces, {}, {}};
}

// How often it is said that something is still waited for.
constexpr duration progress_period = std::chrono::seconds(10);
// How long events that were recorded before the end may take to be sent.
constexpr duration drain_limit = std::chrono::seconds(2);
// Part of the shutdown budget that is kept back for what comes after the reconciles.
constexpr int reconcile_share_percent = 80;

}  // namespace

manager::manager(loop& l, setpoint::client& api, logger log, metrics& m, manager_options options)
    : loop_(l),
      api_(api),
      log_(std::move(log)),
      metrics_(m),
      options_(std::move(options)),
      cache_(l, api, log_, m, scope_of(options_)),
      reads_(l, cache_, api),
      events_(l, api, log_, m, options_.name, options_.instance),
      health_("healthz"),
      ready_("readyz"),
      stop_(l) {
    health_.add("ping", [] { return std::string(); });
    ready_.add("running", [this] {
        return stopping_ ? std::string("stopping") : std::string(started_ ? "" : "not started");
    });
    ready_.add("informers", [this] {
        const auto problems = cache_.problems();
        return problems.empty() ? std::string() : fmt::format("{}", fmt::join(problems, "; "));
    });
}

manager::~manager() = default;

controller_declaration& manager::declare_controller() {
    return declared_.emplace_back();
}

void manager::add_runnable(std::string name, std::function<awaitable<void>()> body) {
    runnables_.push_back({std::move(name), std::move(body)});
}

void manager::make_controllers() {
    std::set<std::string> names;
    for (controller_declaration& d : declared_) {
        if (d.options.name.empty()) d.options.name = lower(d.kind->gvk.kind);
        if (d.options.field_owner.empty()) d.options.field_owner = options_.name;
        if (options_.max_concurrent_reconciles != 0)
            d.options.max_concurrent = options_.max_concurrent_reconciles;
        if (!d.reconcile)
            throw fault(errc::failed, fmt::format("controller \"{}\" was declared without reconcile_with()",
                                                  d.options.name));
        if (!names.insert(d.options.name).second) {
            throw fault(errc::failed,
                        fmt::format("two controllers are named \"{}\": give one another name with named()",
                                    d.options.name));
        }
        setpoint::controller& c = controllers_.emplace_back(loop_, cache_, events_, log_, metrics_, *d.kind,
                                                            d.options, d.reconcile);
        for (const watch& w : d.watches) c.add_watch(w);
        for (const channel& s : d.channels) c.add_channel(s);
        for (const auto& i : d.indexes) {
            auto added = cache_.declare(*i.kind).add_index(i.name, i.values);
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

// In the order of starting. Each scope is stopped and joined in reverse.
struct manager::running {
    running(loop& l, event& stop, std::exception_ptr& first)
        : on_failure([&stop, &first](std::string_view, std::exception_ptr e) {
              if (!first) first = std::move(e);
              stop.set();
          }),
          events(l, "events", on_failure),
          caches(l, "caches", on_failure),
          others(l, "runnables", on_failure),
          controllers(l, "controllers", on_failure) {}

    task_scope::failure_handler on_failure;
    task_scope events, caches, others, controllers;
};

awaitable<void> manager::run() {
    make_controllers();
    std::exception_ptr failure;
    running r(loop_, stop_, failure);
    servers_ = std::make_unique<servers>(loop_, options_, log_, metrics_, health_, ready_);
    servers_->start();
    r.events.spawn("event sender", events_.run());
    cache_.start(r.caches);
    started_ = true;
    r.caches.spawn("progress", watch_progress());
    for (const runnable& one : runnables_) r.others.spawn(one.name, one.body());
    for (setpoint::controller& c : controllers_) r.controllers.spawn(c.options().name, run_controller(c));
    bool was_cancelled = false;
    try {
        co_await stop_.wait();
    } catch (const cancelled&) {
        was_cancelled = true;
    }
    cancel_scope shield(loop_, never, true);
    stopping_ = true;
    log_.info("Stopping", {{"budget", options_.shutdown_timeout}});
    auto stopped = co_await with_timeout(loop_, options_.shutdown_timeout, "orderly stop", stop_in_order(r));
    if (!stopped) {
        // Everything is cancelled by now; what still does not end does not look at its cancellation.
        for (task_scope* s : {&r.controllers, &r.others, &r.caches, &r.events}) {
            for (const std::string& name : s->names()) log_.error("Did not end in time", {{"task", name}});
        }
        log_.error("The stop took too long: ending at once", {{"error", stopped.error().to_string()}});
        std::_Exit(1);
    }
    if (failure) std::rethrow_exception(failure);
    if (was_cancelled) throw cancelled{};
}

// Not ready (set before this), no new reconciles, reconciles joined, runnables, caches, events, and probes
// last: a probe that stopped answering earlier would get the pod killed in the middle.
awaitable<void> manager::stop_in_order(running& r) {
    for (task_scope* s : {&r.controllers, &r.others, &r.caches}) {
        s->request_stop();
        co_await s->join();
    }
    r.events.request_stop();
    co_await r.events.join();
    co_await events_.drain(drain_limit);
    co_await servers_->stop(std::chrono::seconds(1));
}

awaitable<void> manager::run_controller(setpoint::controller& c) {
    std::vector<const view*> needed;
    for (const watch& w : c.watches()) needed.push_back(&cache_.declare(*w.kind, w.scope));
    co_await cache_.wait_synced(std::move(needed));
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

}  // namespace setpoint
