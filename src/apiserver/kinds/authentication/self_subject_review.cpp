// SelfSubjectReviews, which the server answers and does not store.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_result<bj::object> answer_self_subject_review(bj::object request, const kind_context& c) {
    make_object(request, "metadata")["creationTimestamp"] = timestamp::from(c.now).to_string();
    return review_with_status(std::move(request), {{"userInfo", document_of(user_of(c))}});
}

}  // namespace

constinit const kind_code self_subject_review_kind{
    .defaults = apply_go_encoding, .answer = answer_self_subject_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
