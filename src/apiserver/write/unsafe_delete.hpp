#pragma once
// Deletions with ignoreStoreReadErrorWithClusterBreakingPotential, which may remove only an object that the
// store cannot read (registry/generic/registry/corrupt_obj_deleter.go). This store can read all it has.

#include "apiserver/request/options.hpp"
#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Without this feature the option is ignored.
inline constexpr std::string_view unsafe_delete_feature = "AllowUnsafeMalformedObjectDeletion";

// Why the object is not deleted: 403 without the right to, 404, or 409 since it can be read. May need
// reviews.
api_error refuse_unsafe(const server_state& w, const resource& r, const object_key& key, const requester* by);
// 422 if a collection shall be deleted in this way.
api_result<> refuse_unsafe_collection(const delete_options& o);

}}}  // namespace setpoint::v0::apiserver
