// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/app_armor_profile.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/core_v1/container_port.hpp"
#include "setpoint/api/core_v1/container_resize_policy.hpp"
#include "setpoint/api/core_v1/container_restart_rule.hpp"
#include "setpoint/api/core_v1/container_status.hpp"
#include "setpoint/api/core_v1/downward_api_volume_file.hpp"
#include "setpoint/api/core_v1/env_from_source.hpp"
#include "setpoint/api/core_v1/env_var.hpp"
#include "setpoint/api/core_v1/ephemeral_container.hpp"
#include "setpoint/api/core_v1/event_source.hpp"
#include "setpoint/api/core_v1/exec_action.hpp"
#include "setpoint/api/core_v1/fc_volume_source.hpp"
#include "setpoint/api/core_v1/host_path_volume_source.hpp"
#include "setpoint/api/core_v1/http_get_action.hpp"
#include "setpoint/api/core_v1/key_to_path.hpp"
#include "setpoint/api/core_v1/lifecycle.hpp"
#include "setpoint/api/core_v1/local_object_reference.hpp"
#include "setpoint/api/core_v1/nfs_volume_source.hpp"
#include "setpoint/api/core_v1/node_selector.hpp"
#include "setpoint/api/core_v1/node_selector_term.hpp"
#include "setpoint/api/core_v1/object_field_selector.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim_spec.hpp"
#include "setpoint/api/core_v1/persistent_volume_spec.hpp"
#include "setpoint/api/core_v1/pod_security_context.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/core_v1/probe.hpp"
#include "setpoint/api/core_v1/projected_volume_source.hpp"
#include "setpoint/api/core_v1/resource_field_selector.hpp"
#include "setpoint/api/core_v1/resource_requirements.hpp"
#include "setpoint/api/core_v1/se_linux_options.hpp"
#include "setpoint/api/core_v1/seccomp_profile.hpp"
#include "setpoint/api/core_v1/security_context.hpp"
#include "setpoint/api/core_v1/tcp_socket_action.hpp"
#include "setpoint/api/core_v1/toleration.hpp"
#include "setpoint/api/core_v1/topology_selector_term.hpp"
#include "setpoint/api/core_v1/typed_local_object_reference.hpp"
#include "setpoint/api/core_v1/volume.hpp"
#include "setpoint/api/core_v1/volume_device.hpp"
#include "setpoint/api/core_v1/volume_health_condition.hpp"
#include "setpoint/api/core_v1/volume_mount.hpp"
#include "setpoint/api/core_v1/windows_security_context_options.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::core_v1::affinity);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::app_armor_profile);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::container);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::container_port);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::container_resize_policy);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::container_restart_rule);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::container_status);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::downward_api_volume_file);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::env_from_source);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::env_var);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::ephemeral_container);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::event_source);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::exec_action);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::fc_volume_source);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::http_get_action);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::host_path_volume_source);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::key_to_path);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::lifecycle);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::local_object_reference);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::nfs_volume_source);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::node_selector);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::node_selector_term);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::object_field_selector);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::object_reference);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::persistent_volume_claim_spec);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::persistent_volume_spec);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::pod_security_context);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::pod_spec);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::pod_template_spec);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::probe);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::projected_volume_source);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::resource_field_selector);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::resource_requirements);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::se_linux_options);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::seccomp_profile);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::security_context);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::tcp_socket_action);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::toleration);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::topology_selector_term);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::typed_local_object_reference);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::volume);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::volume_device);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::volume_health_condition);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::volume_mount);
SETPOINT_COMPILE_TABLE(setpoint::core_v1::windows_security_context_options);
