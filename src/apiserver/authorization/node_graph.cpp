#include "apiserver/authorization/node_graph.hpp"

#include "apiserver/authorization/pod_references.hpp"
#include "apiserver/objects/fields.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view mirror_annotation = "kubernetes.io/config.mirror";

std::string_view meta_text(const bj::object& o, std::string_view key) {
    return text_at(object_of(o, "metadata"), key);
}
std::string_view node_name_of(const bj::object& o) {
    return text_at(object_of(o, "spec"), "nodeName");
}

// Apart from these fields, the references of a pod cannot change once it has a node.
bool has_same_references(const bj::object& a, const bj::object& b) {
    const bj::object& status_a = object_of(a, "status");
    const bj::object& status_b = object_of(b, "status");
    return node_name_of(a) == node_name_of(b) && meta_text(a, "uid") == meta_text(b, "uid") &&
           list_of(object_of(a, "spec"), "ephemeralContainers").size() ==
               list_of(object_of(b, "spec"), "ephemeralContainers").size() &&
           same_field(status_a, status_b, "resourceClaimStatuses") &&
           same_field(status_a, status_b, "extendedResourceClaimStatus");
}

}  // namespace

std::string node_graph::key_of(vertex_type type, std::string_view namespace_name, std::string_view name) {
    std::string out(1, static_cast<char>('a' + static_cast<int>(type)));
    return out.append(namespace_name).append("/").append(name);
}

node_graph::vertex& node_graph::at(vertex_type type, std::string_view namespace_name, std::string_view name) {
    const auto [found, is_new] = vertices_.try_emplace(key_of(type, namespace_name, name));
    if (is_new) found->second.key = &found->first;
    return found->second;
}

void node_graph::connect(vertex& from, vertex& to, vertex* node) {
    if (!from.to.emplace(&to, node).second) return;
    to.from.insert(&from);
    if (node != nullptr) ++from.nodes[node];
}

void node_graph::disconnect(vertex& from, vertex& to) {
    const auto edge = from.to.find(&to);
    if (edge == from.to.end()) return;
    if (const vertex* node = edge->second) {
        const auto count = from.nodes.find(node);
        if (--count->second == 0) from.nodes.erase(count);
    }
    from.to.erase(edge);
    to.from.erase(&from);
}

void node_graph::remove(vertex_type type, std::string_view namespace_name, std::string_view name) {
    const auto found = vertices_.find(key_of(type, namespace_name, name));
    if (found == vertices_.end()) return;
    vertex& gone = found->second;
    std::vector<vertex*> neighbors(gone.from.begin(), gone.from.end());
    for (const auto& [next, node] : gone.to) neighbors.push_back(next);
    for (vertex* n : neighbors) {
        disconnect(*n, gone);
        disconnect(gone, *n);
    }
    vertices_.erase(found);
    for (const vertex* n : neighbors)
        if (n->from.empty() && n->to.empty()) vertices_.erase(vertices_.find(*n->key));
}

bool node_graph::follows(std::string_view kind) {
    return kind == "Pod" || kind == "PersistentVolume" || kind == "VolumeAttachment" ||
           kind == "ResourceSlice" || kind == "PodCertificateRequest";
}

void node_graph::change(std::string_view kind, const bj::object* before, const bj::object* now) {
    if (kind == "Pod")
        change_pod(before, now);
    else if (kind == "PersistentVolume")
        change_volume(before, now);
    else if (kind == "VolumeAttachment")
        change_directly(vertex_type::volume_attachment, before, now);
    else if (kind == "ResourceSlice")
        change_directly(vertex_type::resource_slice, before, now);
    else if (kind == "PodCertificateRequest")
        change_directly(vertex_type::certificate_request, before, now);
}

void node_graph::change_pod(const bj::object* before, const bj::object* now) {
    if (now == nullptr) {
        if (before != nullptr)
            remove(vertex_type::pod, meta_text(*before, "namespace"), meta_text(*before, "name"));
    } else if (!node_name_of(*now).empty()) {
        if (before == nullptr || !has_same_references(*before, *now)) add_pod(*now);
    }
}

void node_graph::add_pod(const bj::object& pod) {
    const std::string_view in = meta_text(pod, "namespace");
    remove(vertex_type::pod, in, meta_text(pod, "name"));
    vertex& self = at(vertex_type::pod, in, meta_text(pod, "name"));
    vertex& node = at(vertex_type::node, {}, node_name_of(pod));
    connect(self, node, &node);
    // A node creates mirror pods itself: they must not give it access to anything.
    if (value_at(object_of(pod, {"metadata", "annotations"}), mirror_annotation) != nullptr) return;
    const pod_references all = references_of_pod(pod);
    const auto add = [&](vertex_type type, const std::string& name) {
        connect(at(type, in, name), self, &node);
    };
    if (!all.service_account.empty()) add(vertex_type::service_account, all.service_account);
    for (const std::string& name : all.secrets) add(vertex_type::secret, name);
    for (const std::string& name : all.config_maps) add(vertex_type::config_map, name);
    for (const std::string& name : all.volume_claims) add(vertex_type::volume_claim, name);
    for (const std::string& name : all.resource_claims) add(vertex_type::resource_claim, name);
}

void node_graph::change_volume(const bj::object* before, const bj::object* now) {
    const bj::object* any = now != nullptr ? now : before;
    if (any == nullptr) return;
    const std::string_view name = meta_text(*any, "name");
    remove(vertex_type::volume, {}, name);
    const bj::object* claim = now == nullptr ? nullptr : object_at(object_of(*now, "spec"), "claimRef");
    if (claim == nullptr) return;
    vertex& self = at(vertex_type::volume, {}, name);
    // The nodes behind the claim are not known here, and may change.
    connect(self, at(vertex_type::volume_claim, text_at(*claim, "namespace"), text_at(*claim, "name")),
            nullptr);
    for (const secret_reference& s : node_secrets_of_volume(*now))
        connect(at(vertex_type::secret, s.namespace_name, s.name), self, nullptr);
}

void node_graph::change_directly(vertex_type type, const bj::object* before, const bj::object* now) {
    const bj::object* any = now != nullptr ? now : before;
    if (any == nullptr) return;
    if (before != nullptr && now != nullptr && node_name_of(*before) == node_name_of(*now)) return;
    const std::string_view in = meta_text(*any, "namespace");
    remove(type, in, meta_text(*any, "name"));
    if (now == nullptr || node_name_of(*now).empty()) return;
    vertex& node = at(vertex_type::node, {}, node_name_of(*now));
    connect(at(type, in, meta_text(*any, "name")), node, &node);
}

bool node_graph::leads_to(std::string_view node, vertex_type from, std::string_view namespace_name,
                          std::string_view name) const {
    const auto end = vertices_.find(key_of(vertex_type::node, {}, node));
    const auto start = vertices_.find(key_of(from, namespace_name, name));
    if (end == vertices_.end() || start == vertices_.end()) return false;
    // Edges with a known node need not be followed; the others lead from a secret to volumes, and from there
    // to one claim.
    std::vector<const vertex*> open{&start->second};
    std::set<const vertex*> seen;
    while (!open.empty()) {
        const vertex* v = open.back();
        open.pop_back();
        if (!seen.insert(v).second) continue;
        if (v == &end->second || v->nodes.contains(&end->second)) return true;
        for (const auto& [next, known] : v->to)
            if (known == nullptr) open.push_back(next);
    }
    return false;
}

}}}  // namespace setpoint::v0::apiserver::authorization
