// x-kubernetes-validations (apiextensions, validation.go), without the expressions themselves.

#include "apiserver/go/text.hpp"
#include "apiserver/schema/schema_view.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool has_line_break(std::string_view s) {
    return s.find_first_of("\r\n") != std::string_view::npos;
}

void check_message(const schema_view& rule, const std::string& path, field_errors& errors) {
    const std::string message = rule.text("message"), text = rule.text("rule");
    const std::string_view shown = go_text::trimmed(message);
    if (go_text::trimmed(text).empty()) {
        required(errors, path + ".rule", "rule is not specified");
    } else if (!message.empty() && shown.empty()) {
        invalid(errors, path + ".message", bj::value(message), "must be non-empty if specified");
    } else if (has_line_break(shown)) {
        invalid(errors, path + ".message", bj::value(message), "must not contain line breaks");
    } else if (has_line_break(go_text::trimmed(text)) && shown.empty()) {
        required(errors, path + ".message", "message must be specified if rule contains line breaks");
    }
    const std::string expression = rule.text("messageExpression");
    if (!expression.empty() && go_text::trimmed(expression).empty())
        required(errors, path + ".messageExpression", "messageExpression must be non-empty if specified");
}

}  // namespace

void check_rules(const schema_view& s, const std::string& path, field_errors& errors) {
    static const std::vector<std::string> reasons{"FieldValueDuplicate", "FieldValueForbidden",
                                                  "FieldValueInvalid", "FieldValueRequired"};
    std::size_t i = 0;
    for (const schema_view& rule : s.subs("x-kubernetes-validations")) {
        const std::string here = at(path, "x-kubernetes-validations", i++);
        check_message(rule, here, errors);
        const std::string reason = rule.text("reason"), field = rule.text("fieldPath");
        if (rule.has("reason") && std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
            not_supported(errors, here + ".reason", bj::value(reason), reasons);
        if (!field.empty() && go_text::trimmed(field).empty())
            invalid(errors, here + ".fieldPath", bj::value(field), "must be non-empty if specified");
        if (has_line_break(field))
            invalid(errors, here + ".fieldPath", bj::value(field), "must not contain line breaks");
    }
}

}}}  // namespace setpoint::v0::apiserver
