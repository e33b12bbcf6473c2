#pragma once
// Parses the command `fault`. Pure.

#include "cli/control/members.hpp"
#include "setpoint/apiserver/request_faults.hpp"

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

// Problems are those of `m`.
apiserver::request_fault parse_fault(member_reader& m);

}}}}  // namespace setpoint::v0::cli::control
