#pragma once
// What `kubectl apply` makes of an object. Pure.

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace cli {

// Returns `stored` with the change from the manifest `before` to the manifest `now`: fields of `now` are set,
// fields that only `before` has are removed, and all others keep their values, which the server may have set.
// Lists are replaced.
boost::json::object applied_over(boost::json::object stored, const boost::json::object& before,
                                 const boost::json::object& now);

}}}  // namespace setpoint::v0::cli
