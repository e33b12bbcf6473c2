#pragma once
// The code of all built-in kinds. kinds/<group>/<kind>.cpp defines each.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct kind_entry {
    std::string_view api_version, kind;  // "batch/v1", "Job"
    const kind_code* code;
};
// All kinds that have a resource, in the order of the real server's discovery.
std::span<const kind_entry> builtin_kinds();

// By group. Scale, Eviction and TokenRequest are forms of subresources, and not in builtin_kinds().
// core
extern const kind_code binding_kind, component_status_kind, config_map_kind, endpoints_kind, event_kind,
    limit_range_kind, namespace_kind, node_kind, persistent_volume_claim_kind, persistent_volume_kind,
    pod_kind, pod_template_kind, replication_controller_kind, resource_quota_kind, secret_kind,
    service_account_kind, service_kind;
// admissionregistration
extern const kind_code mutating_admission_policy_binding_kind, mutating_admission_policy_kind,
    mutating_webhook_configuration_kind, validating_admission_policy_binding_kind,
    validating_admission_policy_kind, validating_webhook_configuration_kind;
// apiextensions
extern const kind_code custom_resource_definition_kind;
// apiregistration
extern const kind_code api_service_kind;
// apps
extern const kind_code controller_revision_kind, daemon_set_kind, deployment_kind, replica_set_kind,
    stateful_set_kind;
// authentication
extern const kind_code self_subject_review_kind, token_request_kind, token_review_kind;
// authorization
extern const kind_code local_subject_access_review_kind, self_subject_access_review_kind,
    self_subject_rules_review_kind, subject_access_review_kind;
// autoscaling
extern const kind_code horizontal_pod_autoscaler_kind, horizontal_pod_autoscaler_v1_kind, scale_kind;
// batch
extern const kind_code cron_job_kind, job_kind;
// certificates
extern const kind_code certificate_signing_request_kind, cluster_trust_bundle_kind,
    pod_certificate_request_kind;
// coordination
extern const kind_code lease_kind;
// discovery
extern const kind_code endpoint_slice_kind;
// events
extern const kind_code events_event_kind;
// flowcontrol
extern const kind_code flow_schema_kind, priority_level_configuration_kind;
// networking
extern const kind_code ingress_class_kind, ingress_kind, ip_address_kind, network_policy_kind,
    service_cidr_kind;
// node
extern const kind_code runtime_class_kind;
// policy
extern const kind_code eviction_kind, pod_disruption_budget_kind;
// rbac
extern const kind_code cluster_role_binding_kind, cluster_role_kind, role_binding_kind, role_kind;
// resource
extern const kind_code device_class_kind, device_taint_rule_kind, resource_claim_kind,
    resource_claim_template_kind, resource_slice_kind;
// scheduling
extern const kind_code priority_class_kind;
// storage
extern const kind_code csi_driver_kind, csi_node_kind, csi_storage_capacity_kind, storage_class_kind,
    volume_attachment_kind, volume_attributes_class_kind;
// storagemigration
extern const kind_code storage_version_migration_kind;

}}}  // namespace setpoint::v0::apiserver
