// plugin/pkg/admission/certificates/subjectrestriction.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/kinds/certificates/signing_request.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view client_signer = "kubernetes.io/kube-apiserver-client";

}  // namespace

api_result<> certificate_subject_validate(admission_request& q) {
    if (!q.is_create_of("certificatesigningrequests.certificates.k8s.io")) return {};
    const bj::object& spec = object_of(q.object, "spec");
    if (text_at(spec, "signerName") != client_signer) return {};
    const result<signing_request> parsed = read_signing_request(text_at(spec, "request"));
    if (!parsed) return q.refuse("failed to parse CSR: " + parsed.error().message);
    const std::vector<std::string>& organizations = parsed->subject.organizations;
    if (std::ranges::find(organizations, privileged_group) == organizations.end()) return {};
    return q.refuse(
        "use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed");
}

}}}  // namespace setpoint::v0::apiserver
