// NodeRestriction: pods.
#include "apiserver/admission/node_restriction.hpp"
#include "apiserver/authorization/pod_references.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::node_restriction {

namespace {

constexpr const char* mirror_annotation = "kubernetes.io/config.mirror";

// Volumes that need nothing of the API.
constexpr std::string_view plain_volumes[] = {"awsElasticBlockStore",
                                              "azureDisk",
                                              "cephfs",
                                              "cinder",
                                              "downwardAPI",
                                              "emptyDir",
                                              "fc",
                                              "flexVolume",
                                              "flocker",
                                              "gcePersistentDisk",
                                              "gitRepo",
                                              "hostPath",
                                              "image",
                                              "iscsi",
                                              "nfs",
                                              "photonPersistentDisk",
                                              "portworxVolume",
                                              "quobyte",
                                              "rbd",
                                              "scaleIO",
                                              "storageos",
                                              "vsphereVolume"};

struct source_name {
    std::string_view field, shown;
};
constexpr source_name referring_volumes[] = {{"configMap", "configmaps (via configmap volumes)"},
                                             {"secret", "secrets (via secret volumes)"},
                                             {"csi", "csidrivers (via CSI volumes)"},
                                             {"glusterfs", "endpoints (via glusterFS volumes)"},
                                             {"persistentVolumeClaim", "persistentvolumeclaims"},
                                             {"ephemeral", "persistentvolumeclaims (via ephemeral volumes)"},
                                             {"azureFile", "secrets (via azureFile volumes)"}};
constexpr source_name projected_sources[] = {
    {"configMap", "configmaps (via projected volumes)"},
    {"secret", "secrets (via projected volumes)"},
    {"serviceAccountToken", "serviceaccounts (via projected volumes)"},
    {"clusterTrustBundle", "clustertrustbundles"},
    {"podCertificate", "podcertificates"}};

bool has(const bj::object& o, std::string_view field) {
    return value_at(o, field) != nullptr;
}

template <class List>
std::string_view shown_in(const bj::object& o, const List& names) {
    const auto* found = std::ranges::find_if(names, [&](const source_name& n) { return has(o, n.field); });
    return found == std::end(names) ? std::string_view() : found->shown;
}

// Nothing to say about the volume: both parts are empty.
pod_reference reference_of_volume(const bj::object& volume) {
    if (std::ranges::any_of(plain_volumes, [&](std::string_view f) { return has(volume, f); })) return {};
    if (const std::string_view shown = shown_in(volume, referring_volumes); !shown.empty())
        return {std::string(shown), {}};
    const std::string_view name = text_at(volume, "name");
    if (!has(volume, "projected"))
        return {std::nullopt, "unknown volume type for volume  " + go_text::quoted(name)};
    pod_reference out;
    for_each_object(list_of(object_of(volume, "projected"), "sources"),
                    [&](const bj::object& s, std::size_t) {
                        if (out.resource || !out.error.empty()) return;
                        if (const std::string_view shown = shown_in(s, projected_sources); !shown.empty())
                            out.resource = shown;
                        else if (!has(s, "downwardAPI"))
                            out.error = "unknown source for projected volume " + go_text::quoted(name);
                    });
    return out;
}

api_result<> check_owner(std::string_view node, const admission_request& q) {
    const bj::array& owners = list_of(object_of(q.object, "metadata"), "ownerReferences");
    const std::string who = quoted_node(node) + " can only create pods with ";
    if (owners.size() > 1) return q.refuse(who + "a single owner reference set to itself");
    const bj::object none;
    const bj::object* const found = owners.empty() ? nullptr : owners[0].if_object();
    const bj::object& owner = found != nullptr ? *found : none;
    if (text_at(owner, "apiVersion") != "v1" || text_at(owner, "kind") != "Node" ||
        text_at(owner, "name") != node)
        return q.refuse(who + "an owner reference set to itself");
    if (!true_at(owner, "controller")) return q.refuse(who + "a controller owner reference set to itself");
    if (true_at(owner, "blockOwnerDeletion"))
        return q.refuse(quoted_node(node) + " must not set blockOwnerDeletion on an owner reference");
    const record_ptr stored = q.cluster.find("nodes", object_key::cluster(std::string(node)));
    if (!stored) return object_not_found({"", "node"}, node);
    if (text_at(owner, "uid") != stored->uid)
        return q.refuse(fmt::format("node {} UID mismatch: expected {} got {}", node, text_at(owner, "uid"),
                                    std::string_view(stored->uid)));
    return {};
}

// Only mirror pods: those that the kubelet runs anyway.
api_result<> admit_create(std::string_view node, const admission_request& q) {
    if (!has(object_of(q.object, {"metadata", "annotations"}), mirror_annotation))
        return q.refuse(fmt::format("pod does not have {} annotation, {} can only create mirror pods",
                                    go_text::quoted(mirror_annotation), quoted_node(node)));
    if (text_at(object_of(q.object, "spec"), "nodeName") != node)
        return q.refuse(quoted_node(node) + " can only create pods with spec.nodeName set to itself");
    if (auto ok = check_owner(node, q); !ok) return ok;
    const pod_reference found = first_reference(q.object);
    if (!found.error.empty()) return q.refuse("error checking mirror pod for API references: " + found.error);
    if (found.resource)
        return q.refuse(
            fmt::format("{} can not create pods that reference {}", quoted_node(node), *found.resource));
    return {};
}

std::string_view node_of_pod(const bj::object& pod) {
    return text_at(object_of(pod, "spec"), "nodeName");
}

api_result<> admit_status(std::string_view node, const admission_request& q) {
    // %q of the operation.
    if (q.verb != "update" || q.old == nullptr)
        return q.refuse(fmt::format("unexpected operation \"{}\"", q.verb == "create" ? "CREATE" : "DELETE"));
    if (node_of_pod(*q.old) != node)
        return q.refuse(quoted_node(node) +
                        " can only update pod status for pods with spec.nodeName set to itself");
    if (!same_field(object_of(*q.old, "metadata"), object_of(q.object, "metadata"), "labels"))
        return q.refuse(quoted_node(node) + " cannot update labels through pod status");
    const bj::object &before = object_of(*q.old, "status"), &now = object_of(q.object, "status");
    if (!same_field(before, now, "resourceClaimStatuses"))
        return q.refuse(quoted_node(node) + " cannot update resource claim statues");
    if (!same_field(before, now, "extendedResourceClaimStatus"))
        return q.refuse(quoted_node(node) + " cannot update extended resource claim status");
    return {};
}

api_result<> admit_eviction(std::string_view node, const admission_request& q) {
    if (q.verb != "create")
        return q.refuse(fmt::format("unexpected operation {}", q.verb == "update" ? "UPDATE" : "DELETE"));
    const record_ptr pod = q.cluster.find("pods", q.key);
    if (!pod) return object_not_found({"", "pod"}, q.key.name);
    if (node_of_pod(pod->parse()) == node) return {};
    return q.refuse(fmt::format("node {} can only evict pods with spec.nodeName set to itself", node));
}

}  // namespace

pod_reference first_reference(const bj::object& pod) {
    const bj::object& spec = object_of(pod, "spec");
    // The names in volumes too: the texts of volumes below are for those without a name.
    const authorization::pod_references names = authorization::references_of_pod(pod);
    if (!text_at(spec, "serviceAccountName").empty()) return {"serviceaccounts", {}};
    if (!names.secrets.empty()) return {"secrets", {}};
    if (!names.config_maps.empty()) return {"configmaps", {}};
    if (!list_of(spec, "resourceClaims").empty()) return {"resourceclaims", {}};
    pod_reference out;
    for_each_object(list_of(spec, "volumes"), [&](const bj::object& v, std::size_t) {
        if (!out.resource && out.error.empty()) out = reference_of_volume(v);
    });
    return out;
}

api_result<> admit_pod(std::string_view node, const admission_request& q) {
    if (q.subresource == "status") return admit_status(node, q);
    if (q.subresource == "eviction") return admit_eviction(node, q);
    if (!q.subresource.empty())
        return q.refuse(fmt::format("unexpected pod subresource {}, only 'status' and 'eviction' are allowed",
                                    go_text::quoted(q.subresource)));
    if (q.verb == "create") return admit_create(node, q);
    if (q.verb != "delete")
        return q.refuse(fmt::format(
            "unexpected operation \"UPDATE\", {} can only create and delete mirror pods", quoted_node(node)));
    if (q.old != nullptr && node_of_pod(*q.old) == node) return {};
    return q.refuse(quoted_node(node) + " can only delete pods with spec.nodeName set to itself");
}

}}}  // namespace setpoint::v0::apiserver::node_restriction
