#pragma once
// The children and the status of a Podroute, as pure functions of the observed state.

#include "operators/podroute/names.hpp"
#include "operators/podroute/route.hpp"
#include "operators/podroute/types.hpp"
#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>

namespace podroute {

inline constexpr std::int32_t port = 8080;  // of container, Service and Route

// The labels app, podroute_cr and tier of the original. They are the selector of Deployment and Service;
// a Deployment's selector is immutable.
setpoint::string_map labels_of(const podroute& self);

setpoint::kinds::deployment desired_deployment(const podroute& self);
setpoint::kinds::service desired_service(const podroute& self);
route desired_route(const podroute& self);

// The observed children.
struct observation {
    setpoint::snapshot<setpoint::kinds::deployment> deployment;  // null if it does not exist or is not ours
    setpoint::snapshot<::podroute::route> route;                 // null likewise
    bool has_service = false;                                    // that is ours
    std::optional<setpoint::problem> problem;                    // becomes Degraded
    std::optional<setpoint::problem> no_route;  // why there is no Route; becomes RouteAvailable
};
// Returns the host of the first router that has not refused the Route, "" if there is none.
std::string host_of(const route& r);
// If the cluster does not serve Routes, only RouteAvailable reports it: the Podroute itself has no
// problem.
podroute_status desired_status(const podroute& self, const observation& seen, setpoint::wall_time now);

}  // namespace podroute
