// plugin/pkg/admission/noderestriction.
#include "apiserver/admission/node_restriction.hpp"

#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/certificates/signing_request.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace node_restriction {

namespace {

constexpr std::string_view lease_namespace = "kube-node-lease";

// A create has no name in its path.
std::string_view name_of(const admission_request& q) {
    return q.verb == "create" ? text_at(object_of(q.object, "metadata"), "name")
                              : std::string_view(q.key.name);
}

}  // namespace

std::string quoted_node(std::string_view node) {
    return "node " + go_text::quoted(node);
}

api_result<> admit_lease(std::string_view node, const admission_request& q) {
    if (q.key.ns != lease_namespace)
        return q.refuse(fmt::format("can only access leases in the {} system namespace",
                                    go_text::quoted(lease_namespace)));
    if (name_of(q) != node)
        return q.refuse("can only access node lease with the same name as the requesting node");
    return {};
}

api_result<> admit_csi_node(std::string_view node, const admission_request& q) {
    if (name_of(q) != node)
        return q.refuse("can only access CSINode with the same name as the requesting node");
    return {};
}

// The authorizer decides on updates; it does not see what a create contains, nor each object of a collection.
api_result<> admit_slice(std::string_view node, const admission_request& q) {
    const bool creates = q.verb == "create";
    if (!creates && q.verb != "delete") return {};
    const bj::object& slice = creates || q.old == nullptr ? q.object : *q.old;
    if (text_at(object_of(slice, "spec"), "nodeName") == node) return {};
    return q.refuse(
        fmt::format("can only {} ResourceSlice with the same NodeName as the requesting node", q.verb));
}

api_result<> admit_signing_request(std::string_view node, const admission_request& q) {
    if (q.verb != "create") return {};
    const bj::object& spec = object_of(q.object, "spec");
    const std::string_view signer = text_at(spec, "signerName");
    if (signer != "kubernetes.io/kubelet-serving" && signer != "kubernetes.io/kube-apiserver-client-kubelet")
        return {};
    const result<signing_request> parsed = read_signing_request(text_at(spec, "request"));
    if (!parsed) return q.refuse("unable to parse csr: " + parsed.error().message);
    const std::string wanted = fmt::format("system:node:{}", node);
    if (parsed->subject.common_name == wanted) return {};
    return q.refuse("can only create a node CSR with CN=" + wanted);
}

}  // namespace node_restriction

api_result<> node_restriction_admit(admission_request& q) {
    using namespace node_restriction;
    const node_identity who = node_of(q.user);
    if (!who.is_node) return {};
    if (who.name.empty())
        return q.refuse("could not determine node from user " + go_text::quoted(q.user.name));
    const std::string& of = q.kind.storage;
    if (of == "pods") return admit_pod(who.name, q);
    if (of == "nodes") return admit_node(who.name, q);
    if (of == "persistentvolumeclaims") return admit_claim(who.name, q);
    if (of == "serviceaccounts") return admit_token(who.name, q);
    if (of == "leases.coordination.k8s.io") return admit_lease(who.name, q);
    if (of == "csinodes.storage.k8s.io") return admit_csi_node(who.name, q);
    if (of == "resourceslices.resource.k8s.io") return admit_slice(who.name, q);
    if (of == "podcertificaterequests.certificates.k8s.io") return admit_pod_certificate(who.name, q);
    if (of == "certificatesigningrequests.certificates.k8s.io" &&
        !q.has_feature("AllowInsecureKubeletCertificateSigningRequests"))
        return admit_signing_request(who.name, q);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
