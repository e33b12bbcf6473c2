#pragma once
// What a WebServer wants to exist, and what its status says: pure functions of what was observed.

#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/clock.hpp"

#include <optional>
#include <string>

namespace web_server {

inline constexpr std::int32_t http_port = 80;

// The WebServer's name and "<name>-service", changed where the kind does not accept that (child_name.hpp).
std::string deployment_name(const web_server& self);
std::string service_name(const web_server& self);

// Without owner reference, which whoever writes it adds.
setpoint::deployment desired_deployment(const web_server& self);
setpoint::service desired_service(const web_server& self);

// Why the web server cannot be what its spec says; becomes the Degraded condition.
struct problem {
    std::string reason;  // CamelCase
    std::string message;
};
// A spec that the schema lets through and that still cannot work.
std::optional<problem> check_spec(const web_server& self);

// What was seen of the children.
struct observation {
    setpoint::snapshot<setpoint::deployment> deployment;  // null: not there, or not ours
    std::optional<problem> trouble;
    bool no_service = false;  // not there, or not ours
    bool refused = false;  // the trouble may go without a change that a watch reports: a quota, a taken name
};
// The status to report; conditions keep their transition times when they have not changed.
web_server_status desired_status(const web_server& self, const observation& seen, setpoint::wall_time now);

}  // namespace web_server
