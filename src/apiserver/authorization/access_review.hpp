#pragma once
// SubjectAccessReview as kube-apiserver sends it to a webhook and reads its response (apiserver,
// plugin/pkg/authorizer/webhook).

#include "apiserver/authorization/attributes.hpp"
#include "apiserver/authorization/decision.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace bj = boost::json;

// The spec in v1. Fields that are empty are left out, and so are conditions of selectors that cannot be read.
bj::object review_spec(const attributes& of);
// The whole review. `version`: "v1" or "v1beta1"; `spec`: that of review_spec(), as text.
std::string review_body(std::string_view spec, std::string_view version);

// What webhooks answer. A webhook that both allows and denies denies, with an error.
decision decision_of_status(bool allowed, bool denied, std::string reason);
// Reads a response. Errors: bad_data if it is not a SubjectAccessReview of that version.
result<decision> read_review(std::string_view body, std::string_view version);

}}}  // namespace setpoint::v0::apiserver::authorization
