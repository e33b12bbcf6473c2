#pragma once
// serviceaccounts/token: answers TokenRequests. No request checks these tokens.

#include "apiserver/rest/subresources.hpp"

namespace setpoint::apiserver {

// `r`: service accounts.
api_result<subresource_answer> make_token(world& w, const resource& r, const subresource_request& q,
                                          std::vector<std::string>& warnings);

}  // namespace setpoint::apiserver
