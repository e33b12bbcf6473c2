#pragma once
// The documents by which clients find out what the server has.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

// Of /version, /api, /apis and what stands under them; null: no such document.
std::optional<std::string> discovery_document(std::string_view path);

}}}  // namespace setpoint::v0::replay
