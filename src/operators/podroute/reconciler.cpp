#include "operators/podroute/reconciler.hpp"

#include "setpoint/client/refusal.hpp"
#include "setpoint/controller/ensure.hpp"
#include "setpoint/controller/owner_guard.hpp"
#include "setpoint/json/compare.hpp"

#include <fmt/format.h>

#include <type_traits>

namespace podroute {

using namespace setpoint;

namespace {

// A quota that was full may have room again, which nobody tells.
constexpr duration retry_refused = std::chrono::seconds(30);

// What only somebody else can mend, or a change of the spec.
std::optional<problem> as_problem(std::string_view kind, std::string_view name, const error& e) {
    if (e.code != errc::invalid && e.code != errc::forbidden) return std::nullopt;
    const bool ending = e.server_text.find("being terminated") != std::string::npos;
    return problem{ending                    ? "NamespaceTerminating"
                   : e.code == errc::invalid ? "Rejected"
                                             : "Forbidden",
                   fmt::format("{} \"{}\" was refused: {}", kind, name, brief(e))};
}

template <class T>
void tell(context& ctx, const podroute& self, const ensure_result<T>& r) {
    const std::string_view kind = kind_of<T>().gvk.kind;
    const text name = r.object->metadata.name;
    // Of Routes no watch of this controller tells.
    if constexpr (!std::is_same_v<T, route>)
        if (r.what == ensured::created || r.what == ensured::updated) ctx.knows(r.object);
    if (r.what == ensured::created) {
        ctx.log().info(fmt::format("Created {}", kind), {{"child", name.view()}});
        ctx.event(self, event_type::normal, "Created", fmt::format("Created {} {}", kind, name));
    }
    if (r.what != ensured::updated) return;
    for (const json::difference& d : r.changes) {
        ctx.log().info(fmt::format("{} {} change", kind, d.path),
                       {{"child", name.view()}, {"from", d.live}, {"to", d.desired}});
        ctx.event(self, event_type::normal, "Updated",
                  fmt::format("{} {}: {} from {} to {}", kind, name, d.path, d.live, d.desired));
    }
}

template <class T>
problem not_ours(const T& child) {
    const owner_reference* owner = controller_of(child.metadata);
    return {"NotOurs", fmt::format("{} \"{}\" exists and belongs to {}; it is not taken over",
                                   kind_of<T>().gvk.kind, child.metadata.name,
                                   owner ? fmt::format("{} \"{}\"", owner->kind, owner->name) : "nobody")};
}

// The child as it is; null, with the reason in `trouble` unless there is one already, when it cannot be had.
template <class T>
awaitable<result<snapshot<T>>> keep(context& ctx, client& api, const podroute& self, T desired,
                                    std::optional<problem>& trouble) {
    const text name = desired.metadata.name;
    const auto kept = co_await ensure(ctx, api, self, std::move(desired));
    std::optional<problem> why;
    if (kept) {
        tell(ctx, self, *kept);
        if (kept->what != ensured::foreign) co_return kept->object;
        why = not_ours(*kept->object);
    } else {
        why = as_problem(kind_of<T>().gvk.kind, name, kept.error());
        if (!why) co_return kept.error();
    }
    if (!trouble) trouble = std::move(why);
    co_return snapshot<T>();
}

// A deleted object of a name that a Podroute would use for its child, whoever it belonged to: the Podroute
// that could not have the name may go on now. (Children of its own map by owner reference as well; for names
// that hold a hash, the retry has to do.)
template <class T>
std::function<std::vector<object_key>(const T&)> owner_by_name(std::string_view suffix) {
    return [suffix](const T& child) {
        std::vector<object_key> keys;
        const std::string_view name = child.metadata.name;
        if (name.ends_with(suffix))
            keys.emplace_back(child.metadata.ns.str(),
                              std::string(name.substr(0, name.size() - suffix.size())));
        return keys;
    };
}

bool is_deletion(const object_change& c, const kind_info&) {
    return c.what == object_change::kind::deleted;
}

// A warning, when it is news.
void warn(context& ctx, const podroute& self, const char* type, const std::optional<problem>& p) {
    if (!p) return;
    const condition* before = find_condition(self.status.conditions, type);
    if (before && before->reason == p->reason && before->message == p->message) return;
    ctx.log().warn(fmt::format("Podroute: {}", type), {{"reason", p->reason}, {"why", p->message}});
    ctx.event(self, event_type::warning, p->reason, p->message);
}

}  // namespace

awaitable<outcome> podroute_reconciler::reconcile(context& ctx, object_key key) {
    auto self = co_await client_.get<podroute>(key);
    if (!self) {
        if (self.error().code == errc::not_found)
            co_return outcome::done();  // deleted; the garbage collector does the rest
        co_return self.error();
    }
    if (is_deleting((*self)->metadata)) co_return outcome::done();
    const auto seen = co_await ensure_children(ctx, **self);
    if (!seen) co_return seen.error();
    const auto reported = co_await report(ctx, **self, *seen);
    if (!reported) co_return reported.error();
    // While Routes are not served, route_api tells when they are.
    const bool waiting = seen->trouble || (seen->no_route && routes_->routes());
    co_return waiting ? outcome::requeue_after(retry_refused) : outcome::done();
}

awaitable<result<observation>> podroute_reconciler::ensure_children(context& ctx, const podroute& self) {
    observation seen;
    auto deployed = co_await keep(ctx, client_, self, desired_deployment(self), seen.trouble);
    if (!deployed) co_return deployed.error();
    seen.deployment = std::move(*deployed);
    const auto served = co_await keep(ctx, client_, self, desired_service(self), seen.trouble);
    if (!served) co_return served.error();
    seen.no_service = !*served;
    const auto routed = co_await ensure_route(ctx, self, seen);
    if (!routed) co_return routed.error();
    co_return seen;
}

awaitable<result<>> podroute_reconciler::ensure_route(context& ctx, const podroute& self, observation& seen) {
    co_await routes_->known();
    const std::shared_ptr<client> routes = routes_->routes();
    if (!routes) {
        seen.no_route = routes_->why_not();
        co_return result<>();
    }
    // Only watches that are declared note lost children: any creation may be one after a loss.
    const auto live = co_await routes->get<route>({self.metadata.ns.str(), route_name(self)});
    if (!live && ctx.guard()) ctx.guard()->lost_child(self.metadata.uid);
    std::optional<problem> trouble;
    auto kept = co_await keep(ctx, *routes, self, desired_route(self), trouble);
    if (!kept) {
        if (!says_no_such_kind(kept.error())) co_return kept.error();
        routes_->doubt();
        seen.no_route = problem{"RouteApiMissing", "The cluster no longer serves Routes."};
        co_return result<>();
    }
    seen.route = std::move(*kept);
    seen.no_route = trouble;
    if (!seen.trouble) seen.trouble = std::move(trouble);
    co_return result<>();
}

awaitable<result<>> podroute_reconciler::report(context& ctx, const podroute& self, const observation& seen) {
    podroute update;
    update.metadata.name = self.metadata.name;
    update.metadata.ns = self.metadata.ns;
    update.status = desired_status(self, seen, ctx.wall_now());
    if (json::same(update.status, self.status)) co_return result<>();
    warn(ctx, self, "Degraded", seen.trouble);
    // What is both was told once.
    if (!seen.trouble || !seen.no_route || seen.trouble->message != seen.no_route->message)
        warn(ctx, self, "RouteAvailable", seen.no_route);
    write_options options;
    options.uid = self.metadata.uid.str();  // never the status of another object of that name
    const auto written = co_await client_.apply_status(update, std::move(options));
    if (written) ctx.knows(*written);
    if (!written && written.error().code != errc::not_found)  // else deleted meanwhile
        co_return written.error().within("reporting the status");
    co_return result<>();
}

void add_podroute_controller(manager& m) {
    const channel changed;
    const auto routes = std::make_shared<route_api>(m, changed);
    m.add_runnable("route api", [routes] { return routes->run(); });
    m.controller<podroute>()
        .owns<deployment>()
        .owns<service>()
        .watches<deployment>(owner_by_name<deployment>(deployment_suffix), {is_deletion})
        .watches<service>(owner_by_name<service>(service_suffix), {is_deletion})
        .source(changed)
        .uses<route>({verb::get, verb::list, verb::watch, verb::create, verb::patch})
        .reconcile_with(podroute_reconciler(m.client(), routes));
}

}  // namespace podroute
