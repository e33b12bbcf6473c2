// Numbers and types as in generated.proto of k8s.io/api (apps/v1, core/v1, events/v1) and k8s.io/apimachinery
// (pkg/apis/meta/v1), version 0.37; presence as in types.go beside it. What no program of the benchmark
// writes, such as volumes and probes, is left out, and refused when it comes.

#include "protobuf_fields.hpp"

namespace setpoint::inline v0::replay {

namespace {

using enum field_type;
using enum presence;

constexpr field_shape owner_fields[] = {
    {1, "kind", text, always},          {3, "name", text, always},
    {4, "uid", text, always},           {5, "apiVersion", text, always},
    {6, "controller", truth, optional}, {7, "blockOwnerDeletion", truth, optional},
};
constexpr message_shape owner_shape{"OwnerReference", owner_fields};

constexpr field_shape managed_fields[] = {
    {1, "manager", text, always},     {2, "operation", text, always},  {3, "apiVersion", text, always},
    {4, "time", time, optional},      {6, "fieldsType", text, always}, {7, "fieldsV1", raw_json, optional},
    {8, "subresource", text, always},
};
constexpr message_shape managed_shape{"ManagedFieldsEntry", managed_fields};

constexpr field_shape meta_fields[] = {
    {1, "name", text, always},
    {2, "generateName", text, always},
    {3, "namespace", text, always},
    {4, "selfLink", text, always},
    {5, "uid", text, always},
    {6, "resourceVersion", text, always},
    {7, "generation", integer, always},
    {8, "creationTimestamp", time, always},
    {9, "deletionTimestamp", time, optional},
    {10, "deletionGracePeriodSeconds", integer, optional},
    {11, "labels", map_of_texts, repeated},
    {12, "annotations", map_of_texts, repeated},
    {13, "ownerReferences", message, repeated, &owner_shape},
    {14, "finalizers", text, repeated},
    {17, "managedFields", message, repeated, &managed_shape},
};
constexpr message_shape meta_shape{"ObjectMeta", meta_fields};

constexpr field_shape list_meta_fields[] = {
    {1, "selfLink", text, always},
    {2, "resourceVersion", text, always},
    {3, "continue", text, always},
    {4, "remainingItemCount", integer, optional},
};

constexpr field_shape port_fields[] = {
    {1, "name", text, always},     {2, "hostPort", integer, always}, {3, "containerPort", integer, always},
    {4, "protocol", text, always}, {5, "hostIP", text, always},
};
constexpr message_shape port_shape{"ContainerPort", port_fields};

constexpr field_shape variable_fields[] = {
    {1, "name", text, always},
    {2, "value", text, always},
};
constexpr message_shape variable_shape{"EnvVar", variable_fields};

constexpr message_shape resources_shape{"ResourceRequirements", {}};

constexpr field_shape container_fields[] = {
    {1, "name", text, always},
    {2, "image", text, always},
    {3, "command", text, repeated},
    {4, "args", text, repeated},
    {5, "workingDir", text, always},
    {6, "ports", message, repeated, &port_shape},
    {7, "env", message, repeated, &variable_shape},
    {8, "resources", message, always, &resources_shape},
    {13, "terminationMessagePath", text, always},
    {14, "imagePullPolicy", text, always},
    {16, "stdin", truth, always},
    {17, "stdinOnce", truth, always},
    {18, "tty", truth, always},
    {20, "terminationMessagePolicy", text, always},
};
constexpr message_shape container_shape{"Container", container_fields};

constexpr message_shape pod_security_shape{"PodSecurityContext", {}};

constexpr field_shape pod_fields[] = {
    {2, "containers", message, repeated, &container_shape},
    {3, "restartPolicy", text, always},
    {4, "terminationGracePeriodSeconds", integer, optional},
    {5, "activeDeadlineSeconds", integer, optional},
    {6, "dnsPolicy", text, always},
    {7, "nodeSelector", map_of_texts, repeated},
    {8, "serviceAccountName", text, always},
    {9, "serviceAccount", text, always},
    {10, "nodeName", text, always},
    {11, "hostNetwork", truth, always},
    {12, "hostPID", truth, always},
    {13, "hostIPC", truth, always},
    {14, "securityContext", message, optional, &pod_security_shape},
    {16, "hostname", text, always},
    {17, "subdomain", text, always},
    {19, "schedulerName", text, always},
    {20, "initContainers", message, repeated, &container_shape},
    {21, "automountServiceAccountToken", truth, optional},
    {24, "priorityClassName", text, always},
    {25, "priority", integer, optional},
};
constexpr message_shape pod_shape{"PodSpec", pod_fields};

constexpr field_shape template_fields[] = {
    {1, "metadata", message, always, &meta_shape},
    {2, "spec", message, always, &pod_shape},
};
constexpr message_shape template_shape{"PodTemplateSpec", template_fields};

constexpr field_shape selector_fields[] = {
    {1, "matchLabels", map_of_texts, repeated},
};
constexpr message_shape selector_shape{"LabelSelector", selector_fields};

constexpr field_shape rolling_fields[] = {
    {1, "maxUnavailable", int_or_string, optional},
    {2, "maxSurge", int_or_string, optional},
};
constexpr message_shape rolling_shape{"RollingUpdateDeployment", rolling_fields};

constexpr field_shape strategy_fields[] = {
    {1, "type", text, always},
    {2, "rollingUpdate", message, optional, &rolling_shape},
};
constexpr message_shape strategy_shape{"DeploymentStrategy", strategy_fields};

constexpr field_shape deployment_spec_fields[] = {
    {1, "replicas", integer, optional},
    {2, "selector", message, optional, &selector_shape},
    {3, "template", message, always, &template_shape},
    {4, "strategy", message, always, &strategy_shape},
    {5, "minReadySeconds", integer, always},
    {6, "revisionHistoryLimit", integer, optional},
    {7, "paused", truth, always},
    {9, "progressDeadlineSeconds", integer, optional},
};
constexpr message_shape deployment_spec_shape{"DeploymentSpec", deployment_spec_fields};

constexpr field_shape deployment_condition_fields[] = {
    {1, "type", text, always},           {2, "status", text, always},
    {4, "reason", text, always},         {5, "message", text, always},
    {6, "lastUpdateTime", time, always}, {7, "lastTransitionTime", time, always},
};
constexpr message_shape deployment_condition_shape{"DeploymentCondition", deployment_condition_fields};

constexpr field_shape deployment_status_fields[] = {
    {1, "observedGeneration", integer, always},
    {2, "replicas", integer, always},
    {3, "updatedReplicas", integer, always},
    {4, "availableReplicas", integer, always},
    {5, "unavailableReplicas", integer, always},
    {6, "conditions", message, repeated, &deployment_condition_shape},
    {7, "readyReplicas", integer, always},
    {8, "collisionCount", integer, optional},
    {9, "terminatingReplicas", integer, optional},
};
constexpr message_shape deployment_status_shape{"DeploymentStatus", deployment_status_fields};

constexpr field_shape deployment_fields[] = {
    {1, "metadata", message, always, &meta_shape},
    {2, "spec", message, always, &deployment_spec_shape},
    {3, "status", message, always, &deployment_status_shape},
};

constexpr field_shape service_port_fields[] = {
    {1, "name", text, always},        {2, "protocol", text, always},
    {3, "port", integer, always},     {4, "targetPort", int_or_string, always},
    {5, "nodePort", integer, always}, {6, "appProtocol", text, optional},
};
constexpr message_shape service_port_shape{"ServicePort", service_port_fields};

constexpr field_shape service_spec_fields[] = {
    {1, "ports", message, repeated, &service_port_shape},
    {2, "selector", map_of_texts, repeated},
    {3, "clusterIP", text, always},
    {4, "type", text, always},
    {5, "externalIPs", text, repeated},
    {7, "sessionAffinity", text, always},
    {8, "loadBalancerIP", text, always},
    {9, "loadBalancerSourceRanges", text, repeated},
    {10, "externalName", text, always},
    {11, "externalTrafficPolicy", text, always},
    {12, "healthCheckNodePort", integer, always},
    {13, "publishNotReadyAddresses", truth, always},
    {17, "ipFamilyPolicy", text, optional},
    {18, "clusterIPs", text, repeated},
    {19, "ipFamilies", text, repeated},
    {20, "allocateLoadBalancerNodePorts", truth, optional},
    {21, "loadBalancerClass", text, optional},
    {22, "internalTrafficPolicy", text, optional},
    {23, "trafficDistribution", text, optional},
};
constexpr message_shape service_spec_shape{"ServiceSpec", service_spec_fields};

constexpr message_shape balancer_shape{"LoadBalancerStatus", {}};

constexpr field_shape service_status_fields[] = {
    {1, "loadBalancer", message, always, &balancer_shape},
};
constexpr message_shape service_status_shape{"ServiceStatus", service_status_fields};

constexpr field_shape service_fields[] = {
    {1, "metadata", message, always, &meta_shape},
    {2, "spec", message, always, &service_spec_shape},
    {3, "status", message, always, &service_status_shape},
};

constexpr field_shape reference_fields[] = {
    {1, "kind", text, always},      {2, "namespace", text, always},  {3, "name", text, always},
    {4, "uid", text, always},       {5, "apiVersion", text, always}, {6, "resourceVersion", text, always},
    {7, "fieldPath", text, always},
};
constexpr message_shape reference_shape{"ObjectReference", reference_fields};

constexpr field_shape source_fields[] = {
    {1, "component", text, always},
    {2, "host", text, always},
};
constexpr message_shape source_shape{"EventSource", source_fields};

constexpr field_shape series_fields[] = {
    {1, "count", integer, always},
    {2, "lastObservedTime", micro_time, always},
};
constexpr message_shape series_shape{"EventSeries", series_fields};

constexpr field_shape event_fields[] = {
    {1, "metadata", message, always, &meta_shape},
    {2, "eventTime", micro_time, always},
    {3, "series", message, optional, &series_shape},
    {4, "reportingController", text, always},
    {5, "reportingInstance", text, always},
    {6, "action", text, always},
    {7, "reason", text, always},
    {8, "regarding", message, always, &reference_shape},
    {9, "related", message, optional, &reference_shape},
    {10, "note", text, always},
    {11, "type", text, always},
    {12, "deprecatedSource", message, always, &source_shape},
    {13, "deprecatedFirstTimestamp", time, always},
    {14, "deprecatedLastTimestamp", time, always},
    {15, "deprecatedCount", integer, always},
};

}  // namespace

constinit const message_shape list_meta_shape{"ListMeta", list_meta_fields};

namespace {

constexpr field_shape status_fields[] = {
    {1, "metadata", message, always, &list_meta_shape},
    {2, "status", text, always},
    {3, "message", text, always},
    {4, "reason", text, always},
    {6, "code", integer, always},
};

}  // namespace

constinit const message_shape deployment_shape{"Deployment", deployment_fields};
constinit const message_shape service_shape{"Service", service_fields};
constinit const message_shape event_shape{"Event", event_fields};
constinit const message_shape status_shape{"Status", status_fields};

}  // namespace setpoint::inline v0::replay
