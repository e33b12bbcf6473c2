// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/resource_v1/device_selector.hpp"
#include "setpoint/api/resource_v1/device_taint.hpp"
#include "setpoint/api/resource_v1/device_toleration.hpp"
#include "setpoint/api/resource_v1/opaque_device_configuration.hpp"
#include "setpoint/api/resource_v1/resource_claim_spec.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::resource_v1::device_selector);
SETPOINT_COMPILE_TABLE(setpoint::resource_v1::device_taint);
SETPOINT_COMPILE_TABLE(setpoint::resource_v1::device_toleration);
SETPOINT_COMPILE_TABLE(setpoint::resource_v1::opaque_device_configuration);
SETPOINT_COMPILE_TABLE(setpoint::resource_v1::resource_claim_spec);
