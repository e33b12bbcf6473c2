#pragma once
// All built-in kinds that include/setpoint/api describes, for tests that hold for each of them.

#include "setpoint/api/admissionregistration_v1.hpp"
#include "setpoint/api/apiregistration_v1.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/authentication_v1.hpp"
#include "setpoint/api/authorization_v1.hpp"
#include "setpoint/api/autoscaling_v1.hpp"
#include "setpoint/api/autoscaling_v2.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/certificates_v1.hpp"
#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/discovery_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/api/flowcontrol_v1.hpp"
#include "setpoint/api/networking_v1.hpp"
#include "setpoint/api/node_v1.hpp"
#include "setpoint/api/policy_v1.hpp"
#include "setpoint/api/rbac_v1.hpp"
#include "setpoint/api/resource_v1.hpp"
#include "setpoint/api/scheduling_v1.hpp"
#include "setpoint/api/storage_v1.hpp"
#include "setpoint/api/storagemigration_v1.hpp"

namespace setpoint { inline namespace v0 { namespace test {

using namespace kinds;

template <class... Kinds>
struct kind_list {
    // Calls f.template operator()<Kind>() for each.
    template <class F>
    static void each(F&& f) {
        (f.template operator()<Kinds>(), ...);
    }
};

// Kinds with a manifest in tests/integration/client/kinds; then the others.
using stored_kinds =
    kind_list<config_map, core_v1::namespace_, core_v1::secret, limit_range, node, persistent_volume,
              persistent_volume_claim, pod, resource_quota, service, service_account, controller_revision,
              daemon_set, deployment, replica_set, stateful_set, cron_job, job, ingress, ingress_class,
              network_policy, autoscaling_v2::horizontal_pod_autoscaler, pod_disruption_budget,
              priority_class, csi_driver, csi_node, csi_storage_capacity, storage_class, volume_attachment,
              volume_attributes_class, rbac_v1::role, rbac_v1::cluster_role, role_binding,
              cluster_role_binding, endpoint_slice, mutating_webhook_configuration,
              validating_webhook_configuration, validating_admission_policy,
              validating_admission_policy_binding, lease, events_v1::event>;
using other_kinds =
    kind_list<token_review, subject_access_review, authentication_v1::token_request, self_subject_review,
              local_subject_access_review, self_subject_access_review, self_subject_rules_review, binding,
              component_status, endpoints, core_v1::event, pod_template, replication_controller,
              autoscaling_v1::horizontal_pod_autoscaler, scale, eviction, api_service,
              certificate_signing_request, flow_schema, priority_level_configuration, ip_address,
              service_cidr, runtime_class, device_class, resource_v1::resource_claim, resource_claim_template,
              resource_slice, mutating_admission_policy, mutating_admission_policy_binding, device_taint_rule,
              cluster_trust_bundle, pod_certificate_request, storage_version_migration>;

}}}  // namespace setpoint::v0::test
