#include "apiserver/admission/policy_admission.hpp"
#include "apiserver/audit/notes.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/policies/validate_request.hpp"
#include "apiserver/request/deadline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using policies::policy_decision;

// What the expressions of one policy see of a request.
class policy_view {
public:
    policy_view(const admission_attributes& a, const seen_as& s, std::optional<bj::object> object,
                std::optional<bj::object> old)
        : object_(std::move(object)),
          old_(std::move(old)),
          request_(admission_request_of(a, s)),
          condition_request_(admission_request_of(a, {&a.kind, s.kind, s.type})),
          resource_(checked_resource(a)),
          by_(a.by) {}

    policies::policy_input input(const std::optional<bj::object>& params,
                                 const std::optional<bj::object>& ns) const {
        policies::policy_input in;
        in.object = object_ ? &*object_ : nullptr;
        in.old_object = old_ ? &*old_ : nullptr;
        in.params = params ? &*params : nullptr;
        in.request = &request_;
        in.condition_request = &condition_request_;
        in.namespace_object = ns ? &*ns : nullptr;
        in.authorizer = &rights_in_expressions(by_);
        in.resource = resource_;
        return in;
    }

private:
    std::optional<bj::object> object_, old_;
    bj::object request_, condition_request_;
    cel::authorization_request resource_;
    const requester* by_;
};

int code_of(std::string_view reason) {
    if (reason == "Forbidden") return 403;
    return reason == "RequestEntityTooLarge" ? 413 : 422;
}

api_error denied(const admission_attributes& a, const policy_call& by, const policy_decision& d) {
    std::string message = fmt::format("ValidatingAdmissionPolicy '{}' ", by.of->name);
    if (by.binding) message += fmt::format("with binding '{}' ", by.binding->name);
    message += "denied request: " + d.message;
    api_error e = forbidden_error(a.kind.gr(), name_in_errors(a), message);
    e.reason = d.reason.empty() ? "Invalid" : d.reason;
    e.code = code_of(e.reason);
    e.details["causes"] = bj::array{bj::object{{"message", message}}};
    return e;
}

// The denials of one request: the first is the answer, later ones are not looked at.
class denials {
public:
    denials(const admission_attributes& a, std::vector<std::string>& warnings) : a_(a), warnings_(warnings) {}

    void add(const policy_call& by, const policy_decision& d) {
        if (!first_) first_ = denied(a_, by, d);
    }
    // Does what the actions of the binding are.
    void act(const policy_call& by, const policy_decision& d) {
        for (const std::string& action : by.binding->actions) {
            if (action == "Deny") add(by, d);
            if (action == "Warn")
                warnings_.push_back(
                    fmt::format("Validation failed for ValidatingAdmissionPolicy '{}' with binding '{}': {}",
                                by.of->name, by.binding->name, d.message));
        }
    }
    api_result<> result() {
        if (first_) return std::move(*first_);
        return {};
    }

private:
    const admission_attributes& a_;
    std::vector<std::string>& warnings_;
    std::optional<api_error> first_;
};

// What the policies say about a request in the audit log. Does nothing if it is not recorded.
class policy_notes {
public:
    explicit policy_notes(const requester* by) : by_(audit::is_recorded(by) ? by : nullptr) {}

    // The annotations of a policy, for one of its bindings.
    void add(const policies::request_decisions& made) {
        if (by_ == nullptr) return;
        for (const auto& [key, value] : made.published) {
            std::vector<std::string>& known = values_[key];
            const std::string text = value.substr(0, longest_value);
            if (std::ranges::find(known, text) == known.end()) known.push_back(text);
        }
    }
    // Once all bindings of the policy are done.
    void publish(const std::string& policy) {
        for (const auto& [key, values] : values_)
            audit::annotate_admission(by_, fmt::format("{}/{}", policy, key),
                                      fmt::format("{}", fmt::join(values, ", ")));
        values_.clear();
    }
    // A validation that fails, for a binding with the action Audit.
    void add_failure(const policy_call& of, const policy_decision& d, std::size_t index) {
        if (by_ == nullptr || failures_.size() >= most_failures) return;
        if (std::ranges::find(of.binding->actions, "Audit") == of.binding->actions.end()) return;
        bj::array actions;
        for (const std::string& action : of.binding->actions) actions.emplace_back(action);
        failures_.push_back(bj::object{{"message", d.message},
                                       {"policy", of.of->name},
                                       {"binding", of.binding->name},
                                       {"expressionIndex", index},
                                       {"validationActions", std::move(actions)}});
    }
    void publish_failures() {
        if (!failures_.empty())
            audit::annotate_admission(by_, "validation.policy.admission.k8s.io/validation_failure",
                                      json_text::serialize(failures_));
    }

private:
    static constexpr std::size_t longest_value = 10 * 1024, most_failures = 50;
    const requester* by_;
    std::map<std::string, std::vector<std::string>> values_;
    bj::array failures_;
};

awaitable<api_result<>> validate_by_policy(server_state& w, const policies::policy_set::bound& p,
                                           const admission_attributes& a, denials& to, policy_notes& notes) {
    std::vector<policy_call> calls;
    co_await collect_calls(w, p, a, calls);
    std::optional<policy_view> view;
    std::optional<bj::object> ns;
    for (const policy_call& call : calls) {
        if (!call.failure.empty()) {
            if (!p.of->fails_open) to.add(call, {true, call.failure, {}});
            continue;
        }
        if (!view) {
            auto found = namespace_of(w, a);
            if (!found) co_return found.error();
            ns = std::move(*found);
            auto object = co_await converted(w, a, call.seen, a.object);
            if (!object) co_return object.error();
            auto old = co_await converted(w, a, call.seen, a.old);
            if (!old) co_return old.error();
            view.emplace(a, call.seen, std::move(*object), std::move(*old));
        }
        policies::request_decisions made = policies::validate_request(*p.of, view->input(call.params, ns));
        while (awaits_reviews(a.by)) {
            co_await answer_reviews(a.by);
            made = policies::validate_request(*p.of, view->input(call.params, ns));
        }
        for (std::size_t i = 0; i < made.validations.size(); ++i) {
            const policy_decision& d = made.validations[i];
            if (!d.denies) continue;
            to.act(call, d);
            notes.add_failure(call, d, i);
        }
        notes.add(made);
        for (const policy_decision& d : made.annotations) to.add(call, d);
    }
    notes.publish(p.of->name);
    co_return api_result<>();
}

}  // namespace

awaitable<api_result<>> validate_by_policies(server_state& w, const admission_attributes& a,
                                             std::vector<std::string>& warnings) {
    if (w.validating_policies.empty() || is_exempt_from_policies(a.kind)) co_return api_result<>();
    denials all(a, warnings);
    policy_notes notes(a.by);
    for (const policies::policy_set::bound& p : std::vector(w.validating_policies.all()))
        if (auto ok = co_await validate_by_policy(w, p, a, all, notes); !ok) co_return ok.error();
    notes.publish_failures();
    if (w.event_loop.now() >= a.due) co_return request_timeout();
    co_return all.result();
}

}}}  // namespace setpoint::v0::apiserver
