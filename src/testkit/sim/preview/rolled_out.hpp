#pragma once
// What a workload reports once its controller has carried out its spec. No I/O.

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

// The object with the status of a complete rollout, if it is a Deployment, StatefulSet or DaemonSet whose
// status is older than its spec; nothing otherwise. `resource`: "deployments.apps". `now`: RFC 3339.
std::optional<boost::json::object> rolled_out(std::string_view resource, boost::json::object object,
                                              const std::string& now);

}}}  // namespace setpoint::v0::sim
