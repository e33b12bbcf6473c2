#include "operators/web_server/reconciler.hpp"

namespace web_server {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

awaitable<result<observation>> ensure_children(context& ctx, const web_server& self) {
    const auto deployed = co_await ctx.ensure(self, desired_deployment(self));
    if (!deployed) co_return deployed.error();
    const auto served = co_await ctx.ensure(self, desired_service(self));
    if (!served) co_return served.error();
    co_return observation{deployed->exists() ? deployed->object : nullptr, served->exists(),
                          first_problem(*deployed, *served)};
}

// Existing children stay, and their state is still reported.
awaitable<result<observation>> leave_children(context& ctx, const web_server& self, problem why) {
    const auto deployed = co_await ctx.child_named<deployment>(self, deployment_name(self));
    if (!deployed) co_return deployed.error();
    const auto served = co_await ctx.child_named<service>(self, service_name(self));
    if (!served) co_return served.error();
    co_return observation{*deployed, *served != nullptr, std::move(why)};
}

}  // namespace

awaitable<outcome> reconcile(context& ctx, snapshot<web_server> self) {
    auto wrong = check_spec(*self);
    auto observing = wrong ? leave_children(ctx, *self, std::move(*wrong)) : ensure_children(ctx, *self);
    const auto seen = co_await std::move(observing);
    if (!seen) co_return seen.error();
    co_return co_await ctx.report(*self, desired_status(*self, *seen, ctx.wall_now()));
}

void add_web_server_controller(manager& m) {
    m.controller<web_server>()
        .owns<deployment>()
        .owns<service>()
        .claims_name<deployment>()
        .claims_name<service>("-service")
        .reconcile(reconcile);
}

}  // namespace web_server
