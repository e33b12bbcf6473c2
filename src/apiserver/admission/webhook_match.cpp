#include "apiserver/admission/match.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/state/converter.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::optional<seen_as> matching(const server_state& w, const admission_webhook& hook,
                                const admission_attributes& a) {
    const auto fits = [&](const admission_rule& rule, const resource& r) {
        return matches(rule, a.operation, r.gvr, a.subresource, a.ns);
    };
    if (std::ranges::any_of(hook.rules, [&](const auto& rule) { return fits(rule, a.kind); }))
        return as_sent(a);
    if (!hook.equivalent) return std::nullopt;
    const std::vector<resource_ptr> others = equivalents_of(w, a);
    for (const admission_rule& rule : hook.rules)
        for (const resource_ptr& r : others)
            if (fits(rule, *r)) return as_equivalent(a, r);
    return std::nullopt;
}

awaitable<api_result<policies::match_outcome>> meets_conditions(server_state& w,
                                                                const admission_webhook& hook,
                                                                const admission_attributes& a,
                                                                const seen_as& s) {
    if (hook.conditions.empty()) co_return policies::match_outcome{};
    const auto object = co_await converted(w, a, s, a.object);
    if (!object) co_return object.error();
    const auto old = co_await converted(w, a, s, a.old);
    if (!old) co_return old.error();
    // The request names the resource of the path, also if another version matches.
    const bj::object request = admission_request_of(a, {&a.kind, s.kind, s.type});
    policies::policy_input in;
    in.object = *object ? &**object : nullptr;
    in.old_object = *old ? &**old : nullptr;
    in.request = &request;
    in.authorizer = &rights_in_expressions(a.by);
    in.resource = checked_resource(a);
    policies::match_outcome met = hook.conditions.match(in);
    while (awaits_reviews(a.by)) {
        co_await answer_reviews(a.by);
        met = hook.conditions.match(in);
    }
    co_return met;
}

}  // namespace

awaitable<api_result<std::optional<invocation>>> invocation_of(server_state& w, admission_webhook_ptr hook,
                                                               const admission_attributes& a) {
    std::optional<invocation> none;
    api_result<bj::object> labels = bj::object();
    if (selects_namespaces(hook->namespaces, a)) {
        labels = labels_of_namespace(w, a);
        if (labels && !selector_matches(hook->namespaces, *labels)) co_return none;
    }
    if (!selects_object(hook->objects, a)) co_return none;
    const std::optional<seen_as> found = matching(w, *hook, a);
    if (!found) co_return none;
    // A missing namespace is an error for webhooks that would be called.
    if (!labels) co_return labels.error();
    const auto met = co_await meets_conditions(w, *hook, a, *found);
    if (!met) co_return met.error();
    if (!met->error.empty()) co_return forbidden_error(a.kind.gr(), a.name, met->error);
    if (!met->matches) co_return none;
    co_return std::optional<invocation>({*found, std::move(hook)});
}

awaitable<api_result<bj::object>> in_version(server_state& w, const resource& from, const resource& to,
                                             bj::object object, time_point due) {
    if (from.gvr == to.gvr) co_return object;
    if (from.webhook)
        co_return co_await convert_object(w, from, std::move(object), to.gvr.api_version(), due);
    if (from.code->to_storage) from.code->to_storage(object);
    if (to.code->from_storage) to.code->from_storage(object);
    object["apiVersion"] = to.gvr.api_version();
    object["kind"] = to.kind;
    co_return object;
}

}}}  // namespace setpoint::v0::apiserver
