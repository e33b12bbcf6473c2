#pragma once
// Equality of values as ownership and conflicts have it.

#include <boost/json/value.hpp>

namespace setpoint::apiserver::patching {

namespace bj = boost::json;

// Values deeper than this are taken as a whole, never walked into.
inline constexpr int max_depth = 64;

// Numbers by value, objects whatever the order of their keys.
bool same_value(const bj::value& a, const bj::value& b, int depth = 0);

}  // namespace setpoint::apiserver::patching
