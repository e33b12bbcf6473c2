#include "apiserver/authorization/pod_references.hpp"

#include "apiserver/objects/fields.hpp"

#include <initializer_list>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

using names = std::set<std::string>;

void add_name(names& to, std::string_view name) {
    if (!name.empty()) to.emplace(name);
}

void add_of_containers(const bj::object& spec, pod_references& to) {
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"})
        for_each_object(list_of(spec, list), [&](const bj::object& container, std::size_t) {
            for_each_object(list_of(container, "envFrom"), [&](const bj::object& from, std::size_t) {
                add_name(to.secrets, text_at(object_of(from, "secretRef"), "name"));
                add_name(to.config_maps, text_at(object_of(from, "configMapRef"), "name"));
            });
            for_each_object(list_of(container, "env"), [&](const bj::object& variable, std::size_t) {
                const bj::object& from = object_of(variable, "valueFrom");
                add_name(to.secrets, text_at(object_of(from, "secretKeyRef"), "name"));
                add_name(to.config_maps, text_at(object_of(from, "configMapKeyRef"), "name"));
            });
        });
}

void add_of_volume(const bj::object& volume, std::string_view pod_name, pod_references& to) {
    for (const char* source : {"cephfs", "cinder", "flexVolume", "rbd", "scaleIO", "iscsi", "storageos"})
        add_name(to.secrets, text_at(object_of(volume, {source, "secretRef"}), "name"));
    for (const char* source : {"azureFile", "secret"})
        add_name(to.secrets, text_at(object_of(volume, source), "secretName"));
    add_name(to.secrets, text_at(object_of(volume, {"csi", "nodePublishSecretRef"}), "name"));
    add_name(to.config_maps, text_at(object_of(volume, "configMap"), "name"));
    for_each_object(list_of(object_of(volume, "projected"), "sources"),
                    [&](const bj::object& s, std::size_t) {
                        add_name(to.secrets, text_at(object_of(s, "secret"), "name"));
                        add_name(to.config_maps, text_at(object_of(s, "configMap"), "name"));
                    });
    if (const bj::object* claim = object_at(volume, "persistentVolumeClaim")) {
        add_name(to.volume_claims, text_at(*claim, "claimName"));
    } else if (object_at(volume, "ephemeral") != nullptr) {
        std::string name(pod_name);
        to.volume_claims.insert(name.append("-").append(text_at(volume, "name")));
    }
}

// A claim made from a template is known by the status alone (dynamic-resource-allocation,
// resourceclaim.Name).
void add_resource_claims(const bj::object& pod, names& to) {
    const bj::object& status = object_of(pod, "status");
    for_each_object(list_of(object_of(pod, "spec"), "resourceClaims"), [&](const bj::object& c, std::size_t) {
        if (value_at(c, "resourceClaimName") != nullptr) {
            add_name(to, text_at(c, "resourceClaimName"));
            return;
        }
        if (value_at(c, "resourceClaimTemplateName") == nullptr) return;
        for (const bj::value& v : list_of(status, "resourceClaimStatuses")) {
            const bj::object* s = v.if_object();
            if (s == nullptr || text_at(*s, "name") != text_at(c, "name")) continue;
            add_name(to, text_at(*s, "resourceClaimName"));
            return;
        }
    });
    add_name(to, text_at(object_of(status, "extendedResourceClaimStatus"), "resourceClaimName"));
}

// Volumes that were stored by old servers have secrets without a namespace: then it is that of the claim.
void add_secret(std::set<secret_reference>& to, const bj::object& reference, std::string_view fallback) {
    const std::string_view name = text_at(reference, "name");
    if (name.empty()) return;
    const std::string_view in = text_at(reference, "namespace");
    to.insert({std::string(in.empty() ? fallback : in), std::string(name)});
}

}  // namespace

pod_references references_of_pod(const bj::object& pod) {
    pod_references out;
    const bj::object& spec = object_of(pod, "spec");
    out.service_account = text_at(spec, "serviceAccountName");
    for_each_object(list_of(spec, "imagePullSecrets"),
                    [&](const bj::object& s, std::size_t) { add_name(out.secrets, text_at(s, "name")); });
    add_of_containers(spec, out);
    const std::string_view pod_name = text_at(object_of(pod, "metadata"), "name");
    for_each_object(list_of(spec, "volumes"),
                    [&](const bj::object& v, std::size_t) { add_of_volume(v, pod_name, out); });
    add_resource_claims(pod, out.resource_claims);
    return out;
}

std::set<secret_reference> node_secrets_of_volume(const bj::object& volume) {
    std::set<secret_reference> out;
    const bj::object& spec = object_of(volume, "spec");
    const std::string_view claim_namespace = text_at(object_of(spec, "claimRef"), "namespace");
    const bj::object& azure = object_of(spec, "azureFile");
    if (const std::string_view name = text_at(azure, "secretName"); !name.empty()) {
        const std::string_view in = text_at(azure, "secretNamespace");
        out.insert({std::string(in.empty() ? claim_namespace : in), std::string(name)});
    }
    for (const char* source : {"cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"})
        add_secret(out, object_of(spec, {source, "secretRef"}), claim_namespace);
    for (const char* source : {"cinder", "storageos"})
        add_secret(out, object_of(spec, {source, "secretRef"}), {});
    for (const char* reference : {"nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef"})
        add_secret(out, object_of(spec, {"csi", reference}), {});
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
