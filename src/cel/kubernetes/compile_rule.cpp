#include "cel/ast.hpp"
#include "cel/kubernetes/rule_text.hpp"
#include "setpoint/cel/json_types.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/rules.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::uint64_t most_request_bytes = 3U * 1024 * 1024;

environment environment_of(const rule& from, const json_types& types) {
    environment made = kubernetes_environment();
    made.set_provider(&types);
    made.add_variable("self", types.root_type());
    const bool optional = from.optional_old.value_or(false);
    made.add_variable("oldSelf", optional ? made.types().optional(types.root_type()) : types.root_type());
    return made;
}

bool refers_to_old(const ast& tree) {
    return std::any_of(tree.reference_of.begin(), tree.reference_of.end(),
                       [](const reference& each) { return each.found && each.name == "oldSelf"; });
}

void compile_message(const environment& in, const rule& from, const json_types& types, compiled_rule& to) {
    const compilation done = in.compile(from.message_expression);
    if (!done.made) {
        to.message_error = "messageExpression compilation failed: " + done.error;
        return;
    }
    if (done.made->result_type().kind() != type_kind::string) {
        to.message_error = "messageExpression must evaluate to a string";
        return;
    }
    program made(*done.made);
    if (!made.valid()) {
        to.message_error = "messageExpression instantiation failed: " + made.failure();
        return;
    }
    to.message = std::move(made);
    to.message_most_cost = done.made->estimate(&types).most;
}

}  // namespace

compiled_rule compile_rule(const rule& from, const json_type& self, const json_types& types) {
    compiled_rule to;
    if (trimmed(from.expression).empty()) return to;
    const environment in = environment_of(from, types);
    const compilation done = in.compile(from.expression);
    if (!done.made) {
        to.error = "compilation failed: " + done.error;
        return to;
    }
    const type& result = done.made->result_type();
    if (result.kind() != type_kind::boolean || result.nullable()) {
        to.error = "cel expression must evaluate to a bool";
        return to;
    }
    to.uses_old = refers_to_old(done.made->tree());
    program made(*done.made);
    if (!made.valid()) {
        to.error = "program instantiation failed: " + made.failure();
        return to;
    }
    to.test = std::move(made);
    to.most_cost = done.made->estimate(&types).most;
    to.most_evaluations = most_request_bytes / (self.least_bytes + 1);
    if (!from.message_expression.empty()) compile_message(in, from, types, to);
    return to;
}

}}}  // namespace setpoint::v0::cel
