#pragma once
// What a preview changes in a snapshot before it is loaded. No I/O.

#include "setpoint/apiserver/cluster_snapshot.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// Leaves out the configurations of webhooks, whose services do not exist here, and lets definitions convert
// without their webhook; frees Leases, so that the operator does not wait for another holder. Returns notes
// on what was left out.
std::vector<std::string> leave_out_outsiders(apiserver::cluster_snapshot& live);

// Replaces the definitions of the same names, which keep their UIDs and statuses, and adds the others.
// Errors: invalid, with the place of an object that is not a CustomResourceDefinition.
result<> upgrade_definitions(apiserver::cluster_snapshot& live, apiserver::cluster_snapshot with);

}}}  // namespace setpoint::v0::sim
