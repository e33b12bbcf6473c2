// LocalSubjectAccessReviews.

#include "apiserver/kinds/authorization/subject_access_review.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

constinit const kind_code local_subject_access_review_kind{
    .defaults = apply_go_encoding, .answer = answer_access_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
