#pragma once
// What authorizers answer (apiserver, pkg/authorization/authorizer).

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

struct decision {
    // `undecided`: a webhook must be asked first (review_memory.hpp).
    enum class verdict : std::uint8_t { deny, allow, no_opinion, undecided };
    verdict is = verdict::no_opinion;
    std::string reason{};  // in the words of kube-apiserver; often empty
    std::string error{};   // of the evaluation; it does not withdraw a verdict. Empty: none

    bool allows() const { return is == verdict::allow; }
    bool is_undecided() const { return is == verdict::undecided; }

    static decision allow(std::string why = {}) { return {verdict::allow, std::move(why), {}}; }
    static decision deny(std::string why = {}) { return {verdict::deny, std::move(why), {}}; }
    static decision no_opinion(std::string why = {}) { return {verdict::no_opinion, std::move(why), {}}; }
};

// A text for several errors, each once: "a", or "[a, b]" (apimachinery, util/errors.Aggregate). Empty if
// there are none.
std::string joined_errors(const std::vector<std::string>& errors);

}}}  // namespace setpoint::v0::apiserver::authorization
