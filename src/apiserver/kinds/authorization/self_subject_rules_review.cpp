// SelfSubjectRulesReviews.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_result<bj::object> answer_self_subject_rules_review(bj::object request, const kind_context&) {
    if (text_at(object_of(request, "spec"), "namespace").empty()) {
        return bad_request("no namespace on request");
    }
    const auto all = [] { return bj::array{"*"}; };
    bj::object status;
    status["resourceRules"] =
        bj::array{bj::object{{"verbs", all()}, {"apiGroups", all()}, {"resources", all()}}};
    status["nonResourceRules"] = bj::array{bj::object{{"verbs", all()}, {"nonResourceURLs", all()}}};
    status["incomplete"] = false;
    request["spec"] = bj::object();
    make_object(request, "metadata").erase("managedFields");  // the response is another object
    return review_with_status(std::move(request), std::move(status));
}

}  // namespace

constinit const kind_code self_subject_rules_review_kind{
    .defaults = apply_go_encoding, .answer = answer_self_subject_rules_review, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
