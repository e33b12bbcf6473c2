#pragma once
// Fields that need rights besides that to the write itself; a missing one is an error of the field, as in
// kube-apiserver's strategies.

#include "apiserver/authorization/requester.hpp"
#include "apiserver/state/server_state.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A validated write of a user; `before` is null for a create.
struct field_write {
    const server_state& state;
    const requester& by;
    const resource& kind;
    std::string_view subresource;
    const bj::object& now;
    const bj::object* before;
};

// Who writes an admission policy with parameters, or its binding, may read them. Does nothing if the object
// has errors already.
void check_parameter_rights(const field_write& w, field_errors& errors);
// Who allocates a ResourceClaim, or reports on its devices, needs a right to that
// (DRAResourceClaimGranularStatusAuthorization).
void check_claim_rights(const field_write& w, field_errors& errors);
// Who writes the status of a PodCertificateRequest may `sign` for its signer. Does nothing if the object has
// errors already.
void check_signer_rights(const field_write& w, field_errors& errors);

// The user as Go prints a pointer to user.DefaultInfo: "&{jane  [owners] map[]}".
std::string go_text_of(const user_info& user);

}}}  // namespace setpoint::v0::apiserver
