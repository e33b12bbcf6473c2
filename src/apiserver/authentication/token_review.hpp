#pragma once
// Answers to TokenReviews where access control is off: request_authenticator answers otherwise.

#include "apiserver/resources/kind_code.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

// Reviews a token of a service account as kube-apiserver's authenticator does: returns the status of a
// TokenReview, with an error if the token is unknown, or check_token() refuses it. `audiences` may be empty:
// api_audience. The key is public_token_key().
bj::object review_token(std::string_view token, const bj::array& audiences, const kind_context& c);

}}}  // namespace setpoint::v0::apiserver::authentication
