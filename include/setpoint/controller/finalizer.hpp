#pragma once
// Finalizers: names in metadata.finalizers that keep an object from being removed until the controller that
// added them has cleaned up. https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
//
//     if (is_deleting(self->metadata)) {
//         if (auto done = co_await remove_remote(*self); !done) co_return done.error();
//         auto removed = co_await remove_finalizer(api, *self, "example.com/remote");
//         co_return removed ? outcome::done() : outcome(removed.error());
//     }

#include "setpoint/client/client.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 {

// Compiled once: the finalizers are in the metadata, which has one type for all kinds. `meta` must
// outlive the call.
namespace detail {

awaitable<result<bool>> patch_finalizers(client& api, const kind_info& kind, const object_meta& meta,
                                         std::string_view name, bool add);

}  // namespace detail

// Add `name` ("domain/name") to the object or remove it, with a merge patch that requires the UID and
// resourceVersion that were read. Return true if the object was written, and false if nothing had to change.
// Removing it from an object that no longer exists succeeds (false). Errors: conflict if the object has
// changed since it was read (reconcile again); when adding, not_found if the object no longer exists, and
// invalid if it is being deleted, which the server does not allow; other errors as in client::merge_patch.
// `object` and `name` must outlive the call.
// Add it before the first side effect outside of the object, and reconcile again with the result: a
// crash in between must find the finalizer. Needs the verb patch on the object.
template <api_object T>
awaitable<result<bool>> add_finalizer(client& api, const T& object, std::string_view name) {
    return detail::patch_finalizers(api, kind_of<T>(), object.metadata, name, true);
}
template <api_object T>
awaitable<result<bool>> remove_finalizer(client& api, const T& object, std::string_view name) {
    return detail::patch_finalizers(api, kind_of<T>(), object.metadata, name, false);
}

}}  // namespace setpoint::v0
