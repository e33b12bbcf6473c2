// Access reviews, which the server answers and does not store. Every client may do everything.

#include "apiserver/kinds/authorization/subject_access_review.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_review_attributes(const bj::object& spec, field_errors& to) {
    const bj::object* resource = object_at(spec, "resourceAttributes");
    const bj::object* path = object_at(spec, "nonResourceAttributes");
    if (resource != nullptr && path != nullptr) {
        invalid(to, "spec.nonResourceAttributes",
                "exactly one of nonResourceAttributes or resourceAttributes must be specified",
                "cannot be specified in combination with resourceAttributes");
    }
    if (resource == nullptr && path == nullptr) {
        invalid_unsorted(to, "spec.resourceAttributes", bj::value(),
                         "exactly one of nonResourceAttributes or resourceAttributes must be specified");
    }
}

}  // namespace

api_result<bj::object> answer_access_review(bj::object request, const kind_context&) {
    field_errors errors;
    const bj::object& spec = object_of(request, "spec");
    const std::string kind(text_at(request, "kind"));
    validate_review_attributes(spec, errors);
    if (kind == "SubjectAccessReview" && text_at(spec, "user").empty() && list_of(spec, "groups").empty()) {
        invalid(errors, "spec.user", "", "at least one of user or group must be specified");
    }
    // The real server names no kind here.
    if (!errors.empty()) return invalid_object({"authorization.k8s.io", ""}, "", errors);
    return review_with_status(std::move(request), {{"allowed", true}});
}

constinit const kind_code subject_access_review_kind{
    .defaults = apply_go_encoding, .answer = answer_access_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
