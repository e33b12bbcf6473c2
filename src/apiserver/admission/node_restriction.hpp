#pragma once
// The parts of NodeRestriction (plugin/pkg/admission/noderestriction), one for each kind that a kubelet
// writes. `node` is the name of the node that sends the request.

#include "apiserver/admission/request.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::node_restriction {

// "node "n1"", as most messages begin.
std::string quoted_node(std::string_view node);

api_result<> admit_pod(std::string_view node, const admission_request& q);    // also eviction and status
api_result<> admit_claim(std::string_view node, const admission_request& q);  // PersistentVolumeClaims
api_result<> admit_node(std::string_view node, const admission_request& q);
api_result<> admit_token(std::string_view node, const admission_request& q);  // serviceaccounts/token
api_result<> admit_lease(std::string_view node, const admission_request& q);
api_result<> admit_csi_node(std::string_view node, const admission_request& q);
api_result<> admit_slice(std::string_view node, const admission_request& q);
api_result<> admit_signing_request(std::string_view node, const admission_request& q);
api_result<> admit_pod_certificate(std::string_view node,
                                   const admission_request& q);  // PodCertificateRequests

// The first resource that the pod refers to, for messages ("secrets"); nothing if it refers to none.
// Errors: the text for a volume of an unknown type (pkg/api/pod HasAPIObjectReference).
struct pod_reference {
    std::optional<std::string> resource{};
    std::string error{};
};
pod_reference first_reference(const bj::object& pod);

// Whether a node may not set, change or remove this label of its Node.
bool is_forbidden_label(std::string_view key);

}}}  // namespace setpoint::v0::apiserver::node_restriction
