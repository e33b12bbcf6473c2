#pragma once
// The schema of a journal's file, and the steps from older versions.

#include "apiserver/store/database.hpp"

#include <span>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The SQL of step n leads from version n to version n + 1. The first one makes an empty file ours.
std::span<const std::string_view> schema_steps();

// Runs the steps that the file lacks, each in a transaction of its own. Errors: bad_config for a file of
// another program, or of a version without a step.
result<> migrate(database& file, std::span<const std::string_view> steps);

}}}  // namespace setpoint::v0::apiserver
