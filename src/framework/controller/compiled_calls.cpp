#include "framework/api/compiled_kinds.hpp"
#include "setpoint/controller/context.hpp"

namespace setpoint { inline namespace v0 {

template <class T>
    requires detail::has_compiled_calls<T>
awaitable<result<child<T>>> context::ensure(any_owner owner, T desired, ensure_options options) {
    auto r = co_await ensure_object(kind_of<T>(), &desired, desired.metadata, owner, options);
    if (!r) co_return std::move(r).error();
    co_return detail::as_child<T>(std::move(*r), std::move(desired));
}

#define SETPOINT_COMPILE_ENSURE(kind) \
    template awaitable<result<child<kind>>> context::ensure<kind>(any_owner, kind, ensure_options)
SETPOINT_EACH_COMPILED_KIND(SETPOINT_COMPILE_ENSURE);

}}  // namespace setpoint::v0
