#pragma once
// Keys and tokens that nobody can guess.

#include "setpoint/core/secret.hpp"

#include <cstddef>

namespace setpoint { inline namespace v0 {

// Random bytes from the system's generator for keys, unlike those of a random_source, whose seed repeats
// them. A run that must be repeatable gives its own key instead. Throws fault: failed if there is no
// randomness.
secret random_key(std::size_t bytes);
// The same as hexadecimal digits, two for each byte: for headers and files.
secret random_token(std::size_t bytes);

}}  // namespace setpoint::v0
