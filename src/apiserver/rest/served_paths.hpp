#pragma once
// Which paths and methods there are below a resource.

#include "apiserver/resources/resource.hpp"
#include "apiserver/rest/request_info.hpp"

namespace setpoint::apiserver {

bool has_subresource(const resource& r, std::string_view name);
// Of a subresource that there is.
bool has_method(std::string_view subresource, std::string_view verb);
// What is answered and not kept has no columns.
bool has_table(const resource& r, std::string_view subresource);
// Whether a resource of that scope has such a path at all.
bool fits_scope(const resource& r, const request_info& q);

}  // namespace setpoint::apiserver
