#pragma once
// Decides what happens to CertificateSigningRequests (kubernetes' pkg/controller/certificates: approver,
// signer, cleaner): pure functions.

#include "apiserver/controllers/certificate/partial_types.hpp"
#include "apiserver/kinds/certificates/signing_request.hpp"
#include "setpoint/core/clock.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// --- approval ---

// A right, to create this subresource of certificatesigningrequests, with which a request is approved.
struct approving_right {
    std::string_view subresource, message;
};
// Those that the requester may have, in the order in which they are tried; none for a request that is
// decided, issued, or not for a kubelet's client certificate.
std::vector<approving_right> approving_rights(const partial_signing_request& r,
                                              const signing_request& parsed);
// The merge patch for /approval.
boost::json::object approval_of(const partial_signing_request& r, std::string_view message);

// --- signing ---

enum class signing_step : std::uint8_t { none, sign, fail };
struct signing_plan {
    signing_step step = signing_step::none;
    std::string why{};  // of a failure, in the words of kube-controller-manager
};
// For requests of the signers kubernetes.io/kube-apiserver-client, -client-kubelet, kubelet-serving and
// legacy-unknown; others are left alone.
signing_plan plan_signing(const partial_signing_request& r, const signing_request& parsed);
// Whether plan_signing() may answer anything but `none`: parsing is worth it.
bool awaits_certificate(const partial_signing_request& r);
// How long a certificate is valid: at most a year, at least ten minutes.
duration certificate_life(std::optional<std::int32_t> seconds);
// The merge patches for /status.
boost::json::object certificate_of(std::string_view base64);
boost::json::object failure_of(const partial_signing_request& r, std::string_view why, wall_time now);

// --- cleaning ---

// Issued, denied or failed for more than an hour, undecided or approved without a certificate for more than a
// day, or with a certificate that has expired.
bool is_outdated(const partial_signing_request& r, wall_time now);

}}}  // namespace setpoint::v0::apiserver
