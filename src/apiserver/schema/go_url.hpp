#pragma once
// URLs as Go's net/url reads them.

#include <string_view>

namespace setpoint::apiserver {

// url.ParseRequestURI takes it: an absolute URI, an absolute path, or "*". A fragment is part of the path.
bool is_request_uri(std::string_view text);

}  // namespace setpoint::apiserver
