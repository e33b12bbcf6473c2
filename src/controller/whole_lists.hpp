#pragma once
// Entries that others put into lists and maps that are ours as a whole, which a server-side apply leaves
// alone.

#include <setpoint/json/type_info.hpp>

#include <boost/json/object.hpp>

namespace setpoint {

// The merge patch that removes from `live` what `desired` lacks in lists described `whole`, each list written
// in full; empty when there is nothing to remove. Entries that stay are the live ones, with what `desired`
// has laid over them, so that values that the server or others added survive. Both objects are of `type`;
// `live` may have more than is described.
boost::json::object whole_list_patch(const json::type_info& type, const boost::json::object& desired,
                                     const boost::json::object& live);

}  // namespace setpoint
