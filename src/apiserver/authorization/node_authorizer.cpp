#include "apiserver/authorization/node_authorizer.hpp"

#include "apiserver/go/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view lease_namespace = "kube-node-lease";

decision refused(std::string why = {}) {
    return decision::no_opinion(std::move(why));
}

bool is_any(std::string_view verb, std::initializer_list<std::string_view> all) {
    return std::ranges::find(all, verb) != all.end();
}

bool is_resource(const attributes& of, std::string_view group, std::string_view resource) {
    return of.group == group && of.resource == resource;
}

// Whether the request is limited to objects whose field has that value.
bool selects(const attributes& of, std::string_view field, std::string_view value) {
    return std::ranges::any_of(of.fields.terms, [&](const field_selector::requirement& r) {
        return r.equals && r.path == field && r.value == value;
    });
}

// A create has no name here; NodeRestriction checks it.
bool is_own(const attributes& of, std::string_view node) {
    return of.verb == "create" || of.name == node;
}

decision lease(std::string_view node, const attributes& of) {
    if (!is_any(of.verb, {"get", "create", "update", "patch", "delete"}))
        return refused("can only get, create, update, patch, or delete a node lease");
    if (of.namespace_name != lease_namespace)
        return refused(fmt::format("can only access leases in the {} system namespace",
                                   go_text::quoted(lease_namespace)));
    if (!is_own(of, node))
        return refused("can only access node lease with the same name as the requesting node");
    return decision::allow();
}

decision csi_node(std::string_view node, const attributes& of) {
    if (!is_any(of.verb, {"get", "create", "update", "patch", "delete"}))
        return refused("can only get, create, update, patch, or delete a CSINode");
    if (!of.subresource.empty()) return refused("cannot authorize CSINode subresources");
    if (!is_own(of, node))
        return refused("can only access CSINode with the same name as the requesting node");
    return decision::allow();
}

// Compares names and not edges of the graph: a kubelet reads its Node before that exists.
decision node_object(std::string_view node, const attributes& of) {
    if (of.subresource == "status" && is_any(of.verb, {"update", "patch"})) return decision::allow();
    if (!of.subresource.empty()) return refused();
    if (is_any(of.verb, {"create", "update", "patch"})) return decision::allow();
    if (!of.is_read_only()) return refused();
    if (of.name == node) return decision::allow();
    if (of.name.empty())
        return refused(fmt::format("node '{}' cannot read all nodes, only its own Node object", node));
    return refused(fmt::format("node '{}' cannot read '{}', only its own Node object", node, of.name));
}

}  // namespace

decision node_authorizer::authorize(const attributes& of) const {
    const node_identity who = node_of(*of.user);
    if (!who.is_node) return decision::no_opinion();
    if (who.name.empty())
        return refused(fmt::format("unknown node for user {}", go_text::quoted(of.user->name)));
    return of.is_resource ? resource(who.name, of) : by_rules(of);
}

rule_list node_authorizer::rules_for(const user_info& user, std::string_view) const {
    rule_list out;
    if (!node_of(user).is_node) return out;
    out.is_incomplete = true;
    out.errors.emplace_back("node authorizer does not support user rule resolution");
    return out;
}

decision node_authorizer::resource(std::string_view node, const attributes& of) const {
    if (is_resource(of, "", "secrets")) return read(node, vertex_type::secret, of);
    if (is_resource(of, "", "configmaps")) return read(node, vertex_type::config_map, of);
    if (is_resource(of, "", "persistentvolumeclaims"))
        return of.subresource == "status" ? claim_status(node, of) : get(node, vertex_type::volume_claim, of);
    if (is_resource(of, "", "persistentvolumes")) return get(node, vertex_type::volume, of);
    if (is_resource(of, "resource.k8s.io", "resourceclaims"))
        return get(node, vertex_type::resource_claim, of);
    if (is_resource(of, "storage.k8s.io", "volumeattachments"))
        return get(node, vertex_type::volume_attachment, of);
    if (is_resource(of, "", "serviceaccounts")) return service_account(node, of);
    if (is_resource(of, "coordination.k8s.io", "leases")) return lease(node, of);
    if (is_resource(of, "storage.k8s.io", "csinodes")) return csi_node(node, of);
    if (is_resource(of, "resource.k8s.io", "resourceslices")) return slice(node, of);
    if (is_resource(of, "", "nodes")) return node_object(node, of);
    if (is_resource(of, "", "pods")) return pod(node, of);
    if (is_resource(of, "certificates.k8s.io", "podcertificaterequests"))
        return on_.pod_certificate_requests ? certificate_request(node, of) : refused();
    return by_rules(of);
}

decision node_authorizer::by_rules(const attributes& of) const {
    return allows(rules_, of) ? decision::allow() : refused();
}

decision node_authorizer::related(std::string_view node, vertex_type type, const attributes& of) const {
    if (of.name.empty()) return refused("No Object name found");
    if (!graph_.leads_to(node, type, of.namespace_name, of.name))
        return refused(fmt::format("no relationship found between node '{}' and this object", node));
    return decision::allow();
}

decision node_authorizer::get(std::string_view node, vertex_type type, const attributes& of) const {
    if (of.verb != "get") return refused("can only get individual resources of this type");
    if (!of.subresource.empty()) return refused("cannot get subresource");
    return related(node, type, of);
}

decision node_authorizer::read(std::string_view node, vertex_type type, const attributes& of) const {
    if (!of.is_read_only()) return refused("can only read resources of this type");
    if (!of.subresource.empty()) return refused("cannot read subresource");
    if (of.namespace_name.empty()) return refused("can only read namespaced object of this type");
    return related(node, type, of);
}

decision node_authorizer::claim_status(std::string_view node, const attributes& of) const {
    if (!is_any(of.verb, {"update", "patch"})) return refused("can only get/update/patch this type");
    return related(node, vertex_type::volume_claim, of);
}

decision node_authorizer::service_account(std::string_view node, const attributes& of) const {
    if (of.verb == "get" && of.subresource.empty()) {
        if (!on_.service_accounts_for_credentials && !on_.pod_certificate_requests)
            return refused("not allowed to get service accounts");
        return read(node, vertex_type::service_account, of);
    }
    if (of.verb != "create" || of.name.empty())
        return refused("can only create tokens for individual service accounts");
    if (of.subresource != "token") return refused("can only create token subresource of serviceaccount");
    return related(node, vertex_type::service_account, of);
}

decision node_authorizer::slice(std::string_view node, const attributes& of) const {
    if (!of.subresource.empty()) return refused("cannot authorize ResourceSlice subresources");
    if (of.verb == "create") return decision::allow();
    if (is_any(of.verb, {"get", "update", "patch", "delete"}))
        return related(node, vertex_type::resource_slice, of);
    if (!is_any(of.verb, {"watch", "list", "deletecollection"}))
        return refused(
            "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, "
            "patch, "
            "delete, deletecollection");
    if (selects(of, "spec.nodeName", node)) return decision::allow();
    return refused("can only list/watch/deletecollection resourceslices with nodeName field selector");
}

decision node_authorizer::certificate_request(std::string_view node, const attributes& of) const {
    if (!of.subresource.empty())
        return refused("nodes may not access the status subresource of PodCertificateRequests");
    if (of.verb == "create") return decision::allow();
    if (of.verb == "get") return related(node, vertex_type::certificate_request, of);
    if (!is_any(of.verb, {"list", "watch"}))
        return refused(fmt::format("nodes may not {} podcertificaterequests", of.verb));
    if (selects(of, "spec.nodeName", node)) return decision::allow();
    return refused("can only list/watch podcertificaterequests with nodeName field selector");
}

decision node_authorizer::pod(std::string_view node, const attributes& of) const {
    if (of.subresource == "status" && is_any(of.verb, {"update", "patch"})) return decision::allow();
    if (of.subresource == "eviction" && of.verb == "create") return decision::allow();
    if (!of.subresource.empty()) return refused();
    if (of.verb == "get") return get(node, vertex_type::pod, of);
    // For mirror pods.
    if (is_any(of.verb, {"create", "delete"})) return decision::allow();
    if (!is_any(of.verb, {"list", "watch"})) return refused();
    if (selects(of, "spec.nodeName", node)) return decision::allow();
    if (!of.name.empty()) return related(node, vertex_type::pod, of);
    return refused("can only list/watch pods with spec.nodeName field selector");
}

}}}  // namespace setpoint::v0::apiserver::authorization
