#include "framework/api/compiled_kinds.hpp"
#include "setpoint/controller/context.hpp"

namespace setpoint::inline v0 {

template <class T>
    requires json::detail::is_compiled<T>
awaitable<result<child<T>>> context::ensure(owner_ref owner, T desired, ensure_options options) {
    auto r = co_await ensure_object(kind_of<T>(), &desired, desired.metadata, owner, options);
    if (!r) co_return std::move(r).error();
    co_return detail::as_child<T>(std::move(*r), std::move(desired));
}

#define SETPOINT_COMPILE_ENSURE(kind) \
    template awaitable<result<child<kind>>> context::ensure<kind>(owner_ref, kind, ensure_options)
SETPOINT_EACH_COMPILED_KIND(SETPOINT_COMPILE_ENSURE);

}  // namespace setpoint::inline v0
