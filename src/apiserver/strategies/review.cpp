// Reviews: answered, not stored. Every client is an administrator, who may do everything.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint::inline v0::apiserver {

bj::object administrator() {
    bj::object u{{"username", "kubernetes-admin"}};
    u["groups"] = bj::array{"system:masters", "system:authenticated"};
    return u;
}

namespace {

bj::object with_status(bj::object request, bj::object status) {
    request["status"] = std::move(status);
    apply_go_encoding(request);
    return request;
}

api_result<bj::object> token_review(bj::object request, const strategy_context& c) {
    const bj::object& spec = object_of(request, "spec");
    const std::string_view token = text_at(spec, "token");
    if (token.empty()) return bad_request("token is required for TokenReview in authentication");
    bj::object status = review_token(token, list_of(spec, "audiences"), c);
    return with_status(std::move(request), std::move(status));
}

api_result<bj::object> self_review(bj::object request, const strategy_context& c) {
    make_object(request, "metadata")["creationTimestamp"] = timestamp::from(c.now).to_string();
    return with_status(std::move(request), {{"userInfo", administrator()}});
}

void check_attributes(const bj::object& spec, field_errors& to) {
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

api_result<bj::object> access_review(bj::object request, const strategy_context&) {
    field_errors errors;
    const bj::object& spec = object_of(request, "spec");
    const std::string kind(text_at(request, "kind"));
    check_attributes(spec, errors);
    if (kind == "SubjectAccessReview" && text_at(spec, "user").empty() && list_of(spec, "groups").empty()) {
        invalid(errors, "spec.user", "", "at least one of user or group must be specified");
    }
    // The real server names no kind here.
    if (!errors.empty()) return invalid_object({"authorization.k8s.io", ""}, "", errors);
    return with_status(std::move(request), {{"allowed", true}});
}

api_result<bj::object> local_access_review(bj::object request, const strategy_context&) {
    const std::string ns(text_at(object_of(request, "metadata"), "namespace"));
    if (bj::object* attributes = object_at(request, {"spec", "resourceAttributes"})) {
        if (text_at(*attributes, "namespace").empty()) (*attributes)["namespace"] = ns;
    }
    return with_status(std::move(request), {{"allowed", true}});
}

api_result<bj::object> rules_review(bj::object request, const strategy_context&) {
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
    return with_status(std::move(request), std::move(status));
}

void default_token_request(bj::object& request) {
    constexpr std::int64_t hour = 3600;
    bj::object& spec = make_object(request, "spec");
    if (const bj::value* life = value_at(spec, "expirationSeconds"); life == nullptr || life->is_null())
        spec["expirationSeconds"] = hour;
    apply_go_encoding(request);
}

}  // namespace

const strategy token_review_strategy{
    .defaults = apply_go_encoding, .answer = token_review, .has_generation = false};
const strategy self_review_strategy{
    .defaults = apply_go_encoding, .answer = self_review, .has_generation = false};
const strategy access_review_strategy{
    .defaults = apply_go_encoding, .answer = access_review, .has_generation = false};
const strategy local_access_review_strategy{
    .defaults = apply_go_encoding, .answer = local_access_review, .has_generation = false};
const strategy rules_review_strategy{
    .defaults = apply_go_encoding, .answer = rules_review, .has_generation = false};
const strategy form_strategy{.defaults = apply_go_encoding};
const strategy token_request_strategy{.defaults = default_token_request, .has_generation = false};
const strategy binding_strategy{.has_generation = false};
const strategy component_status_strategy{.has_generation = false};

}  // namespace setpoint::inline v0::apiserver
