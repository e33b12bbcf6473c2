#include "operators/podroute/reconciler.hpp"

#include "setpoint/client/refusal.hpp"

#include <fmt/format.h>

namespace podroute {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// After a write that failed because Routes are no longer served, before the cache has noticed.
constexpr duration retry_missing = std::chrono::seconds(30);

// 404 with a Status or without one; 405 while a definition is being deleted.
bool is_not_served(const error& e) {
    return e.code == errc::not_found || e.code == errc::unsupported;
}

problem why_no_routes(const error& e) {
    if (is_not_served(e))
        return {"RouteApiMissing",
                "The cluster does not serve routes.route.openshift.io. The Route is created as soon as it "
                "does."};
    if (e.code == errc::forbidden)
        return {"RouteApiForbidden", fmt::format("Routes may not be listed: {}", brief(e))};
    return {"RouteApiUnavailable", fmt::format("Routes cannot be listed: {}", e.to_string())};
}

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
    co_return seen.no_route&& kinds_.serves<route>() ? outcome::requeue_after(retry_missing)
                                                     : outcome::done();
}

awaitable<result<>> podroute_reconciler::ensure_route(context& ctx, const podroute& self, observation& seen) {
    if (const auto missing = kinds_.why_not_served<route>()) {
        seen.no_route = why_no_routes(*missing);
        co_return result<>();
    }
    const auto routed = co_await ctx.ensure(self, desired_route(self));
    if (!routed) {
        if (!is_not_served(routed.error())) co_return routed.error();
        seen.no_route = problem{"RouteApiMissing", "The cluster no longer serves Routes."};
        co_return result<>();
    }
    if (routed->exists()) seen.route = routed->object;
    seen.no_route = routed->problem;
    if (!seen.problem) seen.problem = routed->problem;
    co_return result<>();
}

void add_podroute_controller(manager& m) {
    m.controller<podroute>()
        .owns<deployment>()
        .owns<service>()
        .owns<route>(presence::best_effort)
        .claims_name<deployment>(std::string(deployment_suffix))
        .claims_name<service>(std::string(service_suffix))
        .claims_name<route>(std::string(route_suffix))
        .reconcile(podroute_reconciler(m.cache()));
}

}  // namespace podroute
