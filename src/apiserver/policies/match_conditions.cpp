#include "apiserver/policies/match_conditions.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace {

// utilerrors.NewAggregate(...).Error()
std::string joined_errors(const std::vector<std::string>& all) {
    std::vector<std::string> distinct;
    for (const std::string& each : all)
        if (std::ranges::find(distinct, each) == distinct.end()) distinct.push_back(each);
    if (distinct.size() == 1) return distinct[0];
    return fmt::format("[{}]", fmt::join(distinct, ", "));
}

}  // namespace

match_conditions::match_conditions(const bj::array& list, bool fails_open) : fails_open_(fails_open) {
    for_each_object(list, [&](const bj::object& condition, std::size_t) {
        sources_.emplace_back(text_at(condition, "expression"));
    });
}

match_outcome match_conditions::match(const policy_input& in) const {
    if (empty()) return {};
    if (!own_) own_ = std::make_shared<const expression_compiler>(expression_compiler::composition::none);
    return match(in, *own_, false);
}

match_outcome match_conditions::match(const policy_input& in, const expression_compiler& compiler,
                                      bool params) const {
    if (compiled_.empty())
        for (const std::string& source : sources_)
            compiled_.push_back(compiler.compile(source, result_kind::boolean, {params, true, false}));
    activation evaluates(in, compiler, true);
    std::uint64_t budget = condition_budget;
    std::vector<std::string> errors;
    bool met = true;
    // All are evaluated before the first that is not met counts: an exceeded budget is an error nevertheless.
    for (const compiled_expression& each : compiled_) {
        const auto made = evaluates.evaluate(each, budget);
        if (!made && fails_open_) return {false, {}};
        if (!made) return {false, std::string(activation::out_of_budget)};
        if (!made->error.empty())
            errors.push_back(made->error);
        else if (made->content.is_false())
            met = false;
    }
    if (!met) return {false, {}};
    if (errors.empty()) return {};
    return fails_open_ ? match_outcome{false, {}} : match_outcome{false, joined_errors(errors)};
}

}}}  // namespace setpoint::v0::apiserver::policies
