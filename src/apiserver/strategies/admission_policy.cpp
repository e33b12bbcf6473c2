// Admission policies and their bindings (pkg/apis/admissionregistration/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/objects/json_path.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/strategies/policy_expressions.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/strategies/webhook_rules.hpp"
#include "apiserver/validation/devices.hpp"
#include "apiserver/validation/metadata.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

bool is_blank(std::string_view s) {
    return go_text::trimmed(s).empty();
}

void check_param_kind(const bj::object& kind, field_errors& to) {
    const std::string path = "spec.paramKind";
    const std::string_view version = text_at(kind, "apiVersion"), name = text_at(kind, "kind");
    const std::size_t slash = version.find('/');
    if (version.empty()) {
        required(to, path + ".apiVersion");
    } else if (std::ranges::count(version, '/') > 1) {
        invalid(to, path + ".apiVersion", version,
                fmt::format("unexpected GroupVersion string: {}", version));
    } else {
        const std::string_view group = slash == std::string_view::npos ? "" : version.substr(0, slash);
        const std::string_view own = slash == std::string_view::npos ? version : version.substr(slash + 1);
        if (const messages wrong = dns1123_subdomain(group); !group.empty() && !wrong.empty())
            invalid(to, path + ".apiVersion", group, joined(wrong));
        if (own.empty())
            invalid(to, path + ".apiVersion", version, "version must be specified");
        else if (const messages wrong = dns1035_label(own); !wrong.empty())
            invalid(to, path + ".apiVersion", own, joined(wrong));
    }
    if (name.empty())
        required(to, path + ".kind");
    else if (const messages wrong = dns1035_label(lower_case(name)); !wrong.empty())
        invalid(to, path + ".kind", name,
                "may have mixed case, but should otherwise match: " + joined(wrong));
}

void check_rules_with_names(const bj::object& match, const char* key, const std::string& path,
                            field_errors& to) {
    for_each_object(list_of(match, key), [&](const bj::object& rule, std::size_t i) {
        const std::string here = indexed(child(path, key), i), names_path = here + ".resourceNames";
        const bj::array& names = list_of(rule, "resourceNames");
        std::set<std::string, std::less<>> seen;
        for (std::size_t k = 0; k < names.size(); ++k) {
            add_invalid(to, indexed(names_path, k), names[k], path_segment(text_of(names[k]), false));
            if (!seen.emplace(text_of(names[k])).second) duplicate(to, indexed(names_path, k), names[k]);
        }
        validate_webhook_rule(rule, here, to);
    });
}

void check_match_resources(const bj::object& match, const std::string& path, field_errors& to) {
    const std::string_view policy = text_at(match, "matchPolicy");
    if (policy != "Equivalent" && policy != "Exact")
        not_supported(to, path + ".matchPolicy", policy, {"Equivalent", "Exact"});
    for (const char* key : {"namespaceSelector", "objectSelector"})
        validate_selector(object_of(match, key), child(path, key), to);
    check_rules_with_names(match, "resourceRules", path, to);
    check_rules_with_names(match, "excludeResourceRules", path, to);
}

// Nothing can be mutated in a delete.
void check_mutating_operations(const bj::object& match, const std::string& path, field_errors& to) {
    for_each_object(list_of(match, "resourceRules"), [&](const bj::object& rule, std::size_t) {
        for (const bj::value& v : list_of(rule, "operations")) {
            const std::string_view op = text_of(v);
            if (op != "*" && op != "CONNECT" && op != "CREATE" && op != "UPDATE")
                not_supported(to, path + ".resourceRules.operations", op,
                              {"*", "CONNECT", "CREATE", "UPDATE"});
        }
    });
}

bool is_cel_identifier(std::string_view s) {
    static const std::set<std::string_view> reserved{
        "true",     "false",   "null",      "in",       "as",  "break",  "const",
        "continue", "else",    "for",       "function", "if",  "import", "let",
        "loop",     "package", "namespace", "return",   "var", "void",   "while"};
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    return !s.empty() && is_letter(s.front()) && !reserved.contains(s) &&
           std::ranges::all_of(s, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

using policies::expression_compiler;
using policies::expression_scope;
using policies::result_kind;

expression_scope scope_of(const bj::object& spec) {
    return {object_at(spec, "paramKind") != nullptr, true, false};
}

// `compiler` knows them afterwards.
void check_variables(const bj::object& spec, expression_compiler& compiler, field_errors& to) {
    for_each_object(list_of(spec, "variables"), [&](const bj::object& v, std::size_t i) {
        const std::string path = indexed("spec.variables", i);
        const std::string_view name = text_at(v, "name");
        if (is_blank(name))
            required(to, path + ".name", "name is not specified");
        else if (!is_cel_identifier(name))
            invalid(to, path + ".name", name, "must be a valid CEL identifier");
        const std::string_view source = text_at(v, "expression");
        if (is_blank(source))
            required(to, path + ".expression", "expression is not specified");
        else
            report_expression(compiler.add_variable(name, source, scope_of(spec)), source,
                              path + ".expression", to);
    });
}

// Match conditions that an update leaves alone were valid when they were written.
bool keeps_match_conditions(const bj::object& spec, const bj::object* old) {
    return old != nullptr && same_field(spec, *old, "paramKind") && same_field(spec, *old, "matchConditions");
}

// The rules that validating and mutating policies share, before those of their variables.
void check_policy_head(const bj::object& spec, const bj::object* old, bool mutates,
                       expression_compiler& compiler, field_errors& to) {
    const std::string_view policy = text_at(spec, "failurePolicy");
    if (policy != "Fail" && policy != "Ignore")
        not_supported(to, "spec.failurePolicy", policy, {"Fail", "Ignore"});
    if (const bj::object* kind = object_at(spec, "paramKind")) check_param_kind(*kind, to);
    const std::string path = "spec.matchConstraints";
    if (const bj::object* match = object_at(spec, "matchConstraints")) {
        check_match_resources(*match, path, to);
        if (list_of(*match, "resourceRules").empty()) required(to, path + ".resourceRules");
        if (mutates) check_mutating_operations(*match, path, to);
    } else {
        required(to, path);
    }
    if (!keeps_match_conditions(spec, old))
        validate_match_conditions(spec, "spec.matchConditions", scope_of(spec).params, to);
    check_variables(spec, compiler, to);
}

void check_message(std::string_view message, const std::string& path, field_errors& to) {
    const std::size_t begin = message.find_first_not_of(" \t\r\n\v\f");
    const std::size_t end = message.find_last_not_of(" \t\r\n\v\f");
    if (!message.empty() && begin == std::string_view::npos)
        invalid(to, path, message, "must be non-empty if specified");
    else if (!message.empty() &&
             message.substr(begin, end - begin + 1).find_first_of("\r\n") != std::string_view::npos)
        invalid(to, path, message, "must not contain line breaks");
}

void check_validation(const bj::object& v, const expression_compiler& compiler, expression_scope scope,
                      const std::string& path, field_errors& to) {
    const std::string_view source = text_at(v, "expression"), computed = text_at(v, "messageExpression");
    if (is_blank(source))
        required(to, path + ".expression", "expression is not specified");
    else
        validate_expression(compiler, source, result_kind::boolean, scope, path + ".expression", to);
    if (!computed.empty() && is_blank(computed))
        invalid(to, path + ".messageExpression", computed, "must be non-empty if specified");
    else if (!computed.empty())
        validate_expression(compiler, computed, result_kind::text, {scope.params, false, false},
                            path + ".messageExpression", to);
    check_message(text_at(v, "message"), path + ".message", to);
    if (const bj::value* reason = value_at(v, "reason")) {
        const std::string_view r = text_of(*reason);
        if (r != "Forbidden" && r != "Invalid" && r != "RequestEntityTooLarge")
            not_supported(to, path + ".reason", r, {"Forbidden", "Invalid", "RequestEntityTooLarge"});
    }
}

void check_audit_annotations(const bj::object& o, const expression_compiler& compiler, expression_scope scope,
                             field_errors& to) {
    constexpr std::size_t most = 20, longest = 5 * 1024;
    const std::string_view policy = text_at(object_of(o, "metadata"), "name");
    const bj::array& all = list_of(object_of(o, "spec"), "auditAnnotations");
    if (all.size() > most)
        invalid_unsorted(to, "spec.auditAnnotations", bj::value(all),
                         fmt::format("must not have more than {} auditAnnotations", most));
    std::set<std::string, std::less<>> seen;
    for_each_object(all, [&](const bj::object& a, std::size_t i) {
        const std::string path = indexed("spec.auditAnnotations", i), key(text_at(a, "key"));
        const std::string full = fmt::format("{}/{}", policy, key);
        if (policy.empty())
            invalid(to, path + ".key", key, "requires metadata.name be non-empty");
        else
            add_invalid(to, path + ".key", full, qualified_name(full));
        const std::string_view value = text_at(a, "valueExpression"), source = go_text::trimmed(value);
        if (source.empty())
            required(to, path + ".valueExpression", "valueExpression is not specified");
        else if (source.size() > longest)
            required(to, path + ".valueExpression",
                     fmt::format("must not exceed {} bytes in length", longest));
        else
            report_expression(compiler.compile(source, result_kind::text_or_null, scope), value,
                              path + ".valueExpression", to);
        if (!seen.insert(key).second) duplicate(to, path + ".key", key);
    });
}

void check_validating_policy(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    // Only policies with variables know the name `variables`.
    expression_compiler compiler(list_of(spec, "variables").empty()
                                     ? expression_compiler::composition::none
                                     : expression_compiler::composition::variables);
    check_policy_head(spec, old == nullptr ? nullptr : &object_of(*old, "spec"), false, compiler, to);
    const bj::array& validations = list_of(spec, "validations");
    if (validations.empty() && list_of(spec, "auditAnnotations").empty()) {
        for (const char* key : {"validations", "auditAnnotations"})
            required(to, child("spec", key),
                     "validations or auditAnnotations must contain at least one item");
        return;
    }
    for_each_object(validations, [&](const bj::object& v, std::size_t i) {
        check_validation(v, compiler, scope_of(spec), indexed("spec.validations", i), to);
    });
    check_audit_annotations(o, compiler, scope_of(spec), to);
}

void validate_validating_policy(const bj::object& o, const strategy_context&, field_errors& to) {
    check_validating_policy(o, nullptr, to);
}

void check_type_warning(const bj::object& warning, const std::string& path, field_errors& to) {
    if (text_at(warning, "warning").empty()) required(to, path + ".warning");
    const std::string field(go_text::trimmed(text_at(warning, "fieldRef")));
    if (field.empty()) {
        required(to, path + ".fieldRef");
    } else if (!json_path::parse(field)) {
        invalid(to, path + ".fieldRef", field, "invalid JSONPath: cannot parse the path");
    }
}

void validate_validating_policy_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                       field_errors& to) {
    if (!is_status(c)) {
        check_validating_policy(o, &old, to);
        return;
    }
    const bj::object& status = object_of(o, "status");
    const bj::array& warnings = list_of(object_of(status, "typeChecking"), "expressionWarnings");
    for (std::size_t i = 0; i < warnings.size(); ++i)
        check_type_warning(struct_of(warnings[i]), indexed("status.typeChecking.expressionWarnings", i), to);
    validate_conditions(list_of(status, "conditions"), "status.conditions", to);
}

void check_mutation(const bj::object& m, const expression_compiler& compiler, expression_scope scope,
                    const std::string& path, field_errors& to) {
    const std::string_view type = text_at(m, "patchType");
    if (type != "JSONPatch" && type != "ApplyConfiguration") {
        validate_one_of(type, {"ApplyConfiguration", "JSONPatch"}, path + ".patchType", to);
        return;
    }
    const bool patches = type == "JSONPatch";
    const char *wanted = patches ? "jsonPatch" : "applyConfiguration",
               *other = patches ? "applyConfiguration" : "jsonPatch";
    const bj::object* body = object_at(m, wanted);
    const std::string_view source = body == nullptr ? "" : go_text::trimmed(text_at(*body, "expression"));
    scope.patches = true;
    if (body == nullptr)
        required(to, child(path, wanted), fmt::format("must be specified when patchType is {}", type));
    else if (source.empty())
        required(to, child(path, wanted) + ".expression");
    else
        validate_expression(compiler, source, patches ? result_kind::json_patch : result_kind::configuration,
                            scope, child(path, wanted) + ".expression", to);
    if (value_at(m, other) != nullptr)
        invalid(to, child(path, other), fmt::format("{{{}}}", other),
                fmt::format("must not be specified when patchType is {}", type));
}

void check_mutating_policy(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    expression_compiler compiler(expression_compiler::composition::variables);
    check_policy_head(spec, old == nullptr ? nullptr : &object_of(*old, "spec"), true, compiler, to);
    const bj::array& mutations = list_of(spec, "mutations");
    if (mutations.empty()) required(to, "spec.mutations", "mutations must contain at least one item");
    for_each_object(mutations, [&](const bj::object& m, std::size_t i) {
        check_mutation(m, compiler, scope_of(spec), indexed("spec.mutations", i), to);
    });
    validate_one_of(text_at(spec, "reinvocationPolicy"), {"IfNeeded", "Never"}, "spec.reinvocationPolicy",
                    to);
}

void validate_mutating_policy(const bj::object& o, const strategy_context&, field_errors& to) {
    check_mutating_policy(o, nullptr, to);
}

void validate_mutating_policy_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                     field_errors& to) {
    check_mutating_policy(o, &old, to);
}

// --- bindings ---

void check_param_ref(const bj::object& ref, field_errors& to) {
    const std::string path = "spec.paramRef";
    const std::string_view name = text_at(ref, "name");
    const bj::object* selector = object_at(ref, "selector");
    constexpr const char* both = "name and selector are mutually exclusive";
    if (!name.empty()) {
        add_invalid(to, path + ".name", name, path_segment(name, false));
        if (selector != nullptr) forbidden(to, path + ".name", both);
    }
    if (selector != nullptr) {
        validate_selector(*selector, path + ".selector", to);
        if (!name.empty()) forbidden(to, path + ".selector", both);
    }
    if (name.empty() && selector == nullptr) required(to, path, "one of name or selector must be specified");
    validate_one_of(text_at(ref, "parameterNotFoundAction"), {"Deny", "Allow"},
                    path + ".parameterNotFoundAction", to);
}

void check_binding(const bj::object& o, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    const std::string_view policy = text_at(spec, "policyName");
    if (policy.empty())
        required(to, "spec.policyName");
    else
        add_invalid(to, "spec.policyName", policy, dns1123_subdomain(policy));
    if (const bj::object* ref = object_at(spec, "paramRef")) check_param_ref(*ref, to);
    if (const bj::object* match = object_at(spec, "matchResources"))
        check_match_resources(*match, "spec.matchResources", to);
}

void validate_validating_binding(const bj::object& o, const strategy_context&, field_errors& to) {
    check_binding(o, to);
    const std::string path = "spec.validationActions";
    const bj::array& actions = list_of(object_of(o, "spec"), "validationActions");
    std::set<std::string, std::less<>> seen;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const std::string_view action = text_of(actions[i]);
        if (action != "Audit" && action != "Deny" && action != "Warn")
            not_supported(to, indexed(path, i), action, {"Audit", "Deny", "Warn"});
        if (!seen.emplace(action).second) duplicate(to, indexed(path, i), action);
    }
    if (seen.contains("Deny") && seen.contains("Warn"))
        invalid(to, path, actions,
                "must not contain both Deny and Warn (repeating the same validation failure information in "
                "the API response and headers serves no purpose)");
    if (seen.empty()) required(to, path, "at least one validation action is required");
}

void validate_validating_binding_update(const bj::object& o, const bj::object&, const strategy_context& c,
                                        field_errors& to) {
    validate_validating_binding(o, c, to);
}

void validate_mutating_binding(const bj::object& o, const strategy_context&, field_errors& to) {
    check_binding(o, to);
    check_mutating_operations(object_of(o, {"spec", "matchResources"}), "spec.matchResources", to);
}

void validate_mutating_binding_update(const bj::object& o, const bj::object&, const strategy_context& c,
                                      field_errors& to) {
    validate_mutating_binding(o, c, to);
}

}  // namespace

const strategy validating_policy_strategy{.defaults = apply_go_encoding,
                                          .prepare_create = create_without_status,
                                          .prepare_update = update_spec_or_status_alone,
                                          .validate = validate_validating_policy,
                                          .validate_update = validate_validating_policy_update,
                                          .unconditional_update = false};
const strategy validating_binding_strategy{.defaults = apply_go_encoding,
                                           .validate = validate_validating_binding,
                                           .validate_update = validate_validating_binding_update,
                                           .unconditional_update = false};
const strategy mutating_policy_strategy{.defaults = apply_go_encoding,
                                        .validate = validate_mutating_policy,
                                        .validate_update = validate_mutating_policy_update,
                                        .unconditional_update = false};
const strategy mutating_binding_strategy{.defaults = apply_go_encoding,
                                         .validate = validate_mutating_binding,
                                         .validate_update = validate_mutating_binding_update,
                                         .unconditional_update = false};

}  // namespace setpoint::inline v0::apiserver
