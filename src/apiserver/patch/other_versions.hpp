#pragma once
// Objects as the owners of their fields see them: through the version of the API that each wrote with.

#include "apiserver/patch/field_type.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/managers.hpp"

namespace setpoint::apiserver::patching {

// Why `v` cannot be read in a version that an owner wrote with, other than `own`: ".spec.new: field not
// declared in schema"; "" when all can. `only`: the owner with that key alone.
std::string unreadable_for(const owners& o, const bj::value& v, const typed& t, const std::string& own,
                           const std::string* only = nullptr);
// The type of that version, and `v` as it has it: see typed::convert.
field_type type_in(const typed& t, const std::string& version);
bj::value value_in(const typed& t, const bj::value& v, const std::string& version);
// Several complaints as one text.
std::string joined_errors(const std::vector<std::string>& errors);

}  // namespace setpoint::apiserver::patching
