#pragma once
// Headers whose names carry keys of a user's extra values: X-Remote-Extra-, Impersonate-Extra-.

#include "setpoint/http/message.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// Adds the values of all headers whose names begin with `prefix` in any case. Their keys are the rest of the
// name in lower case with %-escapes decoded, unless one is malformed.
void add_extra(const std::vector<http::header>& headers, std::string_view prefix,
               std::map<std::string, std::vector<std::string>>& to);

}}}  // namespace setpoint::v0::apiserver::authentication
