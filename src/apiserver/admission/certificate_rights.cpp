// plugin/pkg/admission/certificates: approval, signing and ctbattest.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/authorization/escalation.hpp"
#include "apiserver/authorization/rights.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool writes(const admission_request& q, std::string_view subresource) {
    return q.verb == "update" && q.subresource == subresource && q.old != nullptr &&
           q.kind.storage == "certificatesigningrequests.certificates.k8s.io";
}

// Of the stored request: the client may have sent another name.
std::string_view signer_of(const admission_request& q) {
    return text_at(object_of(*q.old, "spec"), "signerName");
}

}  // namespace

api_result<> certificate_approval_validate(admission_request& q) {
    if (!writes(q, "approval")) return {};
    const std::string_view signer = signer_of(q);
    if (may_use_signer(q.by, "approve", signer)) return {};
    return q.refuse(
        fmt::format("user not permitted to approve requests with signerName {}", go_text::quoted(signer)));
}

api_result<> certificate_signing_validate(admission_request& q) {
    if (!writes(q, "status")) return {};
    const bj::object &now = object_of(q.object, "status"), &before = object_of(*q.old, "status");
    if (same_field(now, before, "certificate") && same_field(now, before, "conditions")) return {};
    const std::string_view signer = signer_of(q);
    if (may_use_signer(q.by, "sign", signer)) return {};
    return q.refuse(
        fmt::format("user not permitted to sign requests with signerName {}", go_text::quoted(signer)));
}

api_result<> trust_bundle_attest_validate(admission_request& q) {
    if (q.kind.storage != "clustertrustbundles.certificates.k8s.io" || !q.has_feature("ClusterTrustBundle"))
        return {};
    // Of the new bundle: validation refuses another signer in an update.
    const std::string_view signer = text_at(object_of(q.object, "spec"), "signerName");
    if (signer.empty()) return {};
    if (q.old != nullptr && authorization::differs_for_collector_only(q.object, *q.old)) return {};
    if (may_use_signer(q.by, "attest", signer)) return {};
    return q.refuse(fmt::format("user not permitted to attest for signerName {}", go_text::quoted(signer)));
}

}}}  // namespace setpoint::v0::apiserver
