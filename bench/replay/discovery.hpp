#pragma once
// The documents by which clients find out what the server has.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::inline v0::replay {

// Of /version, /api, /apis and what stands under them; null: no such document.
std::optional<std::string> discovery_document(std::string_view path);

}  // namespace setpoint::inline v0::replay
