#pragma once
// A small sorted map for labels, annotations and selectors.

#include "setpoint/core/interned_string.hpp"

#include <boost/container/flat_map.hpp>

namespace setpoint::inline v0 {

using string_map = boost::container::flat_map<interned_string, interned_string, std::less<>>;

}  // namespace setpoint::inline v0
