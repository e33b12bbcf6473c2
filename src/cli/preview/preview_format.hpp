#pragma once
// A preview as text, JSON or Markdown. No I/O.

#include "setpoint/sim/preview_report.hpp"

#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

enum class preview_format : std::uint8_t { text, json, markdown };

// `exit_code`: for JSON.
std::string formatted(const sim::preview_report& r, preview_format as, int exit_code);
// The object before and after, as a unified diff of YAML.
std::string diff_of(const sim::object_change& c);

}}}  // namespace setpoint::v0::cli
