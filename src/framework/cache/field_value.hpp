#pragma once
// Reads a field of a described object by its JSON path, for selectors on any described field.

#include "setpoint/api/kind_info.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns the field at `path` ("status.phase") as field selectors compare it, "" if it is not set.
// Returns nothing if the type does not describe the field or it is not a scalar.
std::optional<std::string> field_value(const json::type_info& type, const void* object,
                                       std::string_view path);

// Returns the object's labels; null if its type does not describe them.
const string_map* labels_of(const kind_info& kind, const void* object);

}}  // namespace setpoint::v0
