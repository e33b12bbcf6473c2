#include "framework/controller/child_repair.hpp"

#include "framework/controller/exclusive_lists.hpp"
#include "framework/controller/hand_over.hpp"
#include "framework/controller/replacement.hpp"
#include "setpoint/client/refusal.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

boost::json::object& object_at(boost::json::object& in, std::string_view key) {
    boost::json::value& there = in[key];
    return there.is_object() ? there.get_object() : there.emplace_object();
}

// An apply leaves an entry whose key was changed beside the desired one, and the object is invalid if both
// have the same name (two ports, for instance). So a merge patch first makes the object match, and an apply
// follows. The merge patch removes the hash, so that the next reconcile repeats a failed apply.
awaitable<result<object_ptr>> replace(const child_write& j, fresh_object fresh, error refused) {
    boost::json::object patch = replacing_patch(*j.kind.type, object_to_json(j.kind, j.desired), fresh.tree);
    if (patch.empty()) co_return refused;
    object_at(object_at(patch, "metadata"), "annotations")[j.hash_name] = nullptr;
    auto replaced = co_await j.merge_whole(j.meta_of(fresh.object), std::move(patch));
    if (!replaced) co_return replaced.error().code == errc::invalid ? refused : replaced.error();
    const auto handed_over = co_await hand_over(j, std::move(*replaced));
    if (!handed_over) co_return handed_over.error();
    auto applied = co_await j.apply(j.meta_of(fresh.object).uid.str());
    if (applied || applied.error().code != errc::invalid) co_return applied;
    error changed_again = applied.error();  // by another client, since the merge patch was valid
    changed_again.code = errc::conflict;
    co_return changed_again;
}

// The UID and resourceVersion that were read as ours protect a foreign object or a successor from deletion.
awaitable<result<detail::ensured_child>> remove_to_replace(const child_write& j, fresh_object fresh,
                                                           error refused) {
    const object_meta& meta = j.meta_of(fresh.object);
    const std::string_view obstacle =
        obstacle_to_replacing(j.kind, fresh.tree, j.hash_of(fresh.object), j.wanted.hash, j.policy.how);
    if (!obstacle.empty()) co_return refused.within(fmt::format("not replaced, because {}", obstacle));
    delete_options o;
    o.uid = meta.uid;
    o.resource_version = meta.resource_version;
    o.how = j.policy.how;
    const auto removed = co_await j.api.remove_object(j.kind, key_of(meta), std::move(o));
    if (!removed && removed.error().code != errc::not_found)
        co_return removed.error().within(fmt::format("replacing {} {}", j.kind.gvk.kind, key_of(meta)));
    co_return detail::ensured_child{ensured::replacing, std::move(fresh.object), {}};
}

}  // namespace

awaitable<result<object_ptr>> remove_surplus(const child_write& j, object_ptr applied) {
    auto fresh = co_await j.read_fresh();
    if (!fresh && fresh.error().code == errc::not_found) co_return j.is_gone();
    if (!fresh) co_return fresh.error();
    boost::json::object patch =
        exclusive_list_patch(*j.kind.type, object_to_json(j.kind, j.desired), fresh->tree);
    if (patch.empty()) co_return applied;  // for instance, a webhook changes what we apply
    const object_meta& meta = j.meta_of(fresh->object);
    const write_options options = j.writing(meta.uid, meta.resource_version);
    auto merged =
        co_await j.api.write(j.kind, j.api.merge_call(j.kind, key_of(meta), std::move(patch), {}, options));
    if (!merged && merged.error().code == errc::not_found) co_return j.is_gone();
    co_return merged;
}

awaitable<result<detail::ensured_child>> after_invalid(const child_write& j, error refused) {
    auto fresh = co_await j.read_fresh();
    if (!fresh) co_return refused;
    if (!j.is_ours(fresh->object))
        co_return detail::ensured_child{ensured::foreign, std::move(fresh->object), {}};
    if (j.is_going_to_be_replaced(fresh->object))
        co_return detail::ensured_child{ensured::replacing, std::move(fresh->object), {}};
    if (j.policy.mode == ensure_mode::replace_when_immutable && is_refused_as_immutable(refused))
        co_return co_await remove_to_replace(j, std::move(*fresh), std::move(refused));
    auto replaced = co_await replace(j, std::move(*fresh), std::move(refused));
    if (!replaced) co_return replaced.error();
    co_return detail::ensured_child{ensured::updated, std::move(*replaced), {}};
}

}}  // namespace setpoint::v0
