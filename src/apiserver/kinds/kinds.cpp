// Every built-in kind with a resource, in the order of the real server's discovery.

#include "apiserver/kinds/kinds.hpp"

#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// clang-format off
constexpr kind_entry kind_table[] = {
    {"v1", "Binding", &binding_kind},
    {"v1", "ComponentStatus", &component_status_kind},
    {"v1", "ConfigMap", &config_map_kind},
    {"v1", "Endpoints", &endpoints_kind},
    {"v1", "Event", &event_kind},
    {"v1", "LimitRange", &limit_range_kind},
    {"v1", "Namespace", &namespace_kind},
    {"v1", "Node", &node_kind},
    {"v1", "PersistentVolumeClaim", &persistent_volume_claim_kind},
    {"v1", "PersistentVolume", &persistent_volume_kind},
    {"v1", "Pod", &pod_kind},
    {"v1", "PodTemplate", &pod_template_kind},
    {"v1", "ReplicationController", &replication_controller_kind},
    {"v1", "ResourceQuota", &resource_quota_kind},
    {"v1", "Secret", &secret_kind},
    {"v1", "ServiceAccount", &service_account_kind},
    {"v1", "Service", &service_kind},
    {"apiregistration.k8s.io/v1", "APIService", &api_service_kind},
    {"apps/v1", "ControllerRevision", &controller_revision_kind},
    {"apps/v1", "DaemonSet", &daemon_set_kind},
    {"apps/v1", "Deployment", &deployment_kind},
    {"apps/v1", "ReplicaSet", &replica_set_kind},
    {"apps/v1", "StatefulSet", &stateful_set_kind},
    {"events.k8s.io/v1", "Event", &events_event_kind},
    {"authentication.k8s.io/v1", "SelfSubjectReview", &self_subject_review_kind},
    {"authentication.k8s.io/v1", "TokenReview", &token_review_kind},
    {"authorization.k8s.io/v1", "LocalSubjectAccessReview", &local_subject_access_review_kind},
    {"authorization.k8s.io/v1", "SelfSubjectAccessReview", &self_subject_access_review_kind},
    {"authorization.k8s.io/v1", "SelfSubjectRulesReview", &self_subject_rules_review_kind},
    {"authorization.k8s.io/v1", "SubjectAccessReview", &subject_access_review_kind},
    {"autoscaling/v2", "HorizontalPodAutoscaler", &horizontal_pod_autoscaler_kind},
    {"autoscaling/v1", "HorizontalPodAutoscaler", &horizontal_pod_autoscaler_v1_kind},
    {"batch/v1", "CronJob", &cron_job_kind},
    {"batch/v1", "Job", &job_kind},
    {"certificates.k8s.io/v1", "CertificateSigningRequest", &certificate_signing_request_kind},
    {"certificates.k8s.io/v1", "ClusterTrustBundle", &cluster_trust_bundle_kind},
    {"certificates.k8s.io/v1", "PodCertificateRequest", &pod_certificate_request_kind},
    {"networking.k8s.io/v1", "IngressClass", &ingress_class_kind},
    {"networking.k8s.io/v1", "Ingress", &ingress_kind},
    {"networking.k8s.io/v1", "IPAddress", &ip_address_kind},
    {"networking.k8s.io/v1", "NetworkPolicy", &network_policy_kind},
    {"networking.k8s.io/v1", "ServiceCIDR", &service_cidr_kind},
    {"policy/v1", "PodDisruptionBudget", &pod_disruption_budget_kind},
    {"rbac.authorization.k8s.io/v1", "ClusterRoleBinding", &cluster_role_binding_kind},
    {"rbac.authorization.k8s.io/v1", "ClusterRole", &cluster_role_kind},
    {"rbac.authorization.k8s.io/v1", "RoleBinding", &role_binding_kind},
    {"rbac.authorization.k8s.io/v1", "Role", &role_kind},
    {"storage.k8s.io/v1", "CSIDriver", &csi_driver_kind},
    {"storage.k8s.io/v1", "CSINode", &csi_node_kind},
    {"storage.k8s.io/v1", "CSIStorageCapacity", &csi_storage_capacity_kind},
    {"storage.k8s.io/v1", "StorageClass", &storage_class_kind},
    {"storage.k8s.io/v1", "VolumeAttachment", &volume_attachment_kind},
    {"storage.k8s.io/v1", "VolumeAttributesClass", &volume_attributes_class_kind},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy", &mutating_admission_policy_kind},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding", &mutating_admission_policy_binding_kind},
    {"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", &mutating_webhook_configuration_kind},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", &validating_admission_policy_kind},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", &validating_admission_policy_binding_kind},
    {"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", &validating_webhook_configuration_kind},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition", &custom_resource_definition_kind},
    {"scheduling.k8s.io/v1", "PriorityClass", &priority_class_kind},
    {"coordination.k8s.io/v1", "Lease", &lease_kind},
    {"node.k8s.io/v1", "RuntimeClass", &runtime_class_kind},
    {"discovery.k8s.io/v1", "EndpointSlice", &endpoint_slice_kind},
    {"resource.k8s.io/v1", "DeviceClass", &device_class_kind},
    {"resource.k8s.io/v1", "DeviceTaintRule", &device_taint_rule_kind},
    {"resource.k8s.io/v1", "ResourceClaim", &resource_claim_kind},
    {"resource.k8s.io/v1", "ResourceClaimTemplate", &resource_claim_template_kind},
    {"resource.k8s.io/v1", "ResourceSlice", &resource_slice_kind},
    {"flowcontrol.apiserver.k8s.io/v1", "FlowSchema", &flow_schema_kind},
    {"flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", &priority_level_configuration_kind},
    {"storagemigration.k8s.io/v1", "StorageVersionMigration", &storage_version_migration_kind},
};
// clang-format on

}  // namespace

std::span<const kind_entry> builtin_kinds() {
    return kind_table;
}

type_defaults defaults_of_type(std::string_view type) {
    for (const kind_entry& kind : kind_table)
        for (const type_default& d : kind.code->type_defaults)
            if (d.type == type) return d.fill;
    return nullptr;
}

}}}  // namespace setpoint::v0::apiserver
