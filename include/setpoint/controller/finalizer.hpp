#pragma once
// Finalizers: names in metadata.finalizers that keep a deleted object until whoever put them there has
// cleaned up. https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/

#include "setpoint/client/client.hpp"

#include <string_view>

namespace setpoint {

namespace detail {

awaitable<result<bool>> patch_finalizers(client& api, const kind_info& kind, const object_meta& meta,
                                         std::string_view name, bool add);

}  // namespace detail

// Puts `name` ("domain/name") on the object, or takes it off, by a merge patch that holds only while the
// object is the one that was read (UID and resourceVersion). True: written; false: it was so already. Taking
// it off an object that is gone is a success (false). `object` and `name` must outlive the call. Errors:
// conflict when the object has changed since it was read (reconcile again); not_found when one is put on an
// object that is gone; invalid when one is put on an object that is being deleted, which the server does not
// allow; others as client::merge_patch.
template <api_object T>
awaitable<result<bool>> add_finalizer(client& api, const T& object, std::string_view name) {
    return detail::patch_finalizers(api, kind_of<T>(), object.metadata, name, true);
}
template <api_object T>
awaitable<result<bool>> remove_finalizer(client& api, const T& object, std::string_view name) {
    return detail::patch_finalizers(api, kind_of<T>(), object.metadata, name, false);
}

}  // namespace setpoint
