// NodeRestriction: the certificates that a kubelet requests for its pods.
#include "apiserver/admission/node_restriction.hpp"
#include "apiserver/authorization/rights.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::node_restriction {

namespace {

using go_text::quoted;

// "ns/name", as messages name what is in the namespace of the request.
std::string quoted_key(const admission_request& q, std::string_view name) {
    return quoted(fmt::format("{}/{}", q.key.ns, name));
}

bool mounts_certificate_of(const bj::object& pod, std::string_view signer) {
    const auto asks_for = [&](const bj::value& source) {
        const bj::object* certificate =
            source.is_object() ? object_at(source.get_object(), "podCertificate") : nullptr;
        return certificate != nullptr && text_at(*certificate, "signerName") == signer;
    };
    return std::ranges::any_of(list_of(object_of(pod, "spec"), "volumes"), [&](const bj::value& v) {
        return v.is_object() &&
               std::ranges::any_of(list_of(object_of(v.get_object(), "projected"), "sources"), asks_for);
    });
}

api_result<> check_signer(const admission_request& q, const bj::object& spec, const bj::object& pod) {
    const std::string_view signer = text_at(spec, "signerName");
    if (mounts_certificate_of(pod, signer)) return {};
    authorization::attributes asked{.user = nullptr, .verb = "request-serviceaccounts-podcertificate-signer"};
    asked.group = q.kind.gvr.group;
    asked.version = q.kind.gvr.version;
    asked.resource = signer;
    std::ranges::replace(asked.resource, '/', ':');  // RBAC has no resources with slashes
    asked.namespace_name = q.key.ns;
    asked.name = text_at(spec, "serviceAccountName");
    const authorization::decision d = decide(q.by, std::move(asked));
    if (d.allows()) return {};
    if (!d.error.empty())
        return q.refuse(
            fmt::format("error authorizing {} to request podcertificaterequests for signer {}: {}",
                        q.user.name, quoted(signer), d.error));
    return q.refuse(fmt::format("pod {} does not mount a podCertificate projected volume for signer {}",
                                quoted_key(q, text_at(spec, "podName")), quoted(signer)));
}

// The account of the pod. What a cache may not have yet is no refusal: the client tries again.
api_result<> check_account(const admission_request& q, const bj::object& spec, const bj::object& pod) {
    const std::string_view name = text_at(spec, "serviceAccountName"),
                           uid = text_at(spec, "serviceAccountUID"),
                           of_pod = text_at(object_of(pod, "spec"), "serviceAccountName");
    const std::string pod_key = quoted_key(q, text_at(spec, "podName"));
    if (name != of_pod)
        return q.refuse(
            fmt::format("PodCertificateRequest for pod {} contains serviceAccountName ({}) that "
                        "differs from running pod ({})",
                        pod_key, quoted(name), quoted(of_pod)));
    const record_ptr account = q.cluster.find("serviceaccounts", {q.key.ns, std::string(name)});
    if (!account)
        return plain_error(
            fmt::format("while retrieving service account {} named in the "
                        "PodCertificateRequest: serviceaccount {} not found",
                        quoted_key(q, name), quoted(name)));
    if (uid == account->uid) return {};
    return plain_error(
        fmt::format("PodCertificateRequest for pod {} names service account UID {}, which differs "
                    "from the running service account ({})",
                    pod_key, quoted(uid), quoted(account->uid)));
}

api_result<> check_pod(const admission_request& q, const bj::object& spec) {
    const std::string_view name = text_at(spec, "podName"), uid = text_at(spec, "podUID"),
                           node = text_at(spec, "nodeName");
    const std::string key = quoted_key(q, name);
    const record_ptr found = q.cluster.find("pods", {q.key.ns, std::string(name)});
    if (!found)
        return plain_error(
            fmt::format("while retrieving pod {} named in the PodCertificateRequest: pod {} not found", key,
                        quoted(name)));
    if (uid != found->uid)
        return plain_error(fmt::format(
            "PodCertificateRequest for pod {} contains pod UID ({}) which differs from running pod {}", key,
            quoted(uid), quoted(found->uid)));
    const bj::object pod = found->parse();
    if (text_at(object_of(pod, "spec"), "nodeName") != node)
        return q.refuse(fmt::format("pod {} is not running on node {} named in the PodCertificateRequest",
                                    key, quoted(node)));
    if (value_at(object_of(pod, {"metadata", "annotations"}), "kubernetes.io/config.mirror") != nullptr)
        return q.refuse(fmt::format("pod {} is a mirror pod", key));
    if (auto ok = check_account(q, spec, pod); !ok) return ok;
    return check_signer(q, spec, pod);
}

}  // namespace

api_result<> admit_pod_certificate(std::string_view node, const admission_request& q) {
    if (!q.has_feature("PodCertificateRequest"))
        return q.refuse("PodCertificateRequest feature gate is disabled");
    if (q.verb != "create")
        return q.refuse(fmt::format("unexpected operation {}", q.verb == "update" ? "UPDATE" : "DELETE"));
    if (!q.subresource.empty()) return q.refuse(fmt::format("unexpected subresource {}", q.subresource));
    const bj::object& spec = object_of(q.object, "spec");
    const std::string_view name = text_at(spec, "nodeName"), uid = text_at(spec, "nodeUID");
    if (name != node)
        return q.refuse(
            fmt::format("PodCertificateRequest.Spec.NodeName={}, which is not the requesting node {}",
                        quoted(name), quoted(node)));
    const record_ptr found = q.cluster.find("nodes", object_key::cluster(std::string(node)));
    if (!found)
        return plain_error(
            fmt::format("while retrieving node {} named in the PodCertificateRequest: node {} not found",
                        quoted(node), quoted(node)));
    if (uid != found->uid)
        return plain_error(
            fmt::format("PodCertificateRequest for pod {} names node UID {}, inconsistent with the "
                        "running node ({})",
                        quoted_key(q, text_at(spec, "podName")), quoted(uid), quoted(found->uid)));
    return check_pod(q, spec);
}

}}}  // namespace setpoint::v0::apiserver::node_restriction
