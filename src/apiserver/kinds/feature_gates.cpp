#include "apiserver/kinds/feature_gates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view all_alpha = "AllAlpha", all_beta = "AllBeta";

std::optional<std::size_t> position_of(std::string_view name) {
    const auto all = all_features();
    const auto at = std::ranges::lower_bound(all, name, {}, &feature::name);
    if (at == all.end() || at->name != name) return std::nullopt;
    return static_cast<std::size_t>(at - all.begin());
}

// unsafeSetFromMap of component-base/featuregate: what is wrong with one value.
std::optional<std::string> value_error(std::string_view name, bool wanted, emulated_version v) {
    const auto at = position_of(name);
    if (!at) return std::nullopt;
    const feature::setting& f = all_features()[*at].in(v);
    if (f.is_locked && f.on_by_default != wanted)
        return fmt::format("cannot set feature gate {} to {}, feature is locked to {}", name, wanted,
                           !wanted);
    if (f.at == feature::stage::prealpha)
        return fmt::format(
            "cannot set feature gate {} to {}, feature is PreAlpha at emulated version 1.{}, "
            "min compatibility version 1.{}",
            name, wanted, minor_of(v), compatible_minor_of(v));
    return std::nullopt;
}

std::string_view name_of_all(feature::stage at) {
    return at == feature::stage::alpha ? all_alpha : at == feature::stage::beta ? all_beta : "";
}

std::vector<std::string> dependency_errors(const feature_gates& gates) {
    std::map<std::string_view, std::vector<std::string_view>> missing;
    for (const feature_dependency& d : feature_dependencies())
        if (gates.is_on(d.feature) && !gates.is_on(d.on)) missing[d.feature].push_back(d.on);
    std::vector<std::string> out;
    for (const auto& [name, needed] : missing)
        out.push_back(fmt::format("{} is enabled, but depends on features that are disabled: [{}]", name,
                                  fmt::join(needed, " ")));
    return out;
}

error gate_errors(const std::vector<std::string>& all) {
    return {errc::bad_config, all.size() == 1 ? all[0] : fmt::format("[{}]", fmt::join(all, ", "))};
}

}  // namespace

feature_gates::feature_gates(emulated_version v) {
    const auto all = all_features();
    for (std::size_t i = 0; i < all.size(); ++i) on_[i] = all[i].in(v).on_by_default;
}

result<feature_gates> feature_gates::make(const std::vector<std::pair<std::string, bool>>& wanted,
                                          emulated_version v) {
    std::map<std::string, bool, std::less<>> values;
    for (const auto& [name, value] : wanted) values[name] = value;
    std::vector<std::string> errors;
    feature_gates out(v);
    for (const auto& [name, value] : values) {
        if (name == all_alpha || name == all_beta) continue;
        if (!position_of(name)) return error(errc::bad_config, "unrecognized feature gate: " + name);
        if (auto wrong = value_error(name, value, v)) errors.push_back(std::move(*wrong));
    }
    if (!errors.empty()) return gate_errors(errors);
    const auto all = all_features();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto of_stage = values.find(name_of_all(all[i].in(v).at));
        const auto own = values.find(all[i].name);
        if (own != values.end())
            out.on_[i] = own->second;
        else if (of_stage != values.end() && !all[i].in(v).is_locked)
            out.on_[i] = of_stage->second;
    }
    if (errors = dependency_errors(out); !errors.empty()) return gate_errors(errors);
    return out;
}

bool feature_gates::is_on(std::string_view name) const {
    const auto at = position_of(name);
    return at && on_[*at];
}

}}}  // namespace setpoint::v0::apiserver
