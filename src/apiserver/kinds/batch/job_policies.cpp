// spec.podFailurePolicy and spec.successPolicy of a Job (pkg/apis/batch/validation).

#include "apiserver/kinds/batch/job_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t most_rules = 20, most_exit_codes = 255, most_conditions = 20,
                      longest_indexes = 64 * 1024;

void validate_count(const bj::array& list, std::size_t most, const std::string& path, field_errors& to) {
    if (list.size() > most)
        too_many(to, path, static_cast<std::int64_t>(list.size()), static_cast<std::int64_t>(most));
}

// Go's %q of a list: ["In" "NotIn"].
std::string valid_values(const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& value : all) out += fmt::format("{}\"{}\"", out.empty() ? "" : " ", value);
    return fmt::format("valid values: [{}]", out);
}

void validate_policy_choice(std::string_view value, const std::vector<std::string>& allowed,
                            const std::string& path, field_errors& to) {
    if (value.empty()) {
        required(to, path, valid_values(allowed));
    } else if (std::ranges::find(allowed, value) == allowed.end()) {
        not_supported(to, path, value, allowed);
    }
}

std::set<std::string_view> container_names(const bj::object& spec) {
    std::set<std::string_view> out;
    const bj::object& pod = object_of(spec, {"template", "spec"});
    for (const char* key : {"containers", "initContainers"})
        for_each_object(list_of(pod, key),
                        [&](const bj::object& c, std::size_t) { out.insert(text_at(c, "name")); });
    return out;
}

void validate_exit_code_values(const bj::object& on, const std::string& path, field_errors& to) {
    const bj::array& values = list_of(on, "values");
    if (values.empty()) {
        const bj::value* sent = value_at(on, "values");
        invalid_unsorted(to, path, sent == nullptr ? bj::value() : *sent, "at least one value is required");
    }
    validate_count(values, most_exit_codes, path, to);
    std::set<std::int64_t> seen;
    std::int64_t before = std::numeric_limits<std::int64_t>::min();
    bool ordered = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t code = number_of(values[i]).value_or(0);
        if (code == 0 && text_at(on, "operator") == "In")
            invalid(to, indexed(path, i), values[i], "must not be 0 for the In operator");
        if (!seen.insert(code).second) duplicate_unsorted(to, indexed(path, i), values[i]);
        ordered = ordered && before <= code;
        before = code;
    }
    if (!ordered) invalid_unsorted(to, path, bj::value(values), "must be ordered");
}

void validate_on_exit_codes(const bj::object& on, const std::string& path,
                            const std::set<std::string_view>& containers, field_errors& to) {
    validate_policy_choice(text_at(on, "operator"), {"In", "NotIn"}, child(path, "operator"), to);
    if (const bj::value* name = value_at(on, "containerName");
        name != nullptr && !containers.contains(text_of(*name)))
        invalid(to, child(path, "containerName"), *name,
                "must be one of the container or initContainer names in the pod template");
    validate_exit_code_values(on, child(path, "values"), to);
}

void validate_on_conditions(const bj::array& patterns, const std::string& path, field_errors& to) {
    validate_count(patterns, most_conditions, path, to);
    for_each_object(patterns, [&](const bj::object& pattern, std::size_t i) {
        const std::string here = indexed(path, i);
        const std::string_view type = text_at(pattern, "type");
        add_invalid(to, child(here, "type"), type, qualified_name(type));
        validate_policy_choice(text_at(pattern, "status"), {"False", "True", "Unknown"},
                               child(here, "status"), to);
    });
}

void validate_failure_rule(const bj::object& spec, const bj::object& rule, const std::string& path,
                           const std::set<std::string_view>& containers, field_errors& to) {
    const std::string_view action = text_at(rule, "action");
    if (action != "FailIndex") {
        validate_policy_choice(action, {"Count", "FailIndex", "FailJob", "Ignore"}, child(path, "action"),
                               to);
    } else if (value_at(spec, "backoffLimitPerIndex") == nullptr) {
        invalid(to, child(path, "action"), action, "requires the backoffLimitPerIndex to be set");
    }
    const bj::object* codes = object_at(rule, "onExitCodes");
    const bj::array& conditions = list_of(rule, "onPodConditions");
    if (codes != nullptr) validate_on_exit_codes(*codes, child(path, "onExitCodes"), containers, to);
    validate_on_conditions(conditions, child(path, "onPodConditions"), to);
    if (codes != nullptr && !conditions.empty())
        invalid_without_value(to, path, "specifying both OnExitCodes and OnPodConditions is not supported");
    if (codes == nullptr && conditions.empty())
        invalid_without_value(to, path, "specifying one of OnExitCodes and OnPodConditions is required");
}

void validate_success_rule(const bj::object& rule, std::int64_t completions, const std::string& path,
                           field_errors& to) {
    const bj::value* indexes = value_at(rule, "succeededIndexes");
    const auto count = number_at(rule, "succeededCount");
    if (indexes == nullptr && !count)
        required(to, path, "at least one of succeededCount or succeededIndexes must be specified");
    std::int64_t total = 0;
    if (indexes != nullptr) {
        const std::string here = child(path, "succeededIndexes");
        const std::string_view text = text_of(*indexes);
        if (text.size() > longest_indexes) too_long(to, here, longest_indexes);
        std::string wrong;
        total = count_indexes(text, completions, wrong).value_or(0);
        if (!wrong.empty()) invalid(to, here, text, fmt::format("error parsing succeededIndexes: {}", wrong));
    }
    if (!count) return;
    const std::string here = child(path, "succeededCount");
    const auto refuse = [&](std::string detail) { invalid(to, here, bj::value(*count), std::move(detail)); };
    if (*count < 0) refuse(std::string(not_negative));
    if (*count > completions)
        refuse(fmt::format("must be less than or equal to {} (the number of specified completions)",
                           completions));
    if (indexes != nullptr && *count > total)
        refuse(
            fmt::format("must be less than or equal to {} (the number of indexes in the specified "
                        "succeededIndexes field)",
                        total));
}

}  // namespace

void validate_pod_failure_policy(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::array& rules = list_of(object_of(spec, "podFailurePolicy"), "rules");
    const std::string here = child(path, "rules");
    validate_count(rules, most_rules, here, to);
    const std::set<std::string_view> containers = container_names(spec);
    for_each_object(rules, [&](const bj::object& rule, std::size_t i) {
        validate_failure_rule(spec, rule, indexed(here, i), containers, to);
    });
}

void validate_success_policy(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::array& rules = list_of(object_of(spec, "successPolicy"), "rules");
    const std::string here = child(path, "rules");
    if (rules.empty())
        required(to, here, "at least one rules must be specified when the successPolicy is specified");
    validate_count(rules, most_rules, here, to);
    const std::int64_t completions = number_at(spec, "completions").value_or(0);
    for_each_object(rules, [&](const bj::object& rule, std::size_t i) {
        validate_success_rule(rule, completions, indexed(here, i), to);
    });
}

}}}  // namespace setpoint::v0::apiserver
