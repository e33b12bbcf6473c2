#pragma once
// The JSON patch of a defaulter. Pure.

#include "setpoint/json/type_info.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 {

// Returns the steps (RFC 6902) that bring to `original` what a defaulter changed between `before`
// and `after`, both encoded from an object of `type` that was decoded from `original`. What the type
// does not describe is in neither, so no step touches it: it is not dropped, and entries of a list
// keep it when the list is reordered. Entries are paired by the keys of the list, or by their place
// from both ends. Empty if nothing was changed.
boost::json::array object_patch(const json::type_info& type, const boost::json::object& original,
                                const boost::json::object& before, const boost::json::object& after);

}}  // namespace setpoint::v0
