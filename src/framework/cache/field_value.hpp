#pragma once
// Reads a field of a described object by its JSON path: for selectors on what a type happens to describe.

#include "setpoint/api/kind_info.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint {

// The field at `path` ("status.phase") as the text that field selectors compare with, "" when it is not set.
// Nothing when the type does not describe it, or when it is no scalar.
std::optional<std::string> field_value(const json::type_info& type, const void* object,
                                       std::string_view path);

// The labels of an object; null when its type does not describe them.
const text_map* labels_of(const kind_info& kind, const void* object);

}  // namespace setpoint
