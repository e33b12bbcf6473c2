#pragma once
// The alerts of manifests/monitoring/rules.yaml.

#include <boost/json/array.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns the groups of rules, which alert for operators of this program only: every operator brings its own,
// and without that a cluster with several would have each alert several times.
boost::json::array alert_groups(std::string_view program);

}}  // namespace setpoint::v0
