#pragma once
// The values that a field of a structural schema may have: those that users write, those at its limits, and
// those that the schema accepts although they make little sense. No I/O.

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

// A small value that the schema accepts, as far as that is clear from it.
bj::value smallest_value(const bj::object& schema);
// Values other than `now`, the most usual one first: at most eight. `now`: null if the field is absent.
std::vector<bj::value> other_values(const bj::object& schema, const bj::value* now);

}}}  // namespace setpoint::v0::story
