#pragma once
// serviceaccounts/token: tokens in answer to TokenRequests. Nobody asks for them.

#include "apiserver/rest/subresources.hpp"

namespace setpoint::apiserver {

// `r`: service accounts.
api_result<subresource_answer> make_token(world& w, const resource& r, const subresource_request& q,
                                          std::vector<std::string>& warnings);

}  // namespace setpoint::apiserver
