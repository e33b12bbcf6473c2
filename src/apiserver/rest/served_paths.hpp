#pragma once
// The paths and methods that exist below a resource.

#include "apiserver/resources/resource.hpp"
#include "apiserver/rest/request_info.hpp"

namespace setpoint::apiserver {

bool has_subresource(const resource& r, std::string_view name);
// For an existing subresource.
bool has_method(std::string_view subresource, std::string_view verb);
// Objects that are answered but not stored have no columns.
bool has_table(const resource& r, std::string_view subresource);
// Whether a resource of that scope has such a path at all.
bool fits_scope(const resource& r, const request_info& q);

}  // namespace setpoint::apiserver
