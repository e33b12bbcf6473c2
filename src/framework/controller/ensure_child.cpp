#include "framework/controller/ensure_child.hpp"

#include "framework/controller/child_changes.hpp"
#include "framework/controller/child_repair.hpp"
#include "framework/controller/child_write.hpp"
#include "setpoint/client/refusal.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

std::string_view to_string(ensured what) noexcept {
    switch (what) {
        case ensured::unchanged:
            return "unchanged";
        case ensured::created:
            return "created";
        case ensured::updated:
            return "updated";
        case ensured::foreign:
            return "foreign";
        case ensured::replacing:
            return "replacing";
        case ensured::refused:
            return "refused";
    }
    return "unknown";
}

namespace detail {

namespace {

// Creates the child.
awaitable<result<object_ptr>> create_missing(const child_write& j) {
    auto made = co_await j.create();
    if (j.may_have_surplus(made)) made = co_await remove_surplus(j, std::move(*made));
    // A namespace is removed only after the objects in it, so the owner is gone too.
    if (!made && is_missing_namespace(made.error()) && !j.owner.ns.empty())
        co_return error(errc::conflict, fmt::format("the namespace of {} {} is gone, and the watch is behind",
                                                    j.owner_kind.gvk.kind, key_of(j.owner)));
    co_return made;
}

bool may_exist(const error& e) {
    return e.code == errc::conflict || e.code == errc::already_exists;
}

awaitable<result<ensured_child>> update(const child_write& j, object_ptr live) {
    auto changes = json::drift(*j.kind.type, j.desired, live.get());
    hide_secret_data(j.kind, changes);
    if (j.is_going_to_be_replaced(live))
        co_return ensured_child{ensured::replacing, std::move(live), std::move(changes)};
    const std::string uid = j.meta_of(live).uid.str();
    const interned_string version = j.meta_of(live).resource_version;
    auto applied = co_await j.apply(uid);
    if (!applied && applied.error().code == errc::invalid) {
        auto other = co_await after_invalid(j, applied.error());
        if (!other) co_return other;
        if (other->what == ensured::replacing) other->changes = std::move(changes);
        if (other->what != ensured::updated) co_return other;
        applied = std::move(other->object);
    }
    if (j.may_have_surplus(applied)) applied = co_await remove_surplus(j, std::move(*applied));
    if (!applied) co_return applied.error();
    // Admission, or the kind's own defaults, restored what the apply changes.
    if (!version.empty() && j.meta_of(*applied).resource_version == version)
        co_return ensured_child{ensured::unchanged, std::move(*applied), std::move(changes)};
    co_return ensured_child{ensured::updated, std::move(*applied), std::move(changes)};
}

}  // namespace

result<> prepare_child(const child_request& r) {
    object_meta& meta = r.meta;
    if (meta.name.empty() || (r.kind.scope != scope::cluster && meta.ns.empty()))
        return error(errc::invalid,
                     fmt::format("ensuring {} {}: the desired object has no name or no namespace",
                                 r.kind.gvk.kind, key_of(meta)));
    meta.uid = {};
    meta.resource_version = {};
    meta.generation = 0;
    meta.creation_timestamp = {};
    meta.deletion_timestamp.reset();
    meta.deletion_grace_period_seconds.reset();
    if (!r.options.outlives_owner) return set_controller_reference(meta, r.owner_kind.gvk, r.owner);
    if (r.owner.uid.empty() || r.owner.name.empty())
        return error(errc::invalid,
                     fmt::format("ensuring {} {}: the owner has no name or no UID; it must come "
                                 "from the API server",
                                 r.kind.gvk.kind, key_of(meta)));
    meta.annotations[kept_for_annotation(r.owner_kind.gvk.group)] = kept_for_value(r.owner_kind, r.owner);
    return {};
}

awaitable<result<ensured_child>> ensure_child(child_request r) {
    const child_write j(r);
    auto live = co_await r.api.get_object(r.kind, key_of(r.meta));
    if (!live && live.error().code != errc::not_found) co_return live.error();
    // No loss of a child that outlives its owner is recorded as the owner's.
    const bool unseen = r.unwatched || r.options.outlives_owner;
    if (!live && r.guard && (unseen || r.guard->is_suspect(r.owner))) {
        const auto there = co_await r.guard->check(r.api, r.owner_kind, r.owner, r.owner_is_deleting);
        if (!there) co_return there.error();
    }
    if (!live) {
        auto made = co_await create_missing(j);
        if (made) co_return ensured_child{ensured::created, std::move(*made), {}};
        if (!may_exist(made.error())) co_return made.error();
        // Another client was faster, or the cache is behind or does not cover it.
        auto fresh = co_await j.read_fresh();
        if (!fresh && fresh.error().code != errc::not_found) co_return fresh.error();
        if (!fresh) co_return made.error().code == errc::conflict ? made.error() : j.is_gone();
        live = std::move(fresh->object);
    }
    if (!j.is_ours(*live)) co_return ensured_child{ensured::foreign, std::move(*live), {}};
    if (r.options.mode == ensure_mode::create_once || j.is_as_desired(*live))
        co_return ensured_child{ensured::unchanged, std::move(*live), {}};
    co_return co_await update(j, std::move(*live));
}

}  // namespace detail
}}  // namespace setpoint::v0
