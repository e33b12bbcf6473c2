#pragma once
// The children and the status of a Podroute: pure functions of what was observed.

#include "operators/podroute/names.hpp"
#include "operators/podroute/route.hpp"
#include "operators/podroute/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>

namespace podroute {

inline constexpr std::int32_t port = 8080;  // of container, Service and Route

// app, podroute_cr and tier, as the original has them: the selector of Deployment and Service, which cannot
// be changed later.
setpoint::string_map labels_of(const podroute& self);

setpoint::deployment desired_deployment(const podroute& self);
setpoint::service desired_service(const podroute& self);
route desired_route(const podroute& self);

// What was seen of the children.
struct observation {
    setpoint::snapshot<setpoint::deployment> deployment;  // null: it does not exist, or is not ours
    setpoint::snapshot<::podroute::route> route;          // the same
    bool has_service = false;                             // one of ours
    std::optional<setpoint::problem> problem;             // becomes Degraded
    std::optional<setpoint::problem> no_route;            // why there can be none; becomes RouteAvailable
};
// The host of the first router that has not refused the Route, "" when there is none.
std::string host_of(const route& r);
// That the cluster does not serve Routes shows in RouteAvailable alone: it is not the Podroute's fault.
podroute_status desired_status(const podroute& self, const observation& seen, setpoint::wall_time now);

}  // namespace podroute
