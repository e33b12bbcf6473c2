#pragma once
// Compile-time checks of the types and functions that are passed to controller_builder, and how they are
// called.
//
// They are variables and not concepts, so that the static_asserts in the builder can explain a mistake
// in a sentence instead of a list of overloads that do not fit.

#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace detail {

template <class T>
constexpr bool is_cluster_scoped() {
    if constexpr (api_object<T>) {
        return T::kind().where == scope::cluster;
    } else {
        return false;
    }
}
// False for types that are not kinds; kind_of() reports those.
template <class T>
inline constexpr bool is_reconciled = is_a_kind<T> || std::is_same_v<T, dynamic_object>;
// The names appear in compiler errors.
// Kinds known only at run time are not checked here; ensure() reports an impossible owner.
template <class Owner, class Child>
inline constexpr bool can_own =
    !api_object<Owner> || is_cluster_scoped<Owner>() || !is_cluster_scoped<Child>();
template <class W, class F>
inline constexpr bool maps_to_keys = std::is_invocable_r_v<std::vector<object_key>, F&, const W&>;
template <class W, class F>
inline constexpr bool gives_lookup_values = std::is_invocable_r_v<std::string, F&, const W&> ||
                                            std::is_invocable_r_v<std::vector<std::string>, F&, const W&>;
template <class V, class F>
inline constexpr bool gives_index_values =
    std::is_invocable_r_v<void, F&, const V&, std::vector<std::string>&>;

// A function of (context&, what is reconciled), or an object with such a member function reconcile().
template <class R, class What>
inline constexpr bool has_reconcile =
    requires(R& r, context& ctx, What w) { r.reconcile(ctx, std::move(w)); };
template <class R, class What>
inline constexpr bool can_reconcile = std::is_invocable_v<R&, context&, What> || has_reconcile<R, What>;
// Both forms are called by reference: the reconciler keeps its state between calls.
template <class R, class What>
auto call_reconciler(R& r, context& ctx, What w) {
    if constexpr (has_reconcile<R, What>)
        return r.reconcile(ctx, std::move(w));
    else
        return r(ctx, std::move(w));
}
// True for what cannot be called, so that only one message appears.
template <class R, class What>
inline constexpr bool reconcile_returns_outcome = [] {
    if constexpr (can_reconcile<R, What>)
        return std::is_same_v<decltype(call_reconciler(std::declval<R&>(), std::declval<context&>(),
                                                       std::declval<What>())),
                              awaitable<outcome>>;
    else
        return true;
}();

// A reconciler that has forgotten the type of its objects.
// The pointer refers to an object of the controller's kind and keeps it alive; the function casts it
// back.
using object_reconciler = std::function<awaitable<outcome>(context&, object_ptr)>;

// Errors: throws fault(errc::invalid) unless the objects of `kind` are dynamic_objects.
void require_dynamic(const kind_info& kind);

}}}  // namespace setpoint::v0::detail
