#pragma once
// Access reviews.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Allows everything: access control, if there is any, writes the status again. For SubjectAccessReview,
// LocalSubjectAccessReview and SelfSubjectAccessReview.
api_result<bj::object> answer_access_review(bj::object request, const kind_context& c);

}}}  // namespace setpoint::v0::apiserver
