#pragma once
// Merge patches that remove undesired entries of lists and maps, which a server-side apply leaves alone.

#include "setpoint/json/type_info.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 {

// Returns the merge patch that removes from exclusive lists in `live` the entries that `desired` lacks, with
// each such list in full; empty if there is nothing to remove. Entries that stay are the live ones overlaid
// with the desired ones, so that values from the server or other clients survive. Both objects are of `type`;
// `live` may have fields that it does not describe.
boost::json::object exclusive_list_patch(const json::type_info& type, const boost::json::object& desired,
                                         const boost::json::object& live);

// Returns the merge patch for an apply that is invalid because of entries that it leaves. A keyed list that
// lacks a desired entry may have it under another key, as after an edit of a port's number; if both entries
// have the same name, the object is invalid. The patch makes `live` match `desired`, and removes the entries
// that `desired` lacks from such lists and from exclusive ones. Empty if nothing would change.
boost::json::object replacing_patch(const json::type_info& type, const boost::json::object& desired,
                                    const boost::json::object& live);

}}  // namespace setpoint::v0
