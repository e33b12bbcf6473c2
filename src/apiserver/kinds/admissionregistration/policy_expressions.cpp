#include "apiserver/kinds/admissionregistration/policy_expressions.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

void report_expression(const policies::compiled_expression& e, std::string_view shown,
                       const std::string& path, field_errors& to) {
    if (e.error.empty()) return;
    if (e.internal)
        internal_failure(to, path, e.error);
    else
        invalid(to, path, shown, e.error);
}

void validate_expression(const policies::expression_compiler& compiler, std::string_view source,
                         policies::result_kind wanted, policies::expression_scope scope,
                         const std::string& path, field_errors& to) {
    report_expression(compiler.compile(source, wanted, scope), source, path, to);
}

void validate_match_conditions(const bj::object& o, const std::string& path, bool params, field_errors& to) {
    constexpr std::size_t most = 64;
    const bj::array& conditions = list_of(o, "matchConditions");
    if (conditions.empty()) return;
    if (conditions.size() > most) too_many(to, path, static_cast<std::int64_t>(conditions.size()), most);
    // They do not know the variables of a policy.
    const policies::expression_compiler compiler(policies::expression_compiler::composition::none);
    std::set<std::string> seen;
    for_each_object(conditions, [&](const bj::object& condition, std::size_t i) {
        const std::string at = indexed(path, i), name(text_at(condition, "name"));
        const std::string_view source = go_text::trimmed(text_at(condition, "expression"));
        if (source.empty())
            required(to, at + ".expression");
        else
            validate_expression(compiler, source, policies::result_kind::boolean, {params, true, false},
                                at + ".expression", to);
        if (name.empty()) {
            required(to, at + ".name");
            return;
        }
        add_invalid(to, at + ".name", name, qualified_name(name));
        if (!seen.insert(name).second) duplicate(to, at + ".name", name);
    });
}

}}}  // namespace setpoint::v0::apiserver
