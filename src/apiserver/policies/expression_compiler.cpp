#include "apiserver/policies/expression_compiler.hpp"

#include "cel/kubernetes/libraries.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

namespace types = cel::types;

const cel::type& patch_object() {
    static const cel::type made{cel::type_kind::object, json_patch_type};
    return made;
}

// The types that fit; empty: any.
std::vector<const cel::type*> wanted_types(result_kind wanted) {
    static const cel::type* const patch_parameter[] = {&patch_object()};
    static const cel::type patches{cel::type_kind::list, "list", patch_parameter};
    static const cel::type configuration{cel::type_kind::object, configuration_type};
    switch (wanted) {
        case result_kind::boolean:
            return {&types::boolean};
        case result_kind::text:
            return {&types::string};
        case result_kind::text_or_null:
            return {&types::string, &types::null};
        case result_kind::json_patch:
            return {&patches};
        case result_kind::configuration:
            return {&configuration};
        case result_kind::any:
            break;
    }
    return {};
}

std::string wrong_type(const std::vector<const cel::type*>& wanted, const cel::type& got) {
    if (wanted.size() == 1)
        return fmt::format("must evaluate to {} but got {}", cel::go_type_text(*wanted[0]),
                           cel::go_type_text(got));
    std::vector<std::string> names;
    names.reserve(wanted.size());
    for (const cel::type* each : wanted) names.push_back(cel::go_type_text(*each));
    return fmt::format("must evaluate to one of [{}] but got {}", fmt::join(names, " "),
                       cel::go_type_text(got));
}

}  // namespace

cel::environment expression_compiler::environment_for(expression_scope scope) const {
    const admission_types& known = scope.patches ? patching_ : plain_;
    cel::environment made = cel::kubernetes_environment();
    made.set_provider(&known);
    const cel::type* object = typed_ ? typed_->object : &types::dyn;
    const cel::type* params = typed_ && typed_->params ? typed_->params : &types::dyn;
    made.add_variable("object", object);
    made.add_variable("oldObject", object);
    made.add_variable("namespaceObject", known.find_type(namespace_type));
    made.add_variable("request", known.find_type(request_type));
    if (composed_) made.add_variable("variables", known.find_type(variables_type));
    if (scope.params) made.add_variable("params", params);
    if (scope.authorizer) {
        made.add_variable("authorizer", &cel::authorizer_type());
        // The real server's check of types does not know it.
        if (!typed_) made.add_variable("authorizer.requestResource", &cel::resource_check_type());
    }
    if (scope.patches) cel::add_json_patch(made);
    return made;
}

compiled_expression expression_compiler::compile(std::string_view source, result_kind wanted,
                                                 expression_scope scope) const {
    return compile(environment_for(scope).compile(source), source, wanted);
}

compiled_expression expression_compiler::compile(const cel::compilation& done, std::string_view source,
                                                 result_kind wanted) {
    compiled_expression out;
    out.source = source;
    if (!done.made) {
        out.error = "compilation failed: " + done.error;
        return out;
    }
    const std::vector<const cel::type*> fitting = wanted_types(wanted);
    const cel::type& got = done.made->result_type();
    if (!fitting.empty() &&
        std::ranges::none_of(fitting, [&](const cel::type* each) { return each->same_as(got); })) {
        out.error = wrong_type(fitting, got);
        return out;
    }
    cel::program made(*done.made);
    if (!made.valid()) {
        out.error = "program instantiation failed: " + made.failure();
        out.internal = true;
        return out;
    }
    out.made.emplace(std::move(made));
    return out;
}

const compiled_expression& expression_compiler::add_variable(std::string_view name, std::string_view source,
                                                             expression_scope scope) {
    const cel::compilation checked = environment_for(scope).compile(source);
    compiled_expression made = compile(checked, source, result_kind::any);
    const bool typed = made.error.empty();
    types_.insert_or_assign(std::string(name),
                            typed ? declared_variable_type(checked.made->result_type(), pool_) : &types::dyn);
    if (const auto at = by_name_.find(name); at != by_name_.end()) {
        at->second->expression = std::move(made);
        return at->second->expression;
    }
    variable& added = variables_.emplace_back(variable{std::string(name), std::move(made)});
    by_name_.emplace(added.name, &added);
    return added.expression;
}

const expression_compiler::variable* expression_compiler::find_variable(std::string_view name) const {
    const auto at = by_name_.find(name);
    return at == by_name_.end() ? nullptr : at->second;
}

}}}  // namespace setpoint::v0::apiserver::policies
