#pragma once
// Folders for what only this process needs.

#include "setpoint/core/error.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Makes a folder that only its owner may use, in that of TMPDIR or /tmp: "<there>/<name>-XXXXXX". The caller
// removes it. bad_config if there is no place for it, with what to do.
result<std::string> make_private_folder(std::string_view name);

}}  // namespace setpoint::v0
