#pragma once
// A small sorted map for labels, annotations and selectors.

#include "setpoint/core/text.hpp"

#include <boost/container/flat_map.hpp>

namespace setpoint {

using text_map = boost::container::flat_map<text, text, std::less<>>;

}  // namespace setpoint
