// TokenReviews, which the server answers and does not store.

#include "apiserver/authentication/token_review.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_result<bj::object> answer_token_review(bj::object request, const kind_context& c) {
    const bj::object& spec = object_of(request, "spec");
    const std::string_view token = text_at(spec, "token");
    if (token.empty()) return bad_request("token is required for TokenReview in authentication");
    bj::object status = authentication::review_token(token, list_of(spec, "audiences"), c);
    return review_with_status(std::move(request), std::move(status));
}

}  // namespace

constinit const kind_code token_review_kind{
    .defaults = apply_go_encoding, .answer = answer_token_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
