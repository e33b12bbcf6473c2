#include "apiserver/controllers/job/policies.hpp"

#include "apiserver/controllers/job/tally.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

using exit_code_rule = pod_failure_policy_on_exit_codes_requirement;
using condition_rule = pod_failure_policy_on_pod_conditions_pattern;

const container_status* match_exit_codes(const std::vector<container_status>& all,
                                         const exit_code_rule& rule) {
    for (const container_status& c : all) {
        const std::int32_t code = c.state.terminated ? c.state.terminated->exit_code.value_or(0) : 0;
        if (code == 0) continue;
        if (rule.container_name && *rule.container_name != c.name) continue;
        const bool listed = std::ranges::find(rule.values, code) != rule.values.end();
        if ((rule.op == "In" && listed) || (rule.op == "NotIn" && !listed)) return &c;
    }
    return nullptr;
}

const condition* match_conditions(const partial_pod& p, const std::vector<condition_rule>& rules) {
    for (const condition& c : p.status.conditions)
        for (const condition_rule& rule : rules)
            if (c.type == rule.type && to_string(c.status) == rule.status.view()) return &c;
    return nullptr;
}

// Returns why the rule matches; nothing if it does not.
std::optional<std::string> match(const pod_failure_policy_rule& rule, const partial_pod& p) {
    const std::string name = fmt::format("{}/{}", p.metadata.ns, p.metadata.name);
    if (rule.on_exit_codes) {
        const container_status* c = match_exit_codes(p.status.container_statuses, *rule.on_exit_codes);
        if (!c) c = match_exit_codes(p.status.init_container_statuses, *rule.on_exit_codes);
        if (!c) return std::nullopt;
        return fmt::format("Container {} for pod {} failed with exit code {}", c->name, name,
                           c->state.terminated->exit_code.value_or(0));
    }
    const condition* c = match_conditions(p, rule.on_pod_conditions);
    if (!c) return std::nullopt;
    return fmt::format("Pod {} has condition {}", name, c->type);
}

}  // namespace

failure_verdict match_failure_policy(const partial_job& job, const partial_pod& failed) {
    if (!job.spec.pod_failure_policy) return {};
    const auto& rules = job.spec.pod_failure_policy->rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto why = match(rules[i], failed);
        if (!why) continue;
        if (rules[i].action == "Ignore") return {.counts = false};
        if (rules[i].action == "FailIndex") return {.fails_the_index = true};
        if (rules[i].action != "FailJob") return {};
        return {.fails_the_job = fmt::format("{} matching {} rule at index {}", *why, rules[i].action, i)};
    }
    return {};
}

std::optional<std::string> match_success_policy(const partial_job& job, const index_set& succeeded) {
    if (!job.spec.success_policy || succeeded.total() == 0) return std::nullopt;
    const auto& rules = job.spec.success_policy->rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto& rule = rules[i];
        bool met = false;
        if (rule.succeeded_indexes) {
            const index_set wanted = index_set::parse(rule.succeeded_indexes->view(), completions_of(job));
            const int there = succeeded.in_common(wanted);
            met = wanted.total() > 0 &&
                  (there == wanted.total() || (rule.succeeded_count && there >= *rule.succeeded_count));
        } else {
            met = rule.succeeded_count && succeeded.total() >= *rule.succeeded_count;
        }
        if (met) return fmt::format("Matched rules at index {}", i);
    }
    return std::nullopt;
}

}}}  // namespace setpoint::v0::apiserver
