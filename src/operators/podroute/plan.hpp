#pragma once
// What a Podroute wants to exist, and what its status says: pure functions of what was observed.

#include "operators/podroute/names.hpp"
#include "operators/podroute/route.hpp"
#include "operators/podroute/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>

namespace podroute {

inline constexpr std::int32_t port = 8080;  // of container, Service and Route

// app, podroute_cr and tier, as the original has them: the selector of Deployment and Service, which cannot
// be changed later.
setpoint::text_map labels_of(const podroute& self);

// Without owner reference, which whoever writes it adds.
setpoint::deployment desired_deployment(const podroute& self);
setpoint::service desired_service(const podroute& self);
route desired_route(const podroute& self);

// Why something is not as the spec says.
struct problem {
    std::string reason;  // CamelCase
    std::string message;
};

// What was seen of the children.
struct observation {
    setpoint::snapshot<setpoint::deployment> deployment;  // null: not there, or not ours
    setpoint::snapshot<::podroute::route> route;          // the same
    std::optional<problem> trouble;                       // becomes Degraded
    std::optional<problem> no_route;                      // why there can be none; becomes RouteAvailable
    bool no_service = false;                              // not there, or not ours
};
// The host of the first router that has not refused the Route, "" when there is none.
std::string host_of(const route& r);
// The status to report; conditions keep their transition times when they have not changed. That Routes are
// not served is no fault of the Podroute's: it shows in RouteAvailable alone.
podroute_status desired_status(const podroute& self, const observation& seen, setpoint::wall_time now);

}  // namespace podroute
