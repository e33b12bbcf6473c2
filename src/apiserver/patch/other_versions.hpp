#pragma once
// Objects in the API version that each owner wrote with.

#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/managers.hpp"

namespace setpoint::apiserver::patching {

// The error of converting `v` to the version of an owner other than `own`: ".spec.new: field not
// declared in schema"; "" if all succeed. `only` restricts this to the owner with that key.
std::string unreadable_for(const owners& o, const bj::value& v, const typed& t, const std::string& own,
                           const std::string* only = nullptr);
// The type of that version, and `v` converted to it: see typed::convert.
field_type type_in(const typed& t, const std::string& version);
bj::value value_in(const typed& t, const bj::value& v, const std::string& version);
// Joins errors into one message.
std::string joined_errors(const std::vector<std::string>& errors);

}  // namespace setpoint::apiserver::patching
