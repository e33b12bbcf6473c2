#pragma once
// Acts on a possibly stale cache only if the plan is harmless: other plans are made again from the server's
// state.
//
//     auto p = co_await certain_plan<cron_job, job_plan>(ctx, std::move(self), make_plan);
//     if (!p) co_return p.error();
//     if (!p->self) co_return outcome::done();  // the object no longer exists
//     co_return co_await carry_out(ctx, *p->self, p->next);

#include "setpoint/controller/context.hpp"

#include <concepts>

namespace setpoint { inline namespace v0 {

// A plan that reports whether executing it could do harm if the cache is stale: it deletes something, starts
// something that must run once, or cannot be undone.
template <class Plan>
concept checked_plan = requires(const Plan& p) {
    { p.must_be_certain() } -> std::same_as<bool>;
};

// An object and the plan for it, which was made from the same state.
template <class T, class Plan>
struct planned {
    snapshot<T> self;  // null: the object no longer exists, and there is nothing to do
    Plan next{};
};

// Reads what the plan for `self` depends on, and makes the plan. With `cached` null it reads by ctx.client();
// otherwise it reads by ctx.live() all that a wrong plan could follow from, and `cached` is the plan that was
// made from the cache. All references are valid during the call.
template <class T, class Plan>
using plan_maker = awaitable<result<Plan>> (*)(context& ctx, const T& self, const Plan* cached);

// Returns the plan that `make` makes from the cache or, if that plan must be certain, the one that it
// makes from the server's state of the object and of what it reads. So a stale cache costs a request,
// never a wrong deletion; writes that the plan contains still need preconditions, since others write,
// too.
//
// Precondition: `self` is not null. Errors: those of `make`, and those of client::get except not_found.
// `ctx` must outlive the call. Costs one read more than `make` if the plan must be certain.
// Cancellation throws `cancelled`; only reads are under way, so nothing remains.
template <api_object T, checked_plan Plan>
awaitable<result<planned<T, Plan>>> certain_plan(context& ctx, snapshot<T> self, plan_maker<T, Plan> make) {
    auto cached = co_await make(ctx, *self, nullptr);
    if (!cached) co_return cached.error();
    if (!cached->must_be_certain()) co_return planned<T, Plan>{std::move(self), std::move(*cached)};
    auto live = co_await ctx.live().template get<T>(key_of(*self));
    if (!live && live.error().code != errc::not_found) co_return live.error();
    // The watch delivers a successor of the same name.
    if (!live || (*live)->metadata.uid != self->metadata.uid) co_return planned<T, Plan>{};
    auto certain = co_await make(ctx, **live, &*cached);
    if (!certain) co_return certain.error();
    co_return planned<T, Plan>{std::move(*live), std::move(*certain)};
}

}}  // namespace setpoint::v0
