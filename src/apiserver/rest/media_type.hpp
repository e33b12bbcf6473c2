#pragma once
// What a Content-Type names.

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::apiserver {

// The type in lower case, without its parameters; none for what Go's mime.ParseMediaType refuses: "yaml",
// "a/b; c", a parameter twice with two values.
std::optional<std::string> media_type(std::string_view content_type);

// The type of a patch: what stands before ';', letter by letter. (apiserver, endpoints/handlers/patch.go)
std::string_view patch_type(std::string_view content_type);

}  // namespace setpoint::apiserver
