#include "apiserver/policies/policy.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

std::vector<match_resources::named_rule> rules_of(const bj::object& match, std::string_view key) {
    std::vector<match_resources::named_rule> out;
    for_each_object(list_of(match, key), [&](const bj::object& rule, std::size_t) {
        match_resources::named_rule& made = out.emplace_back();
        made.rule = admission_rule_of(rule);
        for (const bj::value& name : list_of(rule, "resourceNames")) made.names.emplace_back(text_of(name));
    });
    return out;
}

match_resources match_resources_of(const bj::object& match) {
    return {rules_of(match, "resourceRules"), rules_of(match, "excludeResourceRules"),
            object_of(match, "namespaceSelector"), object_of(match, "objectSelector"),
            text_at(match, "matchPolicy") != "Exact"};
}

param_kind param_kind_of(const bj::object& kind) {
    const std::string_view version = text_at(kind, "apiVersion");
    const std::size_t slash = version.find('/');
    const bool core = slash == std::string_view::npos;
    return {std::string(core ? std::string_view() : version.substr(0, slash)),
            std::string(core ? version : version.substr(slash + 1)), std::string(text_at(kind, "kind"))};
}

void compile_validations(const bj::object& spec, expression_scope scope, compiled_policy& to) {
    expression_scope unauthorized = scope;
    unauthorized.authorizer = false;
    for_each_object(list_of(spec, "validations"), [&](const bj::object& v, std::size_t) {
        validation& made = to.validations.emplace_back();
        made.expression = to.compiler.compile(text_at(v, "expression"), result_kind::boolean, scope);
        if (const std::string_view message = text_at(v, "messageExpression"); !message.empty())
            made.message_expression = to.compiler.compile(message, result_kind::text, unauthorized);
        made.message = text_at(v, "message");
        made.reason = text_at(v, "reason");
    });
    for_each_object(list_of(spec, "auditAnnotations"), [&](const bj::object& a, std::size_t) {
        to.annotations.push_back(
            {std::string(text_at(a, "key")),
             to.compiler.compile(text_at(a, "valueExpression"), result_kind::text_or_null, scope)});
    });
}

void compile_mutations(const bj::object& spec, expression_scope scope, compiled_policy& to) {
    scope.patches = true;
    for_each_object(list_of(spec, "mutations"), [&](const bj::object& m, std::size_t) {
        const bool patches = text_at(m, "patchType") == "JSONPatch";
        const std::string_view source =
            text_at(object_of(m, patches ? "jsonPatch" : "applyConfiguration"), "expression");
        to.mutations.push_back(
            {patches ? mutation::form::json_patch : mutation::form::configuration,
             to.compiler.compile(source, patches ? result_kind::json_patch : result_kind::configuration,
                                 scope)});
    });
}

}  // namespace

std::string param_kind::text() const {
    return fmt::format("{}/{}, Kind={}", group, version, kind);
}

policy::policy(const bj::object& object)
    : name(text_at(object, {"metadata", "name"})), spec_(object_of(object, "spec")) {
    fails_open = text_at(spec_, "failurePolicy") == "Ignore";
    reinvoked = text_at(spec_, "reinvocationPolicy") == "IfNeeded";
    if (const bj::object* kind = object_at(spec_, "paramKind")) params = param_kind_of(*kind);
    constraints = match_resources_of(object_of(spec_, "matchConstraints"));
}

const compiled_policy& policy::compiled() const {
    if (compiled_) return *compiled_;
    auto made = std::make_unique<compiled_policy>();
    const expression_scope scope{params.has_value(), true, false};
    for_each_object(list_of(spec_, "variables"), [&](const bj::object& v, std::size_t) {
        made->compiler.add_variable(text_at(v, "name"), text_at(v, "expression"), scope);
    });
    made->conditions = match_conditions(list_of(spec_, "matchConditions"), fails_open);
    compile_validations(spec_, scope, *made);
    compile_mutations(spec_, scope, *made);
    compiled_ = std::move(made);
    return *compiled_;
}

match_outcome meets_conditions(const policy& p, const policy_input& in) {
    const compiled_policy& own = p.compiled();
    if (own.conditions.empty()) return {};
    policy_input conditional = in;
    conditional.namespace_object = nullptr;
    if (in.condition_request) conditional.request = in.condition_request;
    return own.conditions.match(conditional, own.compiler, p.params.has_value());
}

policy_binding::policy_binding(const bj::object& object)
    : name(text_at(object, {"metadata", "name"})), policy(text_at(object_of(object, "spec"), "policyName")) {
    const bj::object& spec = object_of(object, "spec");
    if (const bj::object* ref = object_at(spec, "paramRef")) {
        params.emplace(param_ref{std::string(text_at(*ref, "name")), std::string(text_at(*ref, "namespace")),
                                 std::nullopt, text_at(*ref, "parameterNotFoundAction") == "Deny"});
        if (const bj::object* selector = object_at(*ref, "selector")) params->selector = *selector;
    }
    if (const bj::object* match = object_at(spec, "matchResources")) resources = match_resources_of(*match);
    for (const bj::value& action : list_of(spec, "validationActions")) actions.emplace_back(text_of(action));
}

void policy_set::put_policy(const std::string& name, policy_ptr p) {
    if (p)
        policies_[name] = std::move(p);
    else
        policies_.erase(name);
    arrange();
}

void policy_set::put_binding(const std::string& name, binding_ptr b) {
    if (b)
        bindings_[name] = std::move(b);
    else
        bindings_.erase(name);
    arrange();
}

void policy_set::arrange() {
    all_.clear();
    for (const auto& [name, p] : policies_) {
        bound made{p, {}};
        for (const auto& [own, b] : bindings_)
            if (b->policy == name) made.bindings.push_back(b);
        if (!made.bindings.empty()) all_.push_back(std::move(made));
    }
}

}}}  // namespace setpoint::v0::apiserver::policies
