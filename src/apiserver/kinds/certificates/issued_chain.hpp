#pragma once
// The certificates that a signer issues for a PodCertificateRequest.

#include "apiserver/kinds/shared/field_errors.hpp"
#include "setpoint/core/clock.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// status.certificateChain and the times, which must be those of its first certificate; that is for the key in
// `spec` (ValidatePodCertificateRequestStatusUpdate).
void validate_issued_chain(const bj::object& spec, const bj::object& status, wall_time now, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
