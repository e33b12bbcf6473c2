#pragma once
// The children and the status of a WebServer, as pure functions of the observed state.

#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>

namespace web_server {

inline constexpr std::int32_t http_port = 80;

// Three pods of nginx.
web_server sample();

// The WebServer's name and "<name>-service", or a derived name where the kind does not accept that
// (child_name.hpp).
std::string deployment_name(const web_server& self);
std::string service_name(const web_server& self);

setpoint::kinds::deployment desired_deployment(const web_server& self);
setpoint::kinds::service desired_service(const web_server& self);

// Returns the problem of a spec that the schema accepts but that cannot work.
std::optional<setpoint::problem> check_spec(const web_server& self);

// The observed children.
struct observation {
    setpoint::snapshot<setpoint::kinds::deployment> deployment;  // null if it does not exist or is not ours
    bool has_service = false;                                    // that is ours
    std::optional<setpoint::problem> problem;
};
web_server_status desired_status(const web_server& self, const observation& seen, setpoint::wall_time now);

}  // namespace web_server
