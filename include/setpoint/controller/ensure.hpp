#pragma once
// Makes a child object look as desired: created when it is missing, left alone when it is right, corrected
// when it is not, and never touched when it belongs to somebody else.

#include "setpoint/client/refusal.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/json/compare.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint {

enum class ensured : std::uint8_t {
    unchanged,  // it was as desired; no call was made
    created,
    updated,
    foreign,   // an object of that name is there that `owner` does not control; nothing was written
    replacing  // it is being deleted, to be made from scratch by the reconcile that follows
};
// "unchanged", "created", "updated", "foreign", "replacing": for logs.
std::string_view to_string(ensured what) noexcept;

template <class T>
struct ensure_result {
    ensured what;
    snapshot<T> object;  // as it is now; foreign: what is in the way; replacing: what is being deleted
    // updated and replacing: what was not as desired; none when only a field was dropped. Not for logs when
    // it holds secrets.
    std::vector<json::difference> changes;
};

// What becomes of an object of ours that is there and not as desired.
enum class ensure_mode : std::uint8_t {
    // It is changed. What the server does not let anybody change (the template of a Job, the clusterIP of a
    // Service, most of a StatefulSet's and a PersistentVolumeClaim's spec) is an error, invalid.
    update,
    // It is left alone: made when it is missing, never written afterwards. For generated passwords, one-shot
    // Jobs, claims, and what users may edit.
    create_once,
    // It is changed; where the server refuses that for immutable fields alone (is_refused_as_immutable), the
    // object is deleted and made from scratch. See ensure().
    replace_when_immutable
};

struct ensure_options {
    ensure_mode mode = ensure_mode::update;
    // What happens to the dependents of an object that is replaced. foreground: the Pods of a Job or
    // StatefulSet are gone before its successor is made, so old and new ones never run side by side; the
    // garbage collector has to run. background: the name is free at once, the old Pods end beside the new
    // ones. orphan: they stay; a StatefulSet adopts the Pods of its predecessor, a Job does not.
    propagation how = propagation::foreground;
};

namespace detail {

struct ensured_child {
    ensured what;
    object_ptr object;
    std::vector<json::difference> changes;
};

// `desired` is of `kind` and `meta` is its metadata; both are changed. `guard` may be null. All references
// outlive the call.
awaitable<result<ensured_child>> ensure_child(client& api, std::string_view field_owner, owner_guard* guard,
                                              const kind_info& kind, void* desired, object_meta& meta,
                                              const kind_info& owner_kind, const basic_meta& owner,
                                              ensure_options options);

}  // namespace detail

// Makes `desired` be, controlled by `owner`. Set in `desired` what is to be so and leave the rest unset:
// unset fields are the business of the server and of others. name is needed, namespace as well when the kind
// has one; the controller reference is added here.
//
// The live object is read through `api`, so from the cache when its kind is watched. Nothing is written when
// it has everything that `desired` has (json::contains) and was last applied from the same `desired`, which
// the annotation "<group of the owner>/applied-hash" tells: a field that is dropped from `desired` is taken
// from the object by the next apply. Otherwise `desired` is applied (server-side, forced, as
// ctx.field_owner()); entries that others put into a list described `whole` are then removed by a merge patch
// of that list, in which every entry that stays keeps what the server put into it.
//
// An apply cannot mend an entry of a list whose key somebody changed (a port's number): it puts ours beside
// it, which the server may refuse as invalid (two ports of one name). Then a merge patch makes the object as
// desired in one write, before it is applied: it drops what is not desired from `whole` lists, and from any
// keyed list that lacks one of our entries.
//
// An object that exists is written only if its controller is `owner`, and then under its UID; an object that
// seems not to exist is written so that the server refuses if one does. So what others made is never taken
// over. (One case is left: an object of ours that was released within the time the cache lags behind is taken
// back.)
//
// When a child of `owner` went before, the owner is read from the server before another child is made: see
// owner_guard.hpp.
//
// Replacing an object (ensure_mode::replace_when_immutable) takes two reconciles. The first deletes it, under
// the UID and resourceVersion of what the server refused to change, so never an object of another or a
// successor, and returns `replacing`. While it is being deleted, nothing is written. The watch of a kind that
// the controller owns reports that it is gone, and the reconcile that follows makes it: return
// outcome::done() and wait. For a kind that is not watched, requeue. These are never deleted, and the
// server's refusal is returned as in ensure_mode::update:
// - what was made from the same `desired`: whatever the server changes in it, it would change again (so
//   `desired` must follow from the owner and its cluster alone, not from a clock or a random number);
// - kinds that hold data (PersistentVolumeClaim, PersistentVolume, Namespace, CustomResourceDefinition), and
//   StatefulSets whose claims would go with them (persistentVolumeClaimRetentionPolicy.whenDeleted: Delete,
//   unless options.how is orphan).
// When the successor is refused, that is an error (invalid) and nothing is deleted any more.
//
// Takes the verbs get, create and patch on the child, delete as well to replace it and, where admission
// guards it, update on <owner>/finalizers. Errors: as client::apply; conflict and unknown_outcome mean:
// reconcile again. What brief() makes of an error is short enough for a condition. invalid also when owner
// and object cannot be owner and object (namespaces). `owner` must outlive the call.
template <api_object T, api_object Owner>
awaitable<result<ensure_result<T>>> ensure(context& ctx, client& api, const Owner& owner, T desired,
                                           ensure_options options = {}) {
    auto r = co_await detail::ensure_child(api, ctx.field_owner(), ctx.guard(), kind_of<T>(), &desired,
                                           desired.metadata, kind_of<Owner>(), owner.metadata, options);
    if (!r) co_return std::move(r).error();
    co_return ensure_result<T>{r->what, std::static_pointer_cast<const T>(std::move(r->object)),
                               std::move(r->changes)};
}

// Any other call: a mistake.
template <class Owner, class T>
inline constexpr bool are_objects = api_object<Owner> && api_object<T>;
template <class T, class Owner>
    requires(!api_object<T> || !api_object<Owner>)
awaitable<result<ensure_result<T>>> ensure(context&, client&, const Owner&, T) {
    static_assert(
        are_objects<Owner, T>,
        "ensure() takes objects: the owner, **self, and the child that is wanted; what get() returns "
        "is a result, and *result a pointer");
    std::terminate();
}

}  // namespace setpoint
