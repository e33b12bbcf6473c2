#pragma once
// Admission by policies (apiserver, admission/plugin/policy): which apply to a request, with which
// parameters, and what follows from their expressions. References must outlive the calls.

#include "apiserver/admission/match.hpp"

#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Which mutating policies run again after a change (mutating/reinvocationcontext.go).
struct policy_rounds {
    bool again = false;    // this is the second round
    bool changed = false;  // a policy was applied: all mutating plugins run a second time
    std::set<std::string> invoked, due;
    bj::object last;  // as the last policy left it

    void change() {
        due.merge(invoked);
        invoked.clear();
    }
};

// Applies the mutating policies to the object.
awaitable<api_result<>> mutate_by_policies(server_state& w, admission_attributes& a, policy_rounds& r);
// Error: that of the first validation that fails, or of a policy that cannot be evaluated.
awaitable<api_result<>> validate_by_policies(server_state& w, const admission_attributes& a,
                                             std::vector<std::string>& warnings);

// --- the parts ---

// Nothing if the request does not match. Error: the namespace whose labels matter does not exist.
api_result<std::optional<seen_as>> match_policy(const server_state& w, const policies::match_resources& match,
                                                const admission_attributes& a);

// A policy that applies to the request, once for each of a binding's parameters; or why it cannot be applied.
struct policy_call {
    policies::policy_ptr of;
    policies::binding_ptr binding;  // null: the policy itself cannot be applied
    seen_as seen{};
    std::optional<bj::object> params{};
    std::string failure{};
};
// Those of one policy, in order.
awaitable<void> collect_calls(server_state& w, const policies::policy_set::bound& p,
                              const admission_attributes& a, std::vector<policy_call>& to);

// The namespace of the request as expressions see it; nothing if it has none. Error: 404.
api_result<std::optional<bj::object>> namespace_of(const server_state& w, const admission_attributes& a);
// Whether policies never apply to this resource: to policies themselves, and to reviews.
bool is_exempt_from_policies(const resource& kind);
// The name in errors about the request.
std::string name_in_errors(const admission_attributes& a);

}}}  // namespace setpoint::v0::apiserver
