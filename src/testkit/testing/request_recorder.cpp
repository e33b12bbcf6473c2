#include "setpoint/testing/request_recorder.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace bj = boost::json;

namespace {

std::string words(const resource_access& a) {
    return fmt::format("{} {}{}{}{}{}", a.verb, a.resource, a.group.empty() ? "" : ".", a.group,
                       a.subresource.empty() ? "" : "/", a.subresource);
}

std::vector<std::string> strings(const bj::object& rule, std::string_view field) {
    std::vector<std::string> all;
    const bj::value* list = rule.if_contains(field);
    if (!list || !list->is_array()) return all;
    for (const bj::value& v : list->get_array())
        if (v.is_string()) all.emplace_back(v.get_string());
    return all;
}

std::vector<policy_rule> rules_of(const std::vector<bj::object>& roles) {
    std::vector<policy_rule> all;
    for (const bj::object& role : roles) {
        const bj::value* rules = role.if_contains("rules");
        if (!rules || !rules->is_array()) continue;
        for (const bj::value& r : rules->get_array())
            if (r.is_object())
                all.push_back({strings(r.get_object(), "apiGroups"), strings(r.get_object(), "resources"),
                               strings(r.get_object(), "verbs")});
    }
    return all;
}

std::set<resource_access> granted_by(const std::vector<policy_rule>& rules) {
    std::set<resource_access> all;
    for (const policy_rule& r : rules)
        for (const std::string& group : r.groups)
            for (const std::string& resource : r.resources)
                for (const std::string& v : r.verbs) {
                    const std::size_t slash = resource.find('/');
                    const bool sub = slash != std::string::npos;
                    all.insert({group, resource.substr(0, slash), sub ? resource.substr(slash + 1) : "", v});
                }
    return all;
}

}  // namespace

std::string role_difference::text() const {
    std::string out;
    for (const resource_access& a : not_granted) out += "used and not granted: " + words(a) + "\n";
    for (const resource_access& a : not_used) out += "granted and not used: " + words(a) + "\n";
    return out;
}

void request_recorder::note(const call& c) {
    ++total_;
    ++counts_[{c.op, c.resource.resource}];
    calls_.push_back(c);
    calls_.back().body.clear();
    if (calls_.size() > max_calls) calls_.pop_front();
    accesses_.insert({c.resource.group, c.resource.resource, c.subresource, std::string(to_string(c.op))});
    if (c.patch == patch_type::apply && c.subresource.empty())
        accesses_.insert({c.resource.group, c.resource.resource, "", "create"});
}

std::size_t request_recorder::count(verb v, std::string_view resource) const {
    std::size_t n = 0;
    for (const auto& [what, times] : counts_)
        if (what.first == v && (resource.empty() || what.second == resource)) n += times;
    return n;
}

role_difference request_recorder::compare(const std::vector<bj::object>& roles) const {
    const std::vector<policy_rule> rules = rules_of(roles);
    role_difference d;
    for (const resource_access& a : accesses_)
        if (!allows(rules, a)) d.not_granted.push_back(a);
    for (const resource_access& a : granted_by(rules))
        if (!accesses_.contains(a)) d.not_used.push_back(a);
    return d;
}

void request_recorder::clear() {
    calls_.clear();
    accesses_.clear();
    counts_.clear();
    total_ = 0;
}

}}}  // namespace setpoint::v0::testing
