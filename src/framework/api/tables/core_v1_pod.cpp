// The tables of pods and their parts; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/claim_spec.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/core_v1/volume.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::affinity);
SETPOINT_COMPILE_TABLE(setpoint::persistent_volume_claim_spec);
SETPOINT_COMPILE_TABLE(setpoint::container);
SETPOINT_COMPILE_KIND(setpoint::pod);
SETPOINT_COMPILE_TABLE(setpoint::pod_spec);
SETPOINT_COMPILE_TABLE(setpoint::pod_template_spec);
SETPOINT_COMPILE_TABLE(setpoint::volume);
