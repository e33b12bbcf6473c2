#pragma once
// URLs as parsed by Go's net/url.

#include <string_view>

namespace setpoint::apiserver {

// Whether url.ParseRequestURI accepts `text`: an absolute URI, an absolute path, or "*". A fragment
// is part of the path.
bool is_request_uri(std::string_view text);

}  // namespace setpoint::apiserver
