#pragma once
// Equality of values for ownership and conflicts.

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace bj = boost::json;

// Deeper values are treated as a whole.
inline constexpr int max_depth = 64;

// Equality as of structured-merge-diff's value.Equals: 1 equals 1.0, unlike for apiserver::same(). The order
// of keys does not count.
bool same_value(const bj::value& a, const bj::value& b, int depth = 0);

}}}  // namespace setpoint::v0::apiserver::patching
