#pragma once
// Runs a preview and prints it.

#include "cli/preview/preview_format.hpp"
#include "setpoint/story/preview.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

inline constexpr int nothing_to_write = 0, writes_only = 1, no_preview = 2, disrupts = 3, is_incomplete = 4;

int exit_code_of(const sim::preview_report& r);
// Returns the exit code. Throws story::cannot_preview.
int preview_operator(story::program_preview what, preview_format format);

}}}  // namespace setpoint::v0::cli
