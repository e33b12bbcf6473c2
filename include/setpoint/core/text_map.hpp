#pragma once
// A small sorted map of texts: labels, annotations, selectors.

#include "setpoint/core/text.hpp"

#include <boost/container/flat_map.hpp>

namespace setpoint {

using text_map = boost::container::flat_map<text, text, std::less<>>;

}  // namespace setpoint
