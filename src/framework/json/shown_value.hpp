#pragma once
// Prints a value for people: in differences, logs and events.

#include "setpoint/json/type_info.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

inline constexpr std::string_view secret_placeholder = "(secret)";

// Whether a value of the type is or may contain a scalar whose traits set is_secret. Walks the
// description, so it is not for what runs per event.
bool may_hold_secret(const type_info& type);

// Appends the value as JSON; the placeholder if it may hold a secret.
void append_shown(const type_info& type, const void* value, std::string& out);

}}}  // namespace setpoint::v0::json
