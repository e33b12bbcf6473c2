#include "apiserver/authorization/authorizer.hpp"

#include <iterator>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>&& more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

decision authorizer::authorize_with(const attributes& of, review_memory&) const {
    return authorize(of);
}

rule_list authorizer::rules_for(const user_info&, std::string_view) const {
    return {};
}

decision always_allow::authorize(const attributes&) const {
    return decision::allow();
}

rule_list always_allow::rules_for(const user_info&, std::string_view) const {
    return {.resources = {{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}}},
            .non_resources = {{.verbs = {"*"}, .urls = {"*"}}}};
}

decision always_deny::authorize(const attributes&) const {
    return decision::no_opinion("Everything is forbidden.");
}

decision privileged_users::authorize(const attributes& of) const {
    return of.user->in_group(privileged_group) ? decision::allow() : decision::no_opinion();
}

decision authorizer_chain::authorize(const attributes& of) const {
    return ask_all(of, nullptr);
}

decision authorizer_chain::authorize_with(const attributes& of, review_memory& known) const {
    return ask_all(of, &known);
}

decision authorizer_chain::ask_all(const attributes& of, review_memory* known) const {
    std::string reasons;
    std::vector<std::string> errors;
    for (const authorizer* a : all_) {
        decision d = known != nullptr ? a->authorize_with(of, *known) : a->authorize(of);
        if (d.is != decision::verdict::no_opinion) return d;
        if (!d.error.empty()) errors.push_back(std::move(d.error));
        if (d.reason.empty()) continue;
        if (!reasons.empty()) reasons += '\n';
        reasons += a->name + ": " + d.reason;
    }
    decision out = decision::no_opinion(std::move(reasons));
    out.error = joined_errors(errors);
    return out;
}

rule_list authorizer_chain::rules_for(const user_info& user, std::string_view namespace_name) const {
    rule_list out;
    for (const authorizer* a : all_) {
        rule_list more = a->rules_for(user, namespace_name);
        append(out.resources, std::move(more.resources));
        append(out.non_resources, std::move(more.non_resources));
        append(out.errors, std::move(more.errors));
        out.is_incomplete = out.is_incomplete || more.is_incomplete;
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
