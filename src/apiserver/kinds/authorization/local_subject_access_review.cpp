// LocalSubjectAccessReviews.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_result<bj::object> answer_local_subject_access_review(bj::object request, const kind_context&) {
    const std::string ns(text_at(object_of(request, "metadata"), "namespace"));
    if (bj::object* attributes = object_at(request, {"spec", "resourceAttributes"})) {
        if (text_at(*attributes, "namespace").empty()) (*attributes)["namespace"] = ns;
    }
    return review_with_status(std::move(request), {{"allowed", true}});
}

}  // namespace

constinit const kind_code local_subject_access_review_kind{
    .defaults = apply_go_encoding, .answer = answer_local_subject_access_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
