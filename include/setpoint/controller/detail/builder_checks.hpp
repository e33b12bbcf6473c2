#pragma once
// What controller_builder asks of its users' types and functions, while they compile.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace setpoint::detail {

template <class T>
constexpr bool is_cluster_scoped() {
    if constexpr (api_object<T>) {
        return T::kind().where == scope::cluster;
    } else {
        return false;
    }
}
// Named as the compiler shows them.
template <class Owner, class Child>
inline constexpr bool can_own =
    !api_object<Owner> || is_cluster_scoped<Owner>() || !is_cluster_scoped<Child>();
template <class W, class F>
inline constexpr bool maps_to_keys = std::is_invocable_r_v<std::vector<object_key>, F&, const W&>;
template <class V, class F>
inline constexpr bool gives_index_values =
    std::is_invocable_r_v<void, F&, const V&, std::vector<std::string>&>;
template <class R>
inline constexpr bool has_reconcile =
    requires(R& r, context& ctx, const object_key& key) { r.reconcile(ctx, key); };
template <class R>
inline constexpr bool reconcile_returns_outcome = [] {
    if constexpr (has_reconcile<R>) {
        return std::is_same_v<decltype(std::declval<R&>().reconcile(std::declval<context&>(),
                                                                    std::declval<const object_key&>())),
                              awaitable<outcome>>;
    } else {
        return true;
    }
}();

}  // namespace setpoint::detail
