#pragma once
// pods/eviction: deletes a pod as far as the disruption budgets that cover it allow.

#include "apiserver/rest/subresources.hpp"

namespace setpoint::apiserver {

// `r`: pods. Everything happens in one turn: nobody's write comes between the question and the deletion.
api_result<subresource_answer> evict(world& w, const resource& r, const subresource_request& q,
                                     std::vector<std::string>& warnings);

// A body whose name or namespace is not that of the path. `kind`: of messages.
api_result<> check_same_name(const subresource_request& q, const bj::object& body, std::string_view kind);
// The answer of what only does something: a Status.
bj::object success_status();

}  // namespace setpoint::apiserver
