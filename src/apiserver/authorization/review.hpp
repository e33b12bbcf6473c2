#pragma once
// SubjectAccessReview and its relatives, as conversions between their JSON and the types of this layer
// (pkg/registry/authorization).

#include "apiserver/authorization/authorizer.hpp"

#include <boost/json/object.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace bj = boost::json;

// The user of a SubjectAccessReviewSpec: user, uid, groups and extra.
user_info reviewed_user(const bj::object& spec);
// resourceAttributes, or else nonResourceAttributes, of any review's spec. A version that is absent is "*".
// Requirements of a selector that cannot be evaluated are left out, with an error.
attributes reviewed_attributes(user_ptr user, const bj::object& spec);

// status.evaluationError: the authorizer's, and that selectors were ignored in part or as a whole. Empty:
// none.
std::string evaluation_error(const attributes& of, const decision& d);
// The status of SubjectAccessReview, LocalSubjectAccessReview and SelfSubjectAccessReview.
bj::object access_review_status(const attributes& of, const decision& d);
// The status of SelfSubjectRulesReview.
bj::object rules_review_status(const rule_list& rules);

}}}  // namespace setpoint::v0::apiserver::authorization
