#pragma once
// Parses Content-Type.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::apiserver {

// The type in lower case, without parameters. Empty for what Go's mime.ParseMediaType rejects:
// "yaml", "a/b; c", a parameter given twice with different values.
std::optional<std::string> media_type(std::string_view content_type);

// The type of a patch: the text before ';', unchanged. (apiserver, endpoints/handlers/patch.go)
std::string_view patch_type(std::string_view content_type);

}  // namespace setpoint::apiserver
