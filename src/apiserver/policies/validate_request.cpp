#include "apiserver/policies/validate_request.hpp"

#include "apiserver/go/text.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

// celconfig.MaxEvaluatedMessageExpressionSizeBytes
constexpr std::size_t longest_message = 5 * 1024;

request_decisions only_failure(const policy& p, std::string message) {
    request_decisions out;
    out.validations.push_back({!p.fails_open, std::move(message), {}});
    return out;
}

// The value of a validation's messageExpression, "" if it has none that fits.
std::string computed_message(const activation::result& made) {
    if (!made.error.empty() || !made.content.is(cel::value_kind::string)) return {};
    const std::string_view text = go_text::trimmed(made.content.text());
    const bool fits = text.size() <= longest_message && text.find('\n') == std::string_view::npos;
    return fits ? std::string(text) : std::string();
}

struct message_list {
    std::vector<std::string> each;  // by validation
    bool out_of_budget = false;
};

// All messages are computed, whether or not their validations fail: they share the budget.
message_list compute_messages(const compiled_policy& p, const policy_input& in, std::uint64_t budget) {
    message_list out{std::vector<std::string>(p.validations.size()), false};
    activation evaluates(in, p.compiler, false);
    for (std::size_t i = 0; i < p.validations.size(); ++i) {
        const compiled_expression& e = p.validations[i].message_expression;
        if (e.source.empty()) continue;
        const auto made = evaluates.evaluate(e, budget);
        if (!made) return {std::vector<std::string>(p.validations.size()), true};
        out.each[i] = computed_message(*made);
    }
    return out;
}

std::string message_of(const validation& v, std::string computed) {
    if (!computed.empty()) return computed;
    if (!v.message.empty())
        if (const std::string_view own = go_text::trimmed(v.message); !own.empty()) return std::string(own);
    return fmt::format("failed expression: {}", go_text::trimmed(v.expression.source));
}

struct validation_result {
    bool holds = false;
    std::string error;
};

policy_decision decide(const policy& p, const validation& v, validation_result result,
                       const message_list& messages, std::size_t index) {
    if (!result.error.empty()) return {!p.fails_open, std::move(result.error), {}};
    if (messages.out_of_budget)
        return {!p.fails_open, fmt::format("failed messageExpression: {}", activation::out_of_budget), {}};
    if (result.holds) return {};
    return {true, message_of(v, messages.each[index]), v.reason};
}

// The value of an annotation; an empty one is not published.
void add_annotation(const policy& p, const audit_annotation& of, activation::result made,
                    request_decisions& to) {
    std::string error = std::move(made.error);
    if (error.empty() && made.content.is(cel::value_kind::string)) {
        if (const std::string_view text = go_text::trimmed(made.content.text()); !text.empty())
            to.published.emplace_back(of.key, text);
        return;
    }
    if (!error.empty() && !p.fails_open) to.annotations.push_back({true, std::move(error), {}});
}

// False if the budget does not suffice.
bool evaluate_annotations(const policy& p, const policy_input& in, request_decisions& to) {
    const compiled_policy& own = p.compiled();
    policy_input unauthorized = in;
    unauthorized.authorizer = nullptr;
    activation evaluates(unauthorized, own.compiler, false);
    std::uint64_t budget = evaluation_budget;
    for (const audit_annotation& each : own.annotations) {
        auto made = evaluates.evaluate(each.value, budget);
        if (!made) return false;
        add_annotation(p, each, std::move(*made), to);
    }
    return true;
}

}  // namespace

request_decisions validate_request(const policy& p, const policy_input& in) {
    const compiled_policy& own = p.compiled();
    const match_outcome met = meets_conditions(p, in);
    if (!met.error.empty()) return only_failure(p, met.error);
    if (!met.matches) return {};
    std::uint64_t budget = evaluation_budget;
    std::vector<validation_result> results;
    {
        activation evaluates(in, own.compiler, true);
        for (const validation& v : own.validations) {
            auto made = evaluates.evaluate(v.expression, budget);
            if (!made) return only_failure(p, std::string(activation::out_of_budget));
            results.push_back({made->error.empty() && made->content.is_true(), std::move(made->error)});
        }
    }
    const message_list messages = compute_messages(own, in, budget);
    request_decisions out;
    for (std::size_t i = 0; i < results.size(); ++i)
        out.validations.push_back(decide(p, own.validations[i], std::move(results[i]), messages, i));
    if (!evaluate_annotations(p, in, out)) return only_failure(p, std::string(activation::out_of_budget));
    return out;
}

}}}  // namespace setpoint::v0::apiserver::policies
