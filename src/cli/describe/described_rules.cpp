#include "cli/describe/described_rules.hpp"

#include "cli/describe/cpp_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> reasons{
    {{"FieldValueInvalid", ""},
     {"FieldValueRequired", "required"},
     {"FieldValueForbidden", "forbidden"},
     {"FieldValueDuplicate", "duplicate"}}};

const std::pair<std::string_view, std::string_view>* find_reason(std::string_view text) {
    const auto* const found =
        std::find_if(reasons.begin(), reasons.end(), [&](const auto& r) { return r.first == text; });
    return found == reasons.end() ? nullptr : found;
}

// Why a rule has no equal in C++; "" if it has.
std::string_view problem_of_rule(const described_rule& r) {
    for (const std::string* text : {&r.expression, &r.message, &r.message_expression, &r.field_path})
        if (text->find('\0') != std::string::npos) return "it contains a NUL";
    if (!r.reason.empty() && !find_reason(r.reason)) return "its reason is unknown";
    return {};
}

// A text as literals, which the compiler joins: one for each line, and for each part of a long line.
std::string joined_literals(std::string_view text, std::size_t indent) {
    constexpr std::size_t most = 80;
    std::string out;
    if (text.empty()) return literal(text);
    while (!text.empty()) {
        const std::size_t line = text.find('\n');
        std::size_t size = line == text.npos ? text.size() : line + 1;
        if (size > most) {
            const std::size_t space = text.rfind(' ', most);
            const std::size_t next = text.find(' ', most);
            if (space != text.npos && space != 0)
                size = std::min(size, space + 1);
            else if (next != text.npos)
                size = std::min(size, next + 1);
        }
        if (!out.empty()) out += '\n' + std::string(indent, ' ');
        const bool ends_line = text[size - 1] == '\n';
        out += literal(text.substr(0, size - ends_line));
        if (ends_line) out.insert(out.size() - 1, "\\n");
        text.remove_prefix(size);
    }
    return out;
}

std::string short_text(std::string_view text) {
    constexpr std::size_t most = 60;
    std::string line(text.substr(0, text.find('\n')));
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
        '?');
    if (line.size() == text.size() && line.size() <= most) return line;
    return first_sentence(line, most) + (line.size() <= most ? " ..." : "");
}

}  // namespace

std::vector<described_rule> rules_in(const bj::object& schema, std::vector<std::string>& problems) {
    std::vector<described_rule> all;
    const bj::array* const rules = array_in(schema, "x-kubernetes-validations");
    for (std::size_t i = 0; rules && i < rules->size(); ++i) {
        const bj::object* const r = (*rules)[i].if_object();
        if (!r) continue;
        const auto text = [r](std::string_view name) { return std::string(text_in(*r, name)); };
        described_rule made{text("rule"),   text("message"),   text("messageExpression"),
                            text("reason"), text("fieldPath"), is_true_in(*r, "optionalOldSelf")};
        if (const std::string_view why = problem_of_rule(made); !why.empty())
            problems.push_back(note_of(made, why));
        else
            all.push_back(std::move(made));
    }
    return all;
}

std::string note_of(const described_rule& rule, std::string_view why) {
    return fmt::format("left to the API server: rule \"{}\": {}", short_text(rule.expression), why);
}

std::string rule_in_cpp(const described_rule& rule, std::size_t indent, std::string_view scope) {
    const std::size_t inside = indent + scope.size() + 5;  // after "rule("
    const std::string separator = ",\n" + std::string(inside, ' ');
    std::string out = std::string(scope) + "rule(" + joined_literals(rule.expression, inside);
    if (!rule.message.empty()) out += separator + joined_literals(rule.message, inside);
    out += ')';
    const auto add = [&](std::string_view name, std::string_view argument) {
        out += fmt::format("\n{}.{}({})", std::string(indent + 4, ' '), name, argument);
    };
    if (!rule.message_expression.empty()) add("says", joined_literals(rule.message_expression, indent + 10));
    if (const auto* const reason = find_reason(rule.reason); reason && !reason->second.empty())
        add("reason", fmt::format("{}rule_reason::{}", scope, reason->second));
    if (!rule.field_path.empty()) add("at", literal(rule.field_path));
    if (rule.also_without_old) add("also_without_old", {});
    return out;
}

}}}  // namespace setpoint::v0::cli
