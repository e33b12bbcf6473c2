// ValidatingAdmissionPolicies (pkg/apis/admissionregistration/validation).

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/admissionregistration/admission_policy.hpp"
#include "apiserver/kinds/admissionregistration/policy_expressions.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/conditions.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/objects/json_path.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using policies::expression_compiler;
using policies::expression_scope;
using policies::result_kind;

void validate_policy_message(std::string_view message, const std::string& path, field_errors& to) {
    const std::size_t begin = message.find_first_not_of(" \t\r\n\v\f");
    const std::size_t end = message.find_last_not_of(" \t\r\n\v\f");
    if (!message.empty() && begin == std::string_view::npos)
        invalid(to, path, message, "must be non-empty if specified");
    else if (!message.empty() &&
             message.substr(begin, end - begin + 1).find_first_of("\r\n") != std::string_view::npos)
        invalid(to, path, message, "must not contain line breaks");
}

void validate_validation(const bj::object& v, const expression_compiler& compiler, expression_scope scope,
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
    validate_policy_message(text_at(v, "message"), path + ".message", to);
    if (const bj::value* reason = value_at(v, "reason")) {
        const std::string_view r = text_of(*reason);
        if (r != "Forbidden" && r != "Invalid" && r != "RequestEntityTooLarge")
            not_supported(to, path + ".reason", r, {"Forbidden", "Invalid", "RequestEntityTooLarge"});
    }
}

void validate_audit_annotations(const bj::object& o, const expression_compiler& compiler,
                                expression_scope scope, field_errors& to) {
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

void validate_any_validating_policy(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    // Only policies with variables know the name `variables`.
    expression_compiler compiler(list_of(spec, "variables").empty()
                                     ? expression_compiler::composition::none
                                     : expression_compiler::composition::variables);
    validate_policy_head(spec, old == nullptr ? nullptr : &object_of(*old, "spec"), false, compiler, to);
    const bj::array& validations = list_of(spec, "validations");
    if (validations.empty() && list_of(spec, "auditAnnotations").empty()) {
        for (const char* key : {"validations", "auditAnnotations"})
            required(to, child("spec", key),
                     "validations or auditAnnotations must contain at least one item");
        return;
    }
    for_each_object(validations, [&](const bj::object& v, std::size_t i) {
        validate_validation(v, compiler, scope_of(spec), indexed("spec.validations", i), to);
    });
    validate_audit_annotations(o, compiler, scope_of(spec), to);
}

void validate_validating_admission_policy(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_validating_policy(o, nullptr, to);
}

void validate_type_warning(const bj::object& warning, const std::string& path, field_errors& to) {
    if (text_at(warning, "warning").empty()) required(to, path + ".warning");
    const std::string field(go_text::trimmed(text_at(warning, "fieldRef")));
    if (field.empty()) {
        required(to, path + ".fieldRef");
    } else if (!json_path::parse(field)) {
        invalid(to, path + ".fieldRef", field, "invalid JSONPath: cannot parse the path");
    }
}

void validate_validating_admission_policy_update(const bj::object& o, const bj::object& old,
                                                 const kind_context& c, field_errors& to) {
    if (!is_status(c)) {
        validate_any_validating_policy(o, &old, to);
        return;
    }
    const bj::object& status = object_of(o, "status");
    const bj::array& warnings = list_of(object_of(status, "typeChecking"), "expressionWarnings");
    for (std::size_t i = 0; i < warnings.size(); ++i)
        validate_type_warning(struct_of(warnings[i]), indexed("status.typeChecking.expressionWarnings", i),
                              to);
    validate_conditions(list_of(status, "conditions"), "status.conditions", to);
}

constexpr cell_row validating_admission_policy_cells[] = {
    {"Validations",
     [](const bj::object& o, wall_time) { return bj::value(count_of_items(o, "validations")); }},
    {"ParamKind", param_kind_cell},
};

}  // namespace

constinit const kind_code validating_admission_policy_kind{
    .defaults = apply_go_encoding,
    .prepare_create = create_without_status,
    .prepare_update = update_spec_or_status_alone,
    .validate = validate_validating_admission_policy,
    .validate_update = validate_validating_admission_policy_update,
    .warn = warn_of_policy,
    .cells = validating_admission_policy_cells,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
