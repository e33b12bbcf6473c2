// Every built-in resource, in the order of the real server's discovery.

#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/printers/printers.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "apiserver/schema/catalogue.hpp"
#include "apiserver/schema/text_at.hpp"
#include "apiserver/strategies/storage_versions.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/warnings/warnings.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

// The code of a kind in the catalogue.
struct kind_code {
    std::string_view api_version, kind;
    const strategy* kind_strategy;
    void (*from_storage)(bj::object& object) = nullptr;
    void (*to_storage)(bj::object& object) = nullptr;
};

// clang-format off
const kind_code kinds[] = {
    {"v1", "Binding", &binding_strategy},
    {"v1", "ComponentStatus", &component_status_strategy},
    {"v1", "ConfigMap", &config_map_strategy},
    {"v1", "Endpoints", &endpoints_strategy},
    {"v1", "Event", &event_strategy},
    {"v1", "LimitRange", &limit_range_strategy},
    {"v1", "Namespace", &namespace_strategy},
    {"v1", "Node", &node_strategy},
    {"v1", "PersistentVolumeClaim", &volume_claim_strategy},
    {"v1", "PersistentVolume", &volume_strategy},
    {"v1", "Pod", &pod_strategy},
    {"v1", "PodTemplate", &pod_template_strategy},
    {"v1", "ReplicationController", &replication_controller_strategy},
    {"v1", "ResourceQuota", &quota_strategy},
    {"v1", "Secret", &secret_strategy},
    {"v1", "ServiceAccount", &service_account_strategy},
    {"v1", "Service", &service_strategy},
    {"apiregistration.k8s.io/v1", "APIService", &api_service_strategy},
    {"apps/v1", "ControllerRevision", &controller_revision_strategy},
    {"apps/v1", "DaemonSet", &daemon_set_strategy},
    {"apps/v1", "Deployment", &deployment_strategy},
    {"apps/v1", "ReplicaSet", &replica_set_strategy},
    {"apps/v1", "StatefulSet", &stateful_set_strategy},
    {"events.k8s.io/v1", "Event", &events_event_strategy, event_from_core, event_to_core},
    {"authentication.k8s.io/v1", "SelfSubjectReview", &self_review_strategy},
    {"authentication.k8s.io/v1", "TokenReview", &token_review_strategy},
    {"authorization.k8s.io/v1", "LocalSubjectAccessReview", &local_access_review_strategy},
    {"authorization.k8s.io/v1", "SelfSubjectAccessReview", &access_review_strategy},
    {"authorization.k8s.io/v1", "SelfSubjectRulesReview", &rules_review_strategy},
    {"authorization.k8s.io/v1", "SubjectAccessReview", &access_review_strategy},
    {"autoscaling/v2", "HorizontalPodAutoscaler", &autoscaler_strategy},
    {"autoscaling/v1", "HorizontalPodAutoscaler", &autoscaler_strategy, autoscaler_from_storage, autoscaler_to_storage},
    {"batch/v1", "CronJob", &cron_job_strategy},
    {"batch/v1", "Job", &job_strategy},
    {"certificates.k8s.io/v1", "CertificateSigningRequest", &certificate_request_strategy},
    {"networking.k8s.io/v1", "IngressClass", &ingress_class_strategy},
    {"networking.k8s.io/v1", "Ingress", &ingress_strategy},
    {"networking.k8s.io/v1", "IPAddress", &ip_address_strategy},
    {"networking.k8s.io/v1", "NetworkPolicy", &network_policy_strategy},
    {"networking.k8s.io/v1", "ServiceCIDR", &service_cidr_strategy},
    {"policy/v1", "PodDisruptionBudget", &disruption_budget_strategy},
    {"rbac.authorization.k8s.io/v1", "ClusterRoleBinding", &cluster_role_binding_strategy},
    {"rbac.authorization.k8s.io/v1", "ClusterRole", &cluster_role_strategy},
    {"rbac.authorization.k8s.io/v1", "RoleBinding", &role_binding_strategy},
    {"rbac.authorization.k8s.io/v1", "Role", &role_strategy},
    {"storage.k8s.io/v1", "CSIDriver", &csi_driver_strategy},
    {"storage.k8s.io/v1", "CSINode", &csi_node_strategy},
    {"storage.k8s.io/v1", "CSIStorageCapacity", &storage_capacity_strategy},
    {"storage.k8s.io/v1", "StorageClass", &storage_class_strategy},
    {"storage.k8s.io/v1", "VolumeAttachment", &volume_attachment_strategy},
    {"storage.k8s.io/v1", "VolumeAttributesClass", &attributes_class_strategy},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy", &mutating_policy_strategy},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding", &mutating_binding_strategy},
    {"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", &mutating_webhooks_strategy},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", &validating_policy_strategy},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", &validating_binding_strategy},
    {"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", &validating_webhooks_strategy},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition", &definition_strategy},
    {"scheduling.k8s.io/v1", "PriorityClass", &priority_class_strategy},
    {"coordination.k8s.io/v1", "Lease", &lease_strategy},
    {"node.k8s.io/v1", "RuntimeClass", &runtime_class_strategy},
    {"discovery.k8s.io/v1", "EndpointSlice", &endpoint_slice_strategy},
    {"resource.k8s.io/v1", "DeviceClass", &device_class_strategy},
    {"resource.k8s.io/v1", "ResourceClaim", &resource_claim_strategy},
    {"resource.k8s.io/v1", "ResourceClaimTemplate", &claim_template_strategy},
    {"resource.k8s.io/v1", "ResourceSlice", &resource_slice_strategy},
    {"flowcontrol.apiserver.k8s.io/v1", "FlowSchema", &flow_schema_strategy},
    {"flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", &priority_level_strategy},
};
// clang-format on

std::vector<std::string> texts_at(const bj::object& o, std::string_view key) {
    std::vector<std::string> out;
    const bj::value* list = o.if_contains(key);
    if (list == nullptr || !list->is_array()) return out;
    for (const bj::value& v : list->get_array()) out.emplace_back(text_of(v));
    return out;
}

void add_scale(resource& r) {
    r.scale = std::make_unique<scale_paths>();
    // The selector is built from the spec: the status of built-in kinds has none.
    r.scale->selector = ".spec.selector";
}

// `all`: subresources of discovery, and their kinds.
void add_kind_subresources(const bj::object& all, resource& r) {
    for (const auto& [name, kind] : all) {
        if (name == "status")
            r.has_status = true;
        else if (name == "scale")
            add_scale(r);
        else
            r.other_subresources.emplace_back(name);
    }
}

// What discovery shows of it.
void add_names(const catalogue_entry& from, resource& r) {
    const bj::value parsed = from.parse("resource");
    if (!parsed.is_object()) from.fail("has no resource");
    const bj::object& o = parsed.get_object();
    const std::size_t slash = from.api_version.rfind('/');
    const bool has_group = slash != std::string_view::npos;
    r.gvr = group_version_resource(std::string(from.api_version.substr(0, has_group ? slash : 0)),
                                   std::string(from.api_version.substr(has_group ? slash + 1 : 0)),
                                   std::string(text_at(o, "plural")));
    r.kind = from.name;
    r.list_kind = r.kind + "List";
    r.singular = text_at(o, "singular");
    r.short_names = texts_at(o, "shortNames");
    r.categories = texts_at(o, "categories");
    r.namespaced = o.at("namespaced").as_bool();
    r.verbs = texts_at(o, "verbs");
    if (const bj::value* all = o.if_contains("subresources")) add_kind_subresources(all->as_object(), r);
}

// The kind as which objects are stored: the same, or that of another version or group.
void add_storage(const catalogue_entry& from, std::string_view name, resource& r) {
    const std::string_view version = name.substr(0, name.rfind('/'));
    const catalogue_entry* as = builtin_catalogue().kind(version, name.substr(name.rfind('/') + 1));
    if (as == nullptr) from.fail(fmt::format("storedAs: no file of the catalogue has the kind {}", name));
    resource stored;
    add_names(*as, stored);
    r.storage = stored.gvr.group_resource();
    r.storage_version = version;
}

// What the generator cannot ask the real server for.
void add_behavior(const catalogue_entry& from, resource& r) {
    r.storage = r.gvr.group_resource();
    r.storage_version = r.gvr.api_version();
    r.storage_folder = r.gvr.resource;
    const bj::value parsed = from.parse("behavior");
    if (!parsed.is_object()) return;
    for (const auto& [name, v] : parsed.get_object()) {
        if (name == "storedAs")
            add_storage(from, text_of(v), r);
        else if (name == "storageFolder")
            r.storage_folder = text_of(v);
        else if (name == "selectableFields")
            r.selectable = texts_at(parsed.get_object(), name);
        else if (name == "returnsDeleted")
            r.returns_deleted = v.as_bool();
        else if (name == "orphansDependents")
            r.orphans_dependents = v.as_bool();
        else if (name == "warning")
            r.deprecation_warning = text_of(v);
        else
            from.fail(fmt::format("behavior: unknown member {}", std::string_view(name)));
    }
}

resource_ptr make(const kind_code& code, const std::shared_ptr<const builtin_schemas>& schemas) {
    const catalogue_entry* entry = builtin_catalogue().kind(code.api_version, code.kind);
    if (entry == nullptr)
        throw catalogue_error(
            fmt::format("no file of the catalogue has the kind {} {}", code.api_version, code.kind));
    auto r = std::make_shared<resource>();
    add_names(*entry, *r);
    add_behavior(*entry, *r);
    r->from_storage = code.from_storage;
    r->to_storage = code.to_storage;
    r->type = kind_schema([schemas, group = r->gvr.group, version = r->gvr.version, kind = code.kind] {
        return schemas->find(group, version, kind);
    });
    r->owns = std::shared_ptr<const schema_set>(schemas, nullptr);  // keeps the definitions
    r->kind_strategy = code.kind_strategy;
    r->warn = warnings_of(r->storage);
    if (r->allows("list"))
        r->columns = lazy<std::vector<column>>(
            [entry, name = r->gvr.group_resource()] { return columns_of(*entry, name); });
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
    for (const kind_code& code : kinds) to.add(make(code, schemas));
}

}  // namespace setpoint::inline v0::apiserver
