#pragma once
// pods/eviction: deletes a pod if its disruption budgets allow it.

#include "apiserver/rest/subresources.hpp"

namespace setpoint::apiserver {

// `r`: pods. Runs in one turn: no other write happens between the check and the deletion.
api_result<subresource_answer> evict(world& w, const resource& r, const subresource_request& q,
                                     std::vector<std::string>& warnings);

// Error if the body's name or namespace is not that of the path. `kind`: for messages.
api_result<> check_same_name(const subresource_request& q, const bj::object& body, std::string_view kind);
// The response of a subresource that only performs an action: a Status.
bj::object success_status();

}  // namespace setpoint::apiserver
