// MutatingAdmissionPolicies (pkg/apis/admissionregistration/validation).

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/admissionregistration/admission_policy.hpp"
#include "apiserver/kinds/admissionregistration/policy_expressions.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using policies::expression_compiler;
using policies::expression_scope;
using policies::result_kind;

void validate_mutation(const bj::object& m, const expression_compiler& compiler, expression_scope scope,
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

void validate_any_mutating_policy(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    expression_compiler compiler(expression_compiler::composition::variables);
    validate_policy_head(spec, old == nullptr ? nullptr : &object_of(*old, "spec"), true, compiler, to);
    const bj::array& mutations = list_of(spec, "mutations");
    if (mutations.empty()) required(to, "spec.mutations", "mutations must contain at least one item");
    for_each_object(mutations, [&](const bj::object& m, std::size_t i) {
        validate_mutation(m, compiler, scope_of(spec), indexed("spec.mutations", i), to);
    });
    validate_one_of(text_at(spec, "reinvocationPolicy"), {"IfNeeded", "Never"}, "spec.reinvocationPolicy",
                    to);
}

void validate_mutating_admission_policy(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_mutating_policy(o, nullptr, to);
}

void validate_mutating_admission_policy_update(const bj::object& o, const bj::object& old,
                                               const kind_context&, field_errors& to) {
    validate_any_mutating_policy(o, &old, to);
}

constexpr cell_row mutating_admission_policy_cells[] = {
    {"Mutations", [](const bj::object& o, wall_time) { return bj::value(count_of_items(o, "mutations")); }},
    {"ParamKind", param_kind_cell},
};

}  // namespace

constinit const kind_code mutating_admission_policy_kind{
    .defaults = apply_go_encoding,
    .validate = validate_mutating_admission_policy,
    .validate_update = validate_mutating_admission_policy_update,
    .warn = warn_of_policy,
    .cells = mutating_admission_policy_cells,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
