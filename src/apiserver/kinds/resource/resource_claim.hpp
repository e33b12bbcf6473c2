#pragma once
// What ResourceClaims and their templates have in common.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Access to devices that others use needs a label on the namespace of the object.
void validate_admin_access(const bj::object& o, const bj::array& requests, const kind_context& c,
                           field_errors& to);

}}}  // namespace setpoint::v0::apiserver
