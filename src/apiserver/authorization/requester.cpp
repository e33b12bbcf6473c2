#include "apiserver/authorization/requester.hpp"

#include "apiserver/authorization/review.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

class everything_allowed final : public cel::authorizer {
public:
    [[nodiscard]] cel::authorization_decision decide(const cel::authorization_request&) const override {
        return {true, {}, std::nullopt};
    }
};

authorization::attributes creating(const requester& by) {
    authorization::attributes out = by.asked;
    out.verb = "create";
    return out;
}

}  // namespace

std::shared_ptr<const requester> unrestricted_requester(authorization::attributes asks_for,
                                                        audit::request_record* record) {
    static const authorization::always_allow everything;
    auto out = std::make_shared<requester>(std::move(asks_for), everything, nullptr);
    out->record = record;
    return out;
}

const user_info& user_of(const requester* by) {
    return by != nullptr ? by->user() : *administrator();
}

awaitable<void> answer_reviews(const requester* by) {
    if (awaits_reviews(by)) co_await by->reviewed->answer();
}

const cel::authorizer& rights_in_expressions(const requester* by) {
    static const everything_allowed everything;
    if (by == nullptr) return everything;
    return by->expressions;
}

api_result<> check_escalation(const requester* by, std::string_view group, std::string_view kind,
                              const bj::object& now, const bj::object* before) {
    if (by == nullptr || by->escalation == nullptr || group != "rbac.authorization.k8s.io") return {};
    return by->escalation->check(kind, by->asked, now, before);
}

api_result<> check_create_on_update(const requester* by) {
    if (by == nullptr) return {};
    const authorization::attributes asked = creating(*by);
    const authorization::decision d = by->rights.authorize(asked);
    if (d.allows()) return {};
    if (!d.error.empty()) return internal(d.error);
    return authorization::forbidden_request(asked, d.reason);
}

api_result<> check_connect(const requester* by) {
    if (by == nullptr || by->asked.verb == "create") return {};
    authorization::decision d = by->rights.authorize(creating(*by));
    if (d.allows()) return {};
    return forbidden_error({by->asked.group, by->asked.resource}, by->asked.name, std::move(d.reason));
}

void set_review_status(const requester* by, std::string_view kind, const bj::object& request,
                       bj::object& answer) {
    using namespace authorization;
    if (by == nullptr) return;
    const bj::object& spec = object_of(request, "spec");
    if (kind == "SelfSubjectRulesReview") {
        answer["status"] = rules_review_status(by->rights.rules_for(by->user(), text_at(spec, "namespace")));
        return;
    }
    const bool is_own = kind == "SelfSubjectAccessReview";
    if (!is_own && kind != "SubjectAccessReview" && kind != "LocalSubjectAccessReview") return;
    const attributes of = reviewed_attributes(
        is_own ? by->asked.user : std::make_shared<const user_info>(reviewed_user(spec)), spec);
    answer["status"] = access_review_status(of, by->rights.authorize(of));
}

}}}  // namespace setpoint::v0::apiserver
