#pragma once
// The match conditions of a webhook or of a policy (apiserver, admission/plugin/webhook/matchconditions).
// No I/O.

#include "apiserver/policies/activation.hpp"

#include <boost/json/array.hpp>

#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

// Whether a request meets all conditions.
struct match_outcome {
    bool matches = true;
    std::string error;  // not empty: they cannot be evaluated, and the request fails
};

class match_conditions {
public:
    match_conditions() = default;
    // `list`: of valid conditions. `fails_open`: conditions that cannot be evaluated are not met. They are
    // compiled when they are first used.
    match_conditions(const bj::array& list, bool fails_open);

    [[nodiscard]] bool empty() const { return sources_.empty(); }
    // For a webhook: with a compiler of its own.
    [[nodiscard]] match_outcome match(const policy_input& in) const;
    // For a policy.
    [[nodiscard]] match_outcome match(const policy_input& in, const expression_compiler& compiler,
                                      bool params) const;

private:
    std::vector<std::string> sources_;
    bool fails_open_ = false;
    mutable std::shared_ptr<const expression_compiler> own_;
    mutable std::vector<compiled_expression> compiled_;
};

}}}  // namespace setpoint::v0::apiserver::policies
