// What validating and mutating admission policies and their bindings have in common
// (pkg/apis/admissionregistration/validation).

#include "apiserver/kinds/admissionregistration/admission_policy.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/admissionregistration/webhook_rules.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

bool is_blank(std::string_view s) {
    return go_text::trimmed(s).empty();
}

namespace {

void validate_param_kind(const bj::object& kind, field_errors& to) {
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

void validate_rules_with_names(const bj::object& match, const char* key, const std::string& path,
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

}  // namespace

void validate_match_resources(const bj::object& match, const std::string& path, field_errors& to) {
    const std::string_view policy = text_at(match, "matchPolicy");
    if (policy != "Equivalent" && policy != "Exact")
        not_supported(to, path + ".matchPolicy", policy, {"Equivalent", "Exact"});
    for (const char* key : {"namespaceSelector", "objectSelector"})
        validate_selector(object_of(match, key), child(path, key), to);
    validate_rules_with_names(match, "resourceRules", path, to);
    validate_rules_with_names(match, "excludeResourceRules", path, to);
}

// Nothing can be mutated in a delete.
void validate_mutating_operations(const bj::object& match, const std::string& path, field_errors& to) {
    for_each_object(list_of(match, "resourceRules"), [&](const bj::object& rule, std::size_t) {
        for (const bj::value& v : list_of(rule, "operations")) {
            const std::string_view op = text_of(v);
            if (op != "*" && op != "CONNECT" && op != "CREATE" && op != "UPDATE")
                not_supported(to, path + ".resourceRules.operations", op,
                              {"*", "CONNECT", "CREATE", "UPDATE"});
        }
    });
}

namespace {

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

}  // namespace

expression_scope scope_of(const bj::object& spec) {
    return {object_at(spec, "paramKind") != nullptr, true, false};
}

namespace {

// `compiler` knows them afterwards.
void validate_variables(const bj::object& spec, expression_compiler& compiler, field_errors& to) {
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

}  // namespace

// The rules that validating and mutating policies share, before those of their variables.
void validate_policy_head(const bj::object& spec, const bj::object* old, bool mutates,
                          expression_compiler& compiler, field_errors& to) {
    const std::string_view policy = text_at(spec, "failurePolicy");
    if (policy != "Fail" && policy != "Ignore")
        not_supported(to, "spec.failurePolicy", policy, {"Fail", "Ignore"});
    if (const bj::object* kind = object_at(spec, "paramKind")) validate_param_kind(*kind, to);
    const std::string path = "spec.matchConstraints";
    if (const bj::object* match = object_at(spec, "matchConstraints")) {
        validate_match_resources(*match, path, to);
        if (list_of(*match, "resourceRules").empty()) required(to, path + ".resourceRules");
        if (mutates) validate_mutating_operations(*match, path, to);
    } else {
        required(to, path);
    }
    if (!keeps_match_conditions(spec, old))
        validate_match_conditions(spec, "spec.matchConditions", scope_of(spec).params, to);
    validate_variables(spec, compiler, to);
}

void warn_of_policy(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    constexpr std::string_view suffix = ".static.k8s.io";
    if (text_at(object_of(o, "metadata"), "name").ends_with(suffix))
        to.push_back(
            fmt::format("metadata.name: names ending with \"{}\" are reserved for static "
                        "manifest-based configurations and cannot be managed via the API",
                        suffix));
}

std::int64_t count_of_items(const bj::object& o, const char* key) {
    return static_cast<std::int64_t>(list_of(object_of(o, "spec"), key).size());
}

bj::value param_kind_cell(const bj::object& o, wall_time) {
    const bj::object* kind = object_at(o, {"spec", "paramKind"});
    return kind == nullptr ? cell("<unset>")
                           : cell(fmt::format("{}/{}", text_at(*kind, "apiVersion"), text_at(*kind, "kind")));
}

}}}  // namespace setpoint::v0::apiserver
