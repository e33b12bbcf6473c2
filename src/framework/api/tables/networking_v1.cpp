// The tables of the kinds of networking_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/networking_v1/ingress.hpp"
#include "setpoint/api/networking_v1/network_policy.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::ingress);
SETPOINT_COMPILE_KIND(setpoint::ingress_class);
SETPOINT_COMPILE_KIND(setpoint::network_policy);
