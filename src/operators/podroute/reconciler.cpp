#include "operators/podroute/reconciler.hpp"

namespace podroute {

using namespace setpoint;

namespace {

// For a write that failed with is_not_served() before route_api has noticed.
constexpr duration retry_missing = std::chrono::seconds(30);

}  // namespace

awaitable<outcome> podroute_reconciler::reconcile(context& ctx, snapshot<podroute> self) {
    const auto deployed = co_await ctx.ensure(*self, desired_deployment(*self));
    if (!deployed) co_return deployed.error();
    const auto served = co_await ctx.ensure(*self, desired_service(*self));
    if (!served) co_return served.error();
    observation seen;
    if (deployed->exists()) seen.deployment = deployed->object;
    seen.has_service = served->exists();
    seen.problem = first_problem(*deployed, *served);
    const auto routed = co_await ensure_route(ctx, *self, seen);
    if (!routed) co_return routed.error();
    const auto reported = co_await ctx.report(*self, desired_status(*self, seen, ctx.wall_now()),
                                              {seen.problem, seen.no_route});
    if (!reported) co_return reported.error();
    co_return seen.no_route && routes_->routes() ? outcome::requeue_after(retry_missing) : outcome::done();
}

awaitable<result<>> podroute_reconciler::ensure_route(context& ctx, const podroute& self, observation& seen) {
    co_await routes_->until_known();
    const std::shared_ptr<client> routes = routes_->routes();
    if (!routes) {
        seen.no_route = routes_->why_not();
        co_return result<>();
    }
    const auto routed = co_await ctx.ensure(self, desired_route(self), {.through = routes.get()});
    if (!routed) {
        if (!is_not_served(routed.error())) co_return routed.error();
        routes_->recheck();
        seen.no_route = problem{"RouteApiMissing", "The cluster no longer serves Routes."};
        co_return result<>();
    }
    if (routed->exists()) seen.route = routed->object;
    seen.no_route = routed->problem;
    if (!seen.problem) seen.problem = routed->problem;
    co_return result<>();
}

void add_podroute_controller(manager& m) {
    const channel changed;
    const auto routes = std::make_shared<route_api>(m, changed);
    m.add_runnable("route api", [routes] { return routes->run(); });
    m.controller<podroute>()
        .owns<deployment>()
        .owns<service>()
        .claims_name<deployment>(std::string(deployment_suffix))
        .claims_name<service>(std::string(service_suffix))
        .source(changed)
        .uses<route>({verb::get, verb::list, verb::watch, verb::create, verb::patch})
        .reconcile(podroute_reconciler(routes));
}

}  // namespace podroute
