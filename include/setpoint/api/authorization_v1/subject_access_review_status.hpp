#pragma once
// clang-format off
// SubjectAccessReviewStatus (authorization.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace authorization_v1 {

struct subject_access_review_status {
    std::optional<bool> allowed{};
    std::optional<bool> denied{};
    interned_string reason{};
    interned_string evaluation_error{};

    template <class Self = subject_access_review_status>
    static constexpr auto describe() {
        return schema::object(
            "SubjectAccessReviewStatus",
            schema::field(&Self::allowed, "allowed", "allowed is required."),
            schema::field(&Self::denied, "denied", "denied is optional.", schema::omitzero),
            schema::field(&Self::reason, "reason", "reason is optional."),
            schema::field(&Self::evaluation_error, "evaluationError",
                          "evaluationError is an indication that some error occurred during the "
                          "authorization check."));
    }
};

}}}  // namespace setpoint::v0::authorization_v1

SETPOINT_COMPILED_TABLE(setpoint::authorization_v1::subject_access_review_status);
