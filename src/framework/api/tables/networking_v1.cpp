// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/networking_v1/ingress.hpp"
#include "setpoint/api/networking_v1/ingress_class.hpp"
#include "setpoint/api/networking_v1/ip_address.hpp"
#include "setpoint/api/networking_v1/network_policy.hpp"
#include "setpoint/api/networking_v1/service_cidr.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::networking_v1::ip_address);
SETPOINT_COMPILE_KIND(setpoint::networking_v1::ingress);
SETPOINT_COMPILE_KIND(setpoint::networking_v1::ingress_class);
SETPOINT_COMPILE_KIND(setpoint::networking_v1::network_policy);
SETPOINT_COMPILE_KIND(setpoint::networking_v1::service_cidr);
