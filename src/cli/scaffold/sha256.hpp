#pragma once
// The hash by which a file is recognised as unedited.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// SHA-256 in 64 hexadecimal digits.
std::string sha256(std::string_view text);

}}}  // namespace setpoint::v0::cli::scaffold
