#include "apiserver/kinds/gated_fields.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view slices = "resourceslices.resource.k8s.io",
                           claims = "resourceclaims.resource.k8s.io",
                           claim_templates = "resourceclaimtemplates.resource.k8s.io";

// Those of locked features are not here: they are always on.
constexpr gated_fields field_table[] = {
    {"AtomicWriteVolumeUserFields", pod_specs,
     "volumes[].secret.defaultUser volumes[].secret.items[].user volumes[].configMap.defaultUser "
     "volumes[].configMap.items[].user volumes[].downwardAPI.defaultUser volumes[].downwardAPI.items[].user "
     "volumes[].projected.defaultUser volumes[].projected.sources[].secret.items[].user "
     "volumes[].projected.sources[].configMap.items[].user "
     "volumes[].projected.sources[].downwardAPI.items[].user "
     "volumes[].projected.sources[].serviceAccountToken.user "
     "volumes[].projected.sources[].clusterTrustBundle.user "
     "volumes[].projected.sources[].podCertificate.user"},
    {"CSIVolumeHealth", "pods", "status.volumeHealth"},
    {"CSIVolumeHealth", "persistentvolumeclaims", "status.healthStatus"},
    {"CSIVolumeHealth", "csinodes.storage.k8s.io", "status"},
    {"ClusterTrustBundleProjection", pod_specs, "volumes[].projected.sources[].clusterTrustBundle"},
    {"ContainerRestartRules", pod_specs,
     "containers[].restartPolicy containers[].restartPolicyRules initContainers[].restartPolicyRules "
     "ephemeralContainers[].restartPolicy ephemeralContainers[].restartPolicyRules"},
    {"ContainerStopSignals", pod_specs, "containers*.lifecycle?stopSignal"},
    {"CoordinatedLeaderElection", "leases.coordination.k8s.io", "spec.strategy"},
    {"CoordinatedLeaderElection", "leases.coordination.k8s.io", "spec.preferredHolder"},
    {"CrossNamespaceVolumeDataSource", "persistentvolumeclaims", "spec.dataSourceRef", "namespace"},
    {"DRAConsumableCapacity", claims,
     "spec.devices.constraints[].distinctAttribute spec.devices.requests[].exactly.capacity "
     "spec.devices.requests[].firstAvailable[].capacity"},
    {"DRAConsumableCapacity", claim_templates,
     "spec.spec.devices.constraints[].distinctAttribute spec.spec.devices.requests[].exactly.capacity "
     "spec.spec.devices.requests[].firstAvailable[].capacity"},
    {"DRAConsumableCapacity", slices,
     "spec.devices[].allowMultipleAllocations spec.devices[].capacity{}.requestPolicy"},
    {"DRADerivedAttributes", claims,
     "spec.devices.requests[].exactly.derivedAttributes "
     "spec.devices.requests[].firstAvailable[].derivedAttributes"},
    {"DRADerivedAttributes", claim_templates,
     "spec.spec.devices.requests[].exactly.derivedAttributes "
     "spec.spec.devices.requests[].firstAvailable[].derivedAttributes"},
    {"DRADeviceBindingConditions", slices,
     "spec.devices[].bindingConditions spec.devices[].bindingFailureConditions spec.devices[].bindsToNode"},
    {"DRADeviceCompatibilityGroups", slices, "spec.devices[].consumesCounters[].compatibilityGroups"},
    {"DRADeviceTaints", claims,
     "spec.devices.requests[].exactly.tolerations spec.devices.requests[].firstAvailable[].tolerations"},
    {"DRADeviceTaints", claim_templates,
     "spec.spec.devices.requests[].exactly.tolerations "
     "spec.spec.devices.requests[].firstAvailable[].tolerations"},
    {"DRADeviceTaints", slices, "spec.devices[].taints"},
    {"DRAListTypeAttributes", slices,
     "spec.devices[].attributes{}.bools spec.devices[].attributes{}.ints "
     "spec.devices[].attributes{}.strings spec.devices[].attributes{}.versions"},
    {"DRANodeAllocatableResources", "pods", "status.nodeAllocatableResourceClaimStatuses"},
    {"DRANodeAllocatableResources", slices, "spec.devices[].nodeAllocatableResources"},
    {"DRAOptionalNodeOperations", claims, "status.allocation.devices.results[].skipNodeOperations"},
    {"DRAOptionalNodeOperations", slices, "spec.skipNodeOperations"},
    {"DRAPartitionableDevices", slices,
     "spec.sharedCounters spec.perDeviceNodeSelection spec.devices[].consumesCounters "
     "spec.devices[].nodeName spec.devices[].nodeSelector spec.devices[].allNodes"},
    {"DRAPartitionableDevicesType", slices, "spec.partitionTypeAttribute"},
    {"DeploymentReplicaSetTerminatingReplicas", "deployments.apps", "status.terminatingReplicas"},
    {"DeploymentReplicaSetTerminatingReplicas", "replicasets.apps", "status.terminatingReplicas"},
    {"EmptyDirVolumeMode", pod_specs, "volumes[].emptyDir.mode"},
    {"EnvFiles", pod_specs, "containers*.env[].valueFrom.fileKeyRef"},
    {"EvictionRequestAPI", pod_specs, "evictionResponders"},
    {"GRPCContainerProbeTLS", pod_specs,
     "containers*.livenessProbe.grpc.mode containers*.readinessProbe.grpc.mode "
     "containers*.startupProbe.grpc.mode"},
    {"GenericWorkload", pod_specs, "schedulingGroup"},
    {"H2CContainerProbe", pod_specs,
     "containers*.livenessProbe.httpGet.protocol containers*.readinessProbe.httpGet.protocol "
     "containers*.startupProbe.httpGet.protocol containers*.lifecycle.postStart.httpGet.protocol "
     "containers*.lifecycle.preStop.httpGet.protocol"},
    {"ImageVolumeWithDigest", "pods",
     "status.containerStatuses[].volumeMounts[].volumeStatus "
     "status.initContainerStatuses[].volumeMounts[].volumeStatus "
     "status.ephemeralContainerStatuses[].volumeMounts[].volumeStatus"},
    {"InPlacePodLevelResourcesVerticalScaling", "pods", "status.resources status.allocatedResources"},
    {"InPlacePodVerticalScalingSchedulerPreemption", "nodes", "spec.podPreemptionPolicy"},
    {"KubeletInUserNamespace", "nodes", "status.nodeInfo.runningInUserNamespace"},
    {"MatchLabelKeysInPodTopologySpread", pod_specs, "topologySpreadConstraints[].matchLabelKeys"},
    {"MaxUnavailableStatefulSet", "statefulsets.apps", "spec.updateStrategy.rollingUpdate.maxUnavailable"},
    {"PodCertificateRequest", pod_specs, "volumes[].projected.sources[].podCertificate"},
    {"PodLevelResources", pod_specs, "resources"},
    {"ResourceHealthStatus", "pods",
     "status.containerStatuses[].allocatedResourcesStatus "
     "status.initContainerStatuses[].allocatedResourcesStatus "
     "status.ephemeralContainerStatuses[].allocatedResourcesStatus"},
    {"ResourceHealthStatusMessage", "pods",
     "status.containerStatuses[].allocatedResourcesStatus[].resources[].message "
     "status.initContainerStatuses[].allocatedResourcesStatus[].resources[].message "
     "status.ephemeralContainerStatuses[].allocatedResourcesStatus[].resources[].message"},
    {"VolumeBindMountOptions", pod_specs, "containers*.volumeMounts[].bindMountOptions"},
    {"VolumeLimitScaling", "csidrivers.storage.k8s.io", "spec.preventPodSchedulingIfMissing"},
    {"WorkloadWithJob", "jobs.batch", "spec.scheduling"},
    {"WorkloadWithJob", "cronjobs.batch", "spec.jobTemplate.spec.scheduling"},
};

constexpr gated_value value_table[] = {
    {"SELinuxMount", pod_specs, "securityContext.seLinuxChangePolicy", "Recursive", "MountOption"},
};

struct pod_spec_path {
    std::string_view storage, path;
};
constexpr pod_spec_path pod_spec_paths[] = {{"pods", "spec"},
                                            {"podtemplates", "template.spec"},
                                            {"replicationcontrollers", "spec.template.spec"},
                                            {"replicasets.apps", "spec.template.spec"},
                                            {"deployments.apps", "spec.template.spec"},
                                            {"statefulsets.apps", "spec.template.spec"},
                                            {"daemonsets.apps", "spec.template.spec"},
                                            {"jobs.batch", "spec.template.spec"},
                                            {"cronjobs.batch", "spec.jobTemplate.spec.template.spec"}};

constexpr std::array<std::string_view, 3> container_lists = {"containers", "initContainers",
                                                             "ephemeralContainers"};

// Splits at the first `by`; the second part is empty without one.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, char by) {
    const std::size_t at = text.find(by);
    if (at == std::string_view::npos) return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

template <class Object, class F>
void each_parent(Object& o, std::string_view path, F& f);

template <class Object, class F>
void each_element(Object& o, std::string_view list, std::string_view rest, F& f) {
    auto* const found = o.if_contains(list);
    auto* const elements = found == nullptr ? nullptr : found->if_array();
    if (elements == nullptr) return;
    for (auto& element : *elements)
        if (auto* object = element.if_object()) each_parent(*object, rest, f);
}

// Calls f(object, last part of the path) for each object that may have that field. As deep as the path is
// long.
template <class Object, class F>
void each_parent(Object& o, std::string_view path, F& f) {
    const auto [part, rest] = split_at(path, '.');
    if (rest.empty()) return f(o, part);
    if (part == "containers*") {
        for (const std::string_view list : container_lists) each_element(o, list, rest, f);
        return;
    }
    if (part.ends_with("[]")) return each_element(o, part.substr(0, part.size() - 2), rest, f);
    if (part.ends_with("{}")) {
        if (auto* map = object_at(o, part.substr(0, part.size() - 2)))
            for (auto& [key, value] : *map)
                if (auto* object = value.if_object()) each_parent(*object, rest, f);
        return;
    }
    if (auto* object = object_at(o, part)) each_parent(*object, rest, f);
}

template <class F>
void each_path(std::string_view paths, F f) {
    while (!paths.empty()) {
        const auto [path, rest] = split_at(paths, ' ');
        f(path);
        paths = rest;
    }
}

bool is_unused(const bj::value* v) {
    if (v == nullptr || v->is_null()) return true;
    if (v->is_array()) return v->get_array().empty();
    return v->is_string() && v->get_string().empty();
}

bool uses_any(const bj::object& object, std::string_view paths) {
    bool used = false;
    auto look = [&used](const bj::object& parent, std::string_view last) {
        const auto [outer, inner] = split_at(last, '?');
        const bj::value* const v =
            inner.empty() ? parent.if_contains(outer) : object_of(parent, outer).if_contains(inner);
        used = used || !is_unused(v);
    };
    each_path(paths, [&](std::string_view path) { each_parent(object, path, look); });
    return used;
}

void erase_field(bj::object& parent, std::string_view key) {
    if (const auto at = parent.find(key); at != parent.end()) parent.stable_erase(at);
}

void drop_row(bj::object& object, const gated_fields& row) {
    auto remove = [&row](bj::object& parent, std::string_view last) {
        const auto [outer, inner] = split_at(last, '?');
        if (!row.with.empty() && is_unused(value_at(object_of(parent, outer), row.with))) return;
        if (inner.empty()) return erase_field(parent, outer);
        bj::object* const at = object_at(parent, outer);
        if (at == nullptr || !at->contains(inner)) return;
        erase_field(*at, inner);
        if (at->empty()) erase_field(parent, outer);
    };
    each_path(row.paths, [&](std::string_view path) { each_parent(object, path, remove); });
}

template <class Object>
Object* at_path(Object& object, std::string_view path) {
    Object* at = &object;
    while (at != nullptr && !path.empty()) {
        const auto [part, rest] = split_at(path, '.');
        at = object_at(*at, part);
        path = rest;
    }
    return at;
}

// Empty if the kind has no pods.
std::string_view path_of_pod_spec(std::string_view storage) {
    const auto* row = std::ranges::find(pod_spec_paths, storage, &pod_spec_path::storage);
    return row == std::end(pod_spec_paths) ? std::string_view() : row->path;
}

}  // namespace

std::span<const gated_fields> all_gated_fields() {
    return field_table;
}

std::span<const gated_value> all_gated_values() {
    return value_table;
}

void drop_disabled_fields(const feature_gates& gates, std::string_view storage, bj::object& object,
                          const bj::object* old) {
    const std::string_view pod_path = path_of_pod_spec(storage);
    bj::object* const pod = pod_path.empty() ? nullptr : at_path(object, pod_path);
    const bj::object* const old_pod = pod_path.empty() || old == nullptr ? nullptr : at_path(*old, pod_path);
    for (const gated_fields& row : field_table) {
        const bool of_pods = row.storage == pod_specs;
        bj::object* const from = of_pods ? pod : row.storage == storage ? &object : nullptr;
        const bj::object* const before = of_pods ? old_pod : old;
        if (from == nullptr || gates.is_on(row.feature)) continue;
        if (before == nullptr || !uses_any(*before, row.paths)) drop_row(*from, row);
    }
}

void validate_gated_values(const feature_gates& gates, std::string_view storage, const bj::object& object,
                           const bj::object* old, field_errors& errors) {
    const std::string_view pod_path = path_of_pod_spec(storage);
    if (pod_path.empty()) return;
    const bj::object* const pod = at_path(object, pod_path);
    const bj::object* const old_pod = old == nullptr ? nullptr : at_path(*old, pod_path);
    for (const gated_value& row : value_table) {
        if (pod == nullptr) continue;
        bool any = gates.is_on(row.feature);
        auto look = [&](const bj::object& parent, std::string_view key) {
            any = any || value_at(parent, key) != nullptr;
        };
        if (old_pod != nullptr) each_parent(*old_pod, row.path, look);
        auto check = [&](const bj::object& parent, std::string_view key) {
            const bj::value* const v = value_at(parent, key);
            if (v == nullptr || text_of(*v) == row.allowed || (any && text_of(*v) == row.gated)) return;
            std::vector<std::string> supported{std::string(row.allowed)};
            if (any) supported.insert(supported.begin(), std::string(row.gated));
            not_supported(errors, child(std::string(pod_path), row.path), text_of(*v), supported);
        };
        each_parent(*pod, row.path, check);
    }
}

}}}  // namespace setpoint::v0::apiserver
