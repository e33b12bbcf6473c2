#include "setpoint/controller/declaration.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

// Reads the object of `key` and passes it on, unless it does not exist or, without `deleted_too`, being
// deleted.
awaitable<outcome> reconcile_object(const detail::object_reconciler& reconciler, context& ctx,
                                    const kind_info& kind, object_key key, bool deleted_too) {
    auto self = co_await ctx.client().get_object(kind, std::move(key));
    if (!self && self.error().code == errc::not_found) co_return outcome::done();
    if (!self) co_return std::move(self).error();
    const object_meta* const meta = kind.full_meta(self->get());
    if (!deleted_too && meta && is_deleting(*meta)) co_return outcome::done();
    co_return co_await reconciler(ctx, std::move(*self));
}

}  // namespace

void detail::require_dynamic(const kind_info& kind) {
    if (!kind.dynamic)
        throw fault(errc::invalid, kind.gvk.kind +
                                       ": the function takes dynamic_objects, but this kind has a C++ "
                                       "type; pass that type, or use dynamic_kind()");
}

void controller_declaration::is_for(const kind_info& reconciled) {
    kind = &reconciled;
    watches.push_back({kind, map_self(*kind), {}, std::string(kind->gvk.kind), {}});
    grant(*kind, "", {verb::get, verb::list, verb::watch});
    if (kind->has_status) grant(*kind, "status", {verb::patch});
}

void controller_declaration::owns(const kind_info& child, std::vector<predicate> when, presence need) {
    watches.push_back(
        {&child, map_owner(child, *kind), std::move(when), std::string(child.gvk.kind), {}, need});
    grant(child, "", {verb::get, verb::list, verb::watch, verb::create, verb::patch});
    // OwnerReferencesPermissionEnforcement requires this for owner references that block the owner's
    // deletion.
    grant(*kind, "finalizers", {verb::update});
}

void controller_declaration::claims_name(const kind_info& child, std::string suffix) {
    // As optional as the children themselves.
    const auto same = [&](const watch& w) { return w.kind->resource() == child.resource(); };
    const auto owned = std::find_if(watches.begin(), watches.end(), same);
    const presence need = owned == watches.end() ? presence::required : owned->need;
    watches_with(child, map_name(child, *kind, std::move(suffix)), {predicates::deleted()}, {}, need);
}

void controller_declaration::watches_with(const kind_info& watched, key_mapper map,
                                          std::vector<predicate> when, std::optional<cache_scope> scope,
                                          presence need) {
    watches.push_back(
        {&watched, std::move(map), std::move(when), std::string(watched.gvk.kind), std::move(scope), need});
    grant(watched, "", {verb::get, verb::list, verb::watch});
}

void controller_declaration::watches_by_index(const kind_info& watched, std::string index,
                                              index_extractor values, std::vector<predicate> when,
                                              std::optional<cache_scope> scope, presence need) {
    watches_with(watched, {}, std::move(when), std::move(scope), need);
    watches.back().index = std::move(index);
    watches.back().index_values = std::move(values);
}

void controller_declaration::grant(const kind_info& of, std::string subresource, std::vector<verb> verbs) {
    accesses.push_back({&of, std::move(subresource), std::move(verbs)});
}

void controller_declaration::add_index(const kind_info& of, std::string name, index_extractor values) {
    indexes.push_back({&of, std::move(name), std::move(values)});
}

void controller_declaration::reconciles_with(detail::object_reconciler reconciler) {
    auto shared = std::make_shared<detail::object_reconciler>(std::move(reconciler));
    reconcile = [shared, reconciled = kind, deleted_too = reconciles_deleted](context& ctx,
                                                                              const object_key& key) {
        ctx.deletions_arrive_ = deleted_too;
        return reconcile_object(*shared, ctx, *reconciled, key, deleted_too);
    };
}

}}  // namespace setpoint::v0
