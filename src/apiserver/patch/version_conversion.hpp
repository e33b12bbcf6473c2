#pragma once
// Objects in the API version that each owner wrote with.

#include "apiserver/patch/field_type.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/managers.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

// The error of converting `v` to the version of an owner other than `own`: ".spec.new: field not
// declared in schema"; "" if all succeed. `only` restricts this to the owner with that key.
std::string version_error(const manager_entries& o, const bj::value& v, const versioned_type& t,
                          const std::string& own, const std::string* only = nullptr);
// The type of that version, and `v` converted to it: see versioned_type::convert.
field_type type_in_version(const versioned_type& t, const std::string& version);
bj::value convert_to_version(const versioned_type& t, const bj::value& v, const std::string& version);
// Joins errors into one message.
std::string join_errors(const std::vector<std::string>& errors);

}}}  // namespace setpoint::v0::apiserver::patching
