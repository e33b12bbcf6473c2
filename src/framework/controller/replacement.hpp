#pragma once
// Decides whether an object may be deleted in order to create it again.

#include "setpoint/api/kind.hpp"
#include "setpoint/client/client.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns why the object must not be replaced, and "" if it may be. `tree` is the live object, `applied_hash`
// the hash of the desired state that it was created from ("" if unknown), and `wanted_hash` that of the
// current desired state.
std::string_view obstacle_to_replacing(const kind_info& kind, const boost::json::object& tree,
                                       std::string_view applied_hash, std::string_view wanted_hash,
                                       propagation how);

}}  // namespace setpoint::v0
