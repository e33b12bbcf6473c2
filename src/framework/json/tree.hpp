#pragma once
// Comparing JSON trees by meaning.

#include <boost/json/value.hpp>

namespace setpoint::json {

// Whether every member that `desired` sets is in `live` with that meaning: numbers by value, lists entry by
// entry, null the same as absent. `exact`: and nothing else is in live.
bool tree_contains(const boost::json::value& live, const boost::json::value& desired, bool exact);
bool tree_contains(const boost::json::object& live, const boost::json::object& desired, bool exact);

}  // namespace setpoint::json
