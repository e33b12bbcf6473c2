#pragma once
// The match conditions of a webhook that authorizes: expressions over the spec of the SubjectAccessReview
// that it would get, as the variable `request` (apiserver, pkg/authorization/cel).

#include "apiserver/authorization/attributes.hpp"
#include "setpoint/cel/program.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class review_conditions {
public:
    // Appends what is wrong with an expression to `errors`, with `path` of the field matchConditions.
    review_conditions(const std::vector<std::string>& sources, const std::string& path, field_errors& errors);

    struct outcome {
        bool matches = true;  // false: the webhook is not asked
        std::string error{};  // not empty: an expression failed, and none is false
    };
    outcome match(const attributes& of) const;

private:
    struct condition {
        std::string source;
        cel::program made;
    };
    std::vector<condition> all_{};
};

}}}  // namespace setpoint::v0::apiserver::authorization
