#pragma once
// Whether an object may be deleted so that it can be made from scratch.

#include "setpoint/api/kind.hpp"
#include "setpoint/client/client.hpp"

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint {

// Why an object that cannot become as desired is not replaced; "" when it may be. `tree` is the object as the
// server has it, `applied_hash` the hash of what it was made from ("" when it says nothing) and `wanted_hash`
// that of what is desired now.
std::string_view obstacle_to_replacing(const kind_info& kind, const boost::json::object& tree,
                                       std::string_view applied_hash, std::string_view wanted_hash,
                                       propagation how);

}  // namespace setpoint
