// Every built-in resource, in the order of the real server's discovery.

#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/printers/printers.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "apiserver/strategies/storage_versions.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/warnings/warnings.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

// Lists are comma-separated.
struct row {
    std::string_view group, version, plural, kind, singular, short_names, categories, verbs, flags,
        subresources;
    const strategy* kind_strategy;
};

constexpr std::string_view all_verbs = "create,delete,deletecollection,get,list,patch,update,watch",
                           no_collection = "create,delete,get,list,patch,update,watch",
                           create_only = "create", read_only = "get,list";

// clang-format off
const row rows[] = {
    {"", "v1", "bindings", "Binding", "binding", "", "", create_only, "", "", &binding_strategy},
    {"", "v1", "componentstatuses", "ComponentStatus", "componentstatus", "cs", "", read_only, "cluster", "", &component_status_strategy},
    {"", "v1", "configmaps", "ConfigMap", "configmap", "cm", "", all_verbs, "", "", &config_map_strategy},
    {"", "v1", "endpoints", "Endpoints", "endpoints", "ep", "", all_verbs, "", "", &endpoints_strategy},
    {"", "v1", "events", "Event", "event", "ev", "", all_verbs, "", "", &event_strategy},
    {"", "v1", "limitranges", "LimitRange", "limitrange", "limits", "", all_verbs, "", "", &limit_range_strategy},
    {"", "v1", "namespaces", "Namespace", "namespace", "ns", "", no_collection, "cluster,status", "finalize", &namespace_strategy},
    {"", "v1", "nodes", "Node", "node", "no", "", all_verbs, "cluster,status", "proxy", &node_strategy},
    {"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", "persistentvolumeclaim", "pvc", "", all_verbs, "status", "", &volume_claim_strategy},
    {"", "v1", "persistentvolumes", "PersistentVolume", "persistentvolume", "pv", "", all_verbs, "cluster,status", "", &volume_strategy},
    {"", "v1", "pods", "Pod", "pod", "po", "all", all_verbs, "status", "attach,binding,ephemeralcontainers,eviction,exec,log,portforward,proxy,resize", &pod_strategy},
    {"", "v1", "podtemplates", "PodTemplate", "podtemplate", "", "", all_verbs, "", "", &pod_template_strategy},
    {"", "v1", "replicationcontrollers", "ReplicationController", "replicationcontroller", "rc", "all", all_verbs, "status,scale", "", &replication_controller_strategy},
    {"", "v1", "resourcequotas", "ResourceQuota", "resourcequota", "quota", "", all_verbs, "status", "", &quota_strategy},
    {"", "v1", "secrets", "Secret", "secret", "", "", all_verbs, "", "", &secret_strategy},
    {"", "v1", "serviceaccounts", "ServiceAccount", "serviceaccount", "sa", "", all_verbs, "", "token", &service_account_strategy},
    {"", "v1", "services", "Service", "service", "svc", "all", all_verbs, "status", "proxy", &service_strategy},
    {"apiregistration.k8s.io", "v1", "apiservices", "APIService", "apiservice", "", "api-extensions", all_verbs, "cluster,status", "", &api_service_strategy},
    {"apps", "v1", "controllerrevisions", "ControllerRevision", "controllerrevision", "", "", all_verbs, "", "", &controller_revision_strategy},
    {"apps", "v1", "daemonsets", "DaemonSet", "daemonset", "ds", "all", all_verbs, "status", "", &daemon_set_strategy},
    {"apps", "v1", "deployments", "Deployment", "deployment", "deploy", "all", all_verbs, "status,scale", "", &deployment_strategy},
    {"apps", "v1", "replicasets", "ReplicaSet", "replicaset", "rs", "all", all_verbs, "status,scale", "", &replica_set_strategy},
    {"apps", "v1", "statefulsets", "StatefulSet", "statefulset", "sts", "all", all_verbs, "status,scale", "", &stateful_set_strategy},
    {"events.k8s.io", "v1", "events", "Event", "event", "ev", "", all_verbs, "", "", &events_event_strategy},
    {"authentication.k8s.io", "v1", "selfsubjectreviews", "SelfSubjectReview", "selfsubjectreview", "", "", create_only, "cluster", "", &self_review_strategy},
    {"authentication.k8s.io", "v1", "tokenreviews", "TokenReview", "tokenreview", "", "", create_only, "cluster", "", &token_review_strategy},
    {"authorization.k8s.io", "v1", "localsubjectaccessreviews", "LocalSubjectAccessReview", "localsubjectaccessreview", "", "", create_only, "", "", &local_access_review_strategy},
    {"authorization.k8s.io", "v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview", "selfsubjectaccessreview", "", "", create_only, "cluster", "", &access_review_strategy},
    {"authorization.k8s.io", "v1", "selfsubjectrulesreviews", "SelfSubjectRulesReview", "selfsubjectrulesreview", "", "", create_only, "cluster", "", &rules_review_strategy},
    {"authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview", "subjectaccessreview", "", "", create_only, "cluster", "", &access_review_strategy},
    {"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "horizontalpodautoscaler", "hpa", "all", all_verbs, "status", "", &autoscaler_strategy},
    {"autoscaling", "v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler", "horizontalpodautoscaler", "hpa", "all", all_verbs, "status", "", &autoscaler_strategy},
    {"batch", "v1", "cronjobs", "CronJob", "cronjob", "cj", "all", all_verbs, "status", "", &cron_job_strategy},
    {"batch", "v1", "jobs", "Job", "job", "", "all", all_verbs, "status", "", &job_strategy},
    {"certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", "certificatesigningrequest", "csr", "", all_verbs, "cluster,status", "approval", &certificate_request_strategy},
    {"networking.k8s.io", "v1", "ingressclasses", "IngressClass", "ingressclass", "", "", all_verbs, "cluster", "", &ingress_class_strategy},
    {"networking.k8s.io", "v1", "ingresses", "Ingress", "ingress", "ing", "", all_verbs, "status", "", &ingress_strategy},
    {"networking.k8s.io", "v1", "ipaddresses", "IPAddress", "ipaddress", "ip", "", all_verbs, "cluster", "", &ip_address_strategy},
    {"networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", "networkpolicy", "netpol", "", all_verbs, "", "", &network_policy_strategy},
    {"networking.k8s.io", "v1", "servicecidrs", "ServiceCIDR", "servicecidr", "", "", all_verbs, "cluster,status", "", &service_cidr_strategy},
    {"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", "poddisruptionbudget", "pdb", "", all_verbs, "status", "", &disruption_budget_strategy},
    {"rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", "clusterrolebinding", "", "", all_verbs, "cluster", "", &cluster_role_binding_strategy},
    {"rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", "clusterrole", "", "", all_verbs, "cluster", "", &cluster_role_strategy},
    {"rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding", "rolebinding", "", "", all_verbs, "", "", &role_binding_strategy},
    {"rbac.authorization.k8s.io", "v1", "roles", "Role", "role", "", "", all_verbs, "", "", &role_strategy},
    {"storage.k8s.io", "v1", "csidrivers", "CSIDriver", "csidriver", "", "", all_verbs, "cluster", "", &csi_driver_strategy},
    {"storage.k8s.io", "v1", "csinodes", "CSINode", "csinode", "", "", all_verbs, "cluster", "", &csi_node_strategy},
    {"storage.k8s.io", "v1", "csistoragecapacities", "CSIStorageCapacity", "csistoragecapacity", "", "", all_verbs, "", "", &storage_capacity_strategy},
    {"storage.k8s.io", "v1", "storageclasses", "StorageClass", "storageclass", "sc", "", all_verbs, "cluster", "", &storage_class_strategy},
    {"storage.k8s.io", "v1", "volumeattachments", "VolumeAttachment", "volumeattachment", "", "", all_verbs, "cluster,status", "", &volume_attachment_strategy},
    {"storage.k8s.io", "v1", "volumeattributesclasses", "VolumeAttributesClass", "volumeattributesclass", "vac", "", all_verbs, "cluster", "", &attributes_class_strategy},
    {"admissionregistration.k8s.io", "v1", "mutatingadmissionpolicies", "MutatingAdmissionPolicy", "mutatingadmissionpolicy", "", "api-extensions", all_verbs, "cluster", "", &mutating_policy_strategy},
    {"admissionregistration.k8s.io", "v1", "mutatingadmissionpolicybindings", "MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybinding", "", "api-extensions", all_verbs, "cluster", "", &mutating_binding_strategy},
    {"admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration", "mutatingwebhookconfiguration", "", "api-extensions", all_verbs, "cluster", "", &mutating_webhooks_strategy},
    {"admissionregistration.k8s.io", "v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy", "validatingadmissionpolicy", "", "api-extensions", all_verbs, "cluster,status", "", &validating_policy_strategy},
    {"admissionregistration.k8s.io", "v1", "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybinding", "", "api-extensions", all_verbs, "cluster", "", &validating_binding_strategy},
    {"admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", "validatingwebhookconfiguration", "", "api-extensions", all_verbs, "cluster", "", &validating_webhooks_strategy},
    {"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", "customresourcedefinition", "crd,crds", "api-extensions", all_verbs, "cluster,status", "", &definition_strategy},
    {"scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", "priorityclass", "pc", "", all_verbs, "cluster", "", &priority_class_strategy},
    {"coordination.k8s.io", "v1", "leases", "Lease", "lease", "", "", all_verbs, "", "", &lease_strategy},
    {"node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", "runtimeclass", "", "", all_verbs, "cluster", "", &runtime_class_strategy},
    {"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", "endpointslice", "", "", all_verbs, "", "", &endpoint_slice_strategy},
    {"resource.k8s.io", "v1", "deviceclasses", "DeviceClass", "deviceclass", "", "", all_verbs, "cluster", "", &device_class_strategy},
    {"resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", "resourceclaim", "", "", all_verbs, "status", "", &resource_claim_strategy},
    {"resource.k8s.io", "v1", "resourceclaimtemplates", "ResourceClaimTemplate", "resourceclaimtemplate", "", "", all_verbs, "", "", &claim_template_strategy},
    {"resource.k8s.io", "v1", "resourceslices", "ResourceSlice", "resourceslice", "", "", all_verbs, "cluster", "", &resource_slice_strategy},
    {"flowcontrol.apiserver.k8s.io", "v1", "flowschemas", "FlowSchema", "flowschema", "", "", all_verbs, "cluster,status", "", &flow_schema_strategy},
    {"flowcontrol.apiserver.k8s.io", "v1", "prioritylevelconfigurations", "PriorityLevelConfiguration", "prioritylevelconfiguration", "", "", all_verbs, "cluster,status", "", &priority_level_strategy},
};
// clang-format on

struct selectable_row {
    std::string_view storage, version, fields;
};
constexpr selectable_row selectable_rows[] = {
    {"pods", "v1",
     "spec.nodeName,spec.host,spec.restartPolicy,spec.schedulerName,spec.serviceAccountName,spec.hostNetwork,"
     "status."
     "phase,"
     "status.podIP,status.podIPs,status.nominatedNodeName"},
    {"events", "v1",
     "involvedObject.kind,involvedObject.namespace,involvedObject.name,involvedObject.uid,involvedObject."
     "apiVersion,"
     "involvedObject.resourceVersion,involvedObject.fieldPath,reason,reportingComponent,source,type"},
    {"events", "events.k8s.io/v1",
     "reason,regarding.kind,regarding.namespace,regarding.name,regarding.uid,regarding.apiVersion,"
     "regarding.resourceVersion,regarding.fieldPath,reportingController,type"},
    {"namespaces", "v1", "status.phase"},
    {"nodes", "v1", "spec.unschedulable"},
    {"replicationcontrollers", "v1", "status.replicas"},
    {"jobs.batch", "batch/v1", "status.successful"},
    {"certificatesigningrequests.certificates.k8s.io", "certificates.k8s.io/v1", "spec.signerName"},
    {"secrets", "v1", "type"},
    {"services", "v1", "spec.clusterIP,spec.type"},
    {"resourceslices.resource.k8s.io", "resource.k8s.io/v1", "spec.nodeName,spec.driver"},
};

std::vector<std::string> split(std::string_view s) {
    std::vector<std::string> out;
    while (!s.empty()) {
        const std::size_t comma = s.find(',');
        out.emplace_back(s.substr(0, comma));
        s.remove_prefix(comma == std::string_view::npos ? s.size() : comma + 1);
    }
    return out;
}

bool has(std::string_view list, std::string_view word) {
    for (const std::string& w : split(list)) {
        if (w == word) return true;
    }
    return false;
}

void add_scale(resource& r) {
    r.scale = std::make_unique<scale_paths>();
    // The selector is built from the spec: the status of built-in kinds has none.
    r.scale->selector = ".spec.selector";
}

resource_ptr make(const row& from, const std::shared_ptr<const builtin_schemas>& schemas) {
    auto r = std::make_shared<resource>();
    r->gvr =
        group_version_resource(std::string(from.group), std::string(from.version), std::string(from.plural));
    r->kind = from.kind;
    r->list_kind = std::string(from.kind) + "List";
    r->singular = from.singular;
    r->short_names = split(from.short_names);
    r->categories = split(from.categories);
    r->namespaced = !has(from.flags, "cluster");
    r->verbs = split(from.verbs);
    r->storage = r->gvr.group_resource();
    r->storage_version = r->gvr.api_version();
    if (from.group == "events.k8s.io") {
        r->storage = "events";
        r->storage_version = "v1";
        r->from_storage = event_from_core;
        r->to_storage = event_to_core;
    }
    if (from.group == "autoscaling" && from.version == "v1") {
        r->storage_version = "autoscaling/v2";
        r->from_storage = autoscaler_from_storage;
        r->to_storage = autoscaler_to_storage;
    }
    r->type = kind_schema([schemas, &from] { return schemas->find(from.group, from.version, from.kind); });
    r->owns = std::shared_ptr<const schema_set>(schemas, nullptr);  // keeps the tables
    r->kind_strategy = from.kind_strategy;
    r->warn = warnings_of(r->storage);
    r->has_status = has(from.flags, "status");
    if (has(from.flags, "scale")) add_scale(*r);
    r->other_subresources = split(from.subresources);
    if (from.verbs != create_only)
        r->columns = lazy<std::vector<column>>([name = r->gvr.group_resource()] { return columns_of(name); });
    if (r->storage == "endpoints") {
        r->deprecation_warning =
            "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";
    }
    if (r->storage == "componentstatuses")
        r->deprecation_warning = "v1 ComponentStatus is deprecated in v1.19+";
    for (const selectable_row& s : selectable_rows) {
        if (s.storage == r->storage && s.version == r->gvr.api_version()) r->selectable = split(s.fields);
    }
    return r;
}

std::shared_ptr<resource> make_form(const std::shared_ptr<const builtin_schemas>& schemas, const char* group,
                                    const char* plural, const char* kind, const strategy& s) {
    auto r = std::make_shared<resource>();
    r->gvr = group_version_resource(group, "v1", plural);
    r->kind = kind;
    r->type = kind_schema([schemas, group, kind] { return schemas->find(group, "v1", kind); });
    r->owns = std::shared_ptr<const schema_set>(schemas, nullptr);
    r->kind_strategy = &s;
    return r;
}

resource_ptr make_scale(const std::shared_ptr<const builtin_schemas>& schemas) {
    auto r = make_form(schemas, "autoscaling", "scales", "Scale", form_strategy);
    r->columns = scale_columns();
    return r;
}

}  // namespace

void add_builtin_resources(registry& to) {
    const auto schemas = std::make_shared<const builtin_schemas>();
    to.scale = make_scale(schemas);
    to.delete_options = kind_schema([schemas] { return schemas->find("", "v1", "DeleteOptions"); });
    to.eviction = make_form(schemas, "policy", "evictions", "Eviction", form_strategy);
    to.token_request =
        make_form(schemas, "authentication.k8s.io", "tokenrequests", "TokenRequest", token_request_strategy);
    for (const row& r : rows) to.add(make(r, schemas));
}

}  // namespace setpoint::inline v0::apiserver
