#include "apiserver/authorization/policy_rule.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view everything = "*";

std::vector<std::string> texts_of(const bj::object& o, std::string_view key) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(o, key))
        if (const bj::string* s = v.if_string()) out.emplace_back(*s);
    return out;
}

void add_texts(bj::object& to, std::string_view key, const std::vector<std::string>& all) {
    bj::array list;
    for (const std::string& s : all) list.emplace_back(s);
    to[key] = std::move(list);
}

bool names_it(const std::vector<std::string>& all, std::string_view wanted) {
    return std::ranges::any_of(all, [&](const std::string& s) { return s == everything || s == wanted; });
}

// Compares with "RESOURCE/SUBRESOURCE" without building that text.
bool is_resource_of(std::string_view rule, const attributes& request) {
    const std::string_view sub = request.subresource;
    if (sub.empty()) return rule == request.resource;
    if (rule.size() <= sub.size() || !rule.ends_with(sub)) return false;
    const std::string_view before = rule.substr(0, rule.size() - sub.size());
    if (before == "*/") return true;
    return before.ends_with('/') && before.substr(0, before.size() - 1) == request.resource;
}

bool names_resource(const policy_rule& rule, const attributes& request) {
    return std::ranges::any_of(
        rule.resources, [&](const std::string& s) { return s == everything || is_resource_of(s, request); });
}

bool names_object(const policy_rule& rule, std::string_view name) {
    return rule.resource_names.empty() ||
           std::ranges::find(rule.resource_names, name) != rule.resource_names.end();
}

}  // namespace

policy_rule read_rule(const bj::object& rule) {
    return {.verbs = texts_of(rule, "verbs"),
            .api_groups = texts_of(rule, "apiGroups"),
            .resources = texts_of(rule, "resources"),
            .resource_names = texts_of(rule, "resourceNames"),
            .non_resource_urls = texts_of(rule, "nonResourceURLs")};
}

std::vector<policy_rule> read_rules(const bj::object& role) {
    std::vector<policy_rule> out;
    for_each_object(list_of(role, "rules"),
                    [&](const bj::object& rule, std::size_t) { out.push_back(read_rule(rule)); });
    return out;
}

bj::object rule_object(const policy_rule& rule) {
    bj::object out;
    if (!rule.api_groups.empty()) add_texts(out, "apiGroups", rule.api_groups);
    if (!rule.non_resource_urls.empty()) add_texts(out, "nonResourceURLs", rule.non_resource_urls);
    if (!rule.resource_names.empty()) add_texts(out, "resourceNames", rule.resource_names);
    if (!rule.resources.empty()) add_texts(out, "resources", rule.resources);
    add_texts(out, "verbs", rule.verbs);
    return out;
}

bool allows(const policy_rule& rule, const attributes& request) {
    if (!names_it(rule.verbs, request.verb)) return false;
    if (request.is_resource)
        return names_it(rule.api_groups, request.group) && names_resource(rule, request) &&
               names_object(rule, request.name);
    return std::ranges::any_of(rule.non_resource_urls,
                               [&](const std::string& url) { return url_covers(url, request.path); });
}

bool allows(std::span<const policy_rule> rules, const attributes& request) {
    return std::ranges::any_of(rules, [&](const policy_rule& r) { return allows(r, request); });
}

bool url_covers(std::string_view rule_url, std::string_view path) {
    if (rule_url == path) return true;
    if (!rule_url.ends_with('*')) return false;
    // strings.TrimRight removes every trailing asterisk.
    const std::size_t last = rule_url.find_last_not_of('*');
    return path.starts_with(rule_url.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

std::string quoted_words(std::span<const std::string> words) {
    std::vector<std::string> out;
    out.reserve(words.size());
    for (const std::string& w : words) out.push_back(go_text::quoted(w));
    return fmt::format("[{}]", fmt::join(out, " "));
}

std::string rule_text(const policy_rule& rule) {
    std::vector<std::string> parts;
    const auto add = [&](std::string_view name, const std::vector<std::string>& all) {
        if (!all.empty()) parts.push_back(fmt::format("{}:{}", name, quoted_words(all)));
    };
    add("APIGroups", rule.api_groups);
    add("Resources", rule.resources);
    add("NonResourceURLs", rule.non_resource_urls);
    add("ResourceNames", rule.resource_names);
    add("Verbs", rule.verbs);
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}}}  // namespace setpoint::v0::apiserver::authorization
