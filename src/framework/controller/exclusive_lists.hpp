#pragma once
// Entries of lists and maps that are not desired, which a server-side apply leaves alone.

#include "setpoint/json/type_info.hpp"

#include <boost/json/object.hpp>

namespace setpoint {

// The merge patch that removes from `live` what `desired` lacks in lists described `whole`, each list written
// in full; empty when there is nothing to remove. Entries that stay are the live ones, with what `desired`
// has laid over them, so that values that the server or others added survive. Both objects are of `type`;
// `live` may have more than is described.
boost::json::object exclusive_list_patch(const json::type_info& type, const boost::json::object& desired,
                                         const boost::json::object& live);

// For when an apply is invalid because of entries that it leaves there. A keyed list that lacks a desired
// entry may have it under another key, as after an edit of a port's number; to keep that beside ours can be
// wrong, when both have one name. The merge patch that makes `live` all that `desired` is, and removes what
// `desired` lacks from such lists and from those that are described `whole`; empty when that is nothing.
boost::json::object replacing_patch(const json::type_info& type, const boost::json::object& desired,
                                    const boost::json::object& live);

}  // namespace setpoint
