#pragma once
// Whether the user of a request may do something else than what the request itself asks for.

#include "apiserver/authorization/requester.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Asks for the user of `by`, whatever asked.user is. Allows everything if `by` is null. If
// awaits_reviews(by) afterwards, the answer is preliminary: nothing is allowed then.
authorization::decision decide(const requester* by, authorization::attributes asked);
// Whether the user may `verb` (approve, sign, attest) for a signer, by its name or by the wildcard of its
// domain (pkg/certauthorization).
bool may_use_signer(const requester* by, std::string_view verb, std::string_view signer);

}}}  // namespace setpoint::v0::apiserver
