#pragma once
// What a ValidatingAdmissionPolicy decides about a request (apiserver,
// admission/plugin/policy/validating/validator.go). No I/O.

#include "apiserver/policies/policy.hpp"

#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

struct policy_decision {
    bool denies = false;
    std::string message, reason;  // reason: "" is Invalid
};

struct request_decisions {
    std::vector<policy_decision> validations;  // in the order of the policy
    // Annotations that cannot be computed deny the request whatever the binding's actions are.
    std::vector<policy_decision> annotations;
    // What the others evaluate to, for the audit log.
    std::vector<std::pair<std::string, std::string>> published{};
};
request_decisions validate_request(const policy& p, const policy_input& in);

}}}  // namespace setpoint::v0::apiserver::policies
