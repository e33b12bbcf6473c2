#pragma once
// Compares JSON trees by meaning.

#include <boost/json/value.hpp>

namespace setpoint::json {

// Whether `live` has every member that `desired` sets, with the same meaning: numbers by value,
// lists entry by entry, null like absent. `exact`: and no others.
bool tree_contains(const boost::json::value& live, const boost::json::value& desired, bool exact);
bool tree_contains(const boost::json::object& live, const boost::json::object& desired, bool exact);

}  // namespace setpoint::json
