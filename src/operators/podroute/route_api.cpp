#include "operators/podroute/route_api.hpp"

#include "setpoint/client/refusal.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>

namespace podroute {

using namespace setpoint;

namespace {

problem problem_of(const error& e) {
    if (is_not_served(e))
        return {"RouteApiMissing",
                "The cluster does not serve routes.route.openshift.io. The Route is created as soon as it "
                "does."};
    if (e.code == errc::forbidden)
        return {"RouteApiForbidden", fmt::format("Routes may not be listed: {}", brief(e))};
    return {"RouteApiUnavailable", fmt::format("Routes cannot be listed: {}", e.to_string())};
}

}  // namespace

// 404 with a Status or without one; 405 while a definition is being deleted.
bool is_not_served(const error& e) {
    return e.code == errc::not_found || e.code == errc::unsupported;
}

// The cache of Routes and its client. A running reconcile may hold them longer than the informers run.
struct route_api::served {
    served(manager& m, const logger& log)
        : routes(m.event_loop(), m.unfenced_client(), log, m.all_metrics(),
                 cache_scope{m.options().namespaces, {}, {}}, cache_options{m.options().streaming_lists}),
          view(routes.watch<route>()),
          reads(m.event_loop(), routes, m.live_client()) {}

    cache routes;
    setpoint::cached_collection& view;
    cached_client reads;
};

route_api::route_api(manager& m, channel changed)
    : manager_(m),
      changed_(std::move(changed)),
      known_(m.event_loop()),
      wake_(m.event_loop()),
      why_not_{"RouteApiUnknown", "The operator has not checked yet whether the cluster serves Routes."} {}

std::shared_ptr<client> route_api::routes() const {
    if (!served_) return nullptr;
    return {served_, &served_->reads};
}

void route_api::recheck() {
    recheck_ = true;
    wake_.notify();
}

awaitable<void> route_api::until_known() {
    co_await known_.wait(saturating_add(manager_.event_loop().now(), first_probe_limit));
}

awaitable<void> route_api::run() {
    for (;;) {
        co_await until_served();
        co_await serve();
    }
}

// Lists at most one object. The informer's rights suffice for that. Discovery would need other rights,
// and does not show that an API server behind the aggregator is down.
awaitable<result<>> route_api::probe() {
    list_options one;
    if (!manager_.options().namespaces.empty()) one.ns = manager_.options().namespaces.front();
    one.field_selector = "metadata.name=podroute";
    const auto listed = co_await manager_.unfenced_client().list<route>(std::move(one));
    if (!listed) co_return listed.error();
    co_return result<>();
}

awaitable<void> route_api::until_served() {
    backoff pauses({std::chrono::seconds(1), 2.0, longest_pause, 0.1, duration::zero()});
    loop& l = manager_.event_loop();
    for (;;) {
        const auto there = co_await probe();
        if (there) co_return;
        set_missing(problem_of(there.error()));
        co_await l.sleep(pauses.next(l.now(), l.random()));
    }
}

awaitable<void> route_api::serve() {
    const auto now = std::make_shared<served>(manager_, manager_.log());
    now->view.subscribe([this](const object_change& c) { post_owners(c); });
    struct at_end {
        route_api& api;
        ~at_end() { api.served_.reset(); }
    } reset{*this};
    task_scope informers(manager_.event_loop(), "routes");
    now->routes.start(informers);
    informers.spawn("route api", follow(now, informers));
    co_await informers.join();
}

// Publishes the cache once it is complete, and stops the informers when Routes are no longer served. The
// informers recover from other failures. `informers` is the scope that this task runs in.
awaitable<void> route_api::follow(std::shared_ptr<served> now, task_scope& informers) {
    for (;;) {
        const time_point due = saturating_add(manager_.event_loop().now(), check_period);
        if (!served_) {
            const bool complete = co_await now->routes.wait_synced(due);
            if (complete) {
                served_ = now;
                manager_.log().info("Routes are served");
                known_.set();
                post_all();
            }
        } else {
            co_await wake_.wait(due);
        }
        const bool asked = std::exchange(recheck_, false);
        if (now->view.state() == sync_state::live && !asked) continue;
        const auto there = co_await probe();
        if (there || !is_not_served(there.error())) continue;
        served_.reset();
        set_missing(problem_of(there.error()));
        informers.request_stop();
        co_return;
    }
}

void route_api::set_missing(problem why) {
    const bool news = why.reason != why_not_.reason || known_.is_set() == false;
    const bool same = !news && why.message == why_not_.message;
    if (same) return;
    if (news)
        manager_.log().warn("The Route API is not available", {{"reason", why.reason}, {"why", why.message}});
    why_not_ = std::move(why);
    known_.set();
    post_all();
}

void route_api::post_all() const {
    const auto all = manager_.cache().watch<podroute>().list({});
    if (!all) return;
    for (const object_ptr& o : *all) changed_.post(key_of(*static_cast<const podroute*>(o.get())));
}

// When a Route of any owner is deleted, its name is free for the Podroute that would use it.
void route_api::post_owners(const object_change& c) const {
    static const key_mapper owners = map_owner(kind_of<route>(), kind_of<podroute>());
    static const key_mapper claims =
        map_name(kind_of<route>(), kind_of<podroute>(), std::string(route_suffix));
    std::vector<object_key> keys;
    if (c.before) owners(c.before.get(), keys);
    if (c.after) owners(c.after.get(), keys);
    if (c.what == object_change::kind::deleted) claims(c.before.get(), keys);
    for (object_key& k : keys) changed_.post(std::move(k));
}

}  // namespace podroute
