#include "apiserver/authorization/rule_coverage.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

using words = std::vector<std::string>;

bool contains_word(const words& all, std::string_view wanted) {
    return std::ranges::find(all, wanted) != all.end();
}
bool contains_words(const words& all, const words& wanted) {
    return std::ranges::all_of(wanted, [&](const std::string& w) { return contains_word(all, w); });
}
bool contains_words_or_all(const words& all, const words& wanted) {
    return contains_word(all, "*") || contains_words(all, wanted);
}

bool resource_is_held(const words& held, const std::string& wanted) {
    if (contains_word(held, wanted)) return true;
    const std::size_t slash = wanted.find('/');
    return slash != std::string::npos && contains_word(held, "*" + wanted.substr(slash));
}

bool covers_rule(const policy_rule& held, const policy_rule& wanted) {
    if (!contains_words_or_all(held.verbs, wanted.verbs)) return false;
    if (!contains_words_or_all(held.api_groups, wanted.api_groups)) return false;
    if (!contains_word(held.resources, "*") &&
        !std::ranges::all_of(wanted.resources,
                             [&](const std::string& r) { return resource_is_held(held.resources, r); }))
        return false;
    // A rule without names covers every name, and only such a rule covers a rule without names.
    if (!held.resource_names.empty() &&
        (wanted.resource_names.empty() || !contains_words(held.resource_names, wanted.resource_names)))
        return false;
    return std::ranges::all_of(wanted.non_resource_urls, [&](const std::string& url) {
        return std::ranges::any_of(held.non_resource_urls,
                                   [&](const std::string& mine) { return url_covers(mine, url); });
    });
}

bool is_covered(std::span<const policy_rule> held, const policy_rule& wanted) {
    return std::ranges::any_of(held, [&](const policy_rule& h) { return covers_rule(h, wanted); });
}

std::size_t limited_product(std::size_t a, std::size_t b) {
    if (a == 0 || b == 0) return 0;
    return a > most_combinations / b ? most_combinations + 1 : a * b;
}

bool is_simple(const policy_rule& rule) {
    return rule.resource_names.size() <= 1 && rule.non_resource_urls.empty() && rule.api_groups.size() == 1 &&
           rule.resources.size() == 1;
}

}  // namespace

std::size_t combinations_of(const policy_rule& rule) {
    const std::size_t resources = limited_product(
        limited_product(rule.api_groups.size(), rule.resources.size()),
        limited_product(rule.verbs.size(), std::max<std::size_t>(1, rule.resource_names.size())));
    return resources + limited_product(rule.non_resource_urls.size(), rule.verbs.size());
}

std::vector<policy_rule> broken_down(const policy_rule& rule) {
    std::vector<policy_rule> out;
    for (const std::string& group : rule.api_groups)
        for (const std::string& resource : rule.resources)
            for (const std::string& verb : rule.verbs) {
                const policy_rule one{.verbs = {verb}, .api_groups = {group}, .resources = {resource}};
                if (rule.resource_names.empty()) out.push_back(one);
                for (const std::string& name : rule.resource_names) {
                    out.push_back(one);
                    out.back().resource_names = {name};
                }
            }
    for (const std::string& url : rule.non_resource_urls)
        for (const std::string& verb : rule.verbs)
            out.push_back({.verbs = {verb}, .non_resource_urls = {url}});
    return out;
}

std::vector<policy_rule> missing_rules(std::span<const policy_rule> held,
                                       std::span<const policy_rule> wanted) {
    std::vector<policy_rule> out;
    for (const policy_rule& rule : wanted) {
        // One rule that covers all of it covers each combination.
        if (is_covered(held, rule)) continue;
        if (combinations_of(rule) > most_combinations) {
            out.push_back(rule);
            continue;
        }
        for (policy_rule& one : broken_down(rule))
            if (!is_covered(held, one)) out.push_back(std::move(one));
    }
    return out;
}

std::vector<policy_rule> compacted(std::span<const policy_rule> rules) {
    std::vector<policy_rule> out;
    std::vector<policy_rule> merged;
    std::map<std::tuple<std::string, std::string, words>, std::size_t> position;
    for (const policy_rule& rule : rules) {
        if (!is_simple(rule)) {
            out.push_back(rule);
            continue;
        }
        const auto [at, is_new] = position.try_emplace(
            {rule.api_groups.front(), rule.resources.front(), rule.resource_names}, merged.size());
        if (is_new)
            merged.push_back(rule);
        else
            merged[at->second].verbs.insert(merged[at->second].verbs.end(), rule.verbs.begin(),
                                            rule.verbs.end());
    }
    out.insert(out.end(), std::make_move_iterator(merged.begin()), std::make_move_iterator(merged.end()));
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
