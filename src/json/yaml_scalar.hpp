#pragma once
// What a plain (unquoted) YAML scalar means.

#include <boost/json/value.hpp>

#include <optional>
#include <string_view>

namespace setpoint::json {

// The value of a plain scalar in the YAML 1.2 core schema; none when JSON has no such number (.inf, .nan).
// One departure: 0644 is octal, as in YAML 1.1 and in every Kubernetes tool, since file modes in manifests
// are written so.
std::optional<boost::json::value> resolve_plain(std::string_view s);

// Whether all of s can be shown as it is: no line breaks, tabs or other control characters, valid UTF-8.
bool printable(std::string_view s);

// Whether any reader, of YAML 1.1 or 1.2, would take s, written plain, for something else than this string.
bool needs_quotes(std::string_view s);

}  // namespace setpoint::json
