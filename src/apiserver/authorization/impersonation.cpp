#include "apiserver/authorization/impersonation.hpp"

#include "apiserver/authorization/impersonated_names.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/named_formats.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

using enum impersonation_mode;

constexpr std::array<std::string_view, impersonation_mode_count> mode_names{
    "associated-node", "arbitrary-node", "serviceaccount", "user-info", ""};
// From here on one right for all values is asked for before those for each one.
constexpr std::size_t many = 4;
constexpr const char* authentication_group = "authentication.k8s.io";

std::string_view name_of(impersonation_mode m) {
    return mode_names[static_cast<std::size_t>(m)];
}

std::string verb_in(impersonation_mode m) {
    return m == any ? "impersonate" : fmt::format("impersonate:{}", name_of(m));
}

void ensure_group(user_info& user, std::string_view group) {
    if (!user.in_group(group)) user.groups.emplace_back(group);
}

// Why nobody may impersonate these; "" if some may.
std::string invalid_extra(const user_info& wanted) {
    for (const auto& [key, values] : wanted.extra) {
        if (key.empty()) return "impersonating the empty string key in extra is not allowed";
        field_errors errors;
        validate_domain_prefixed_path(key, "extra.key", errors);
        if (!errors.empty())
            return "impersonating an invalid key in extra is not allowed: " + joined_messages(errors);
        if (key != lower_case(key))
            return fmt::format("impersonating a non-lowercase key in extra is not allowed: {}",
                               go_text::quoted(key));
        if (values.empty()) return "impersonating empty values in extra is not allowed";
        if (std::ranges::find(values, "") != values.end())
            return "impersonating the empty string value in extra is not allowed";
    }
    return {};
}

std::size_t count_of_values(const user_info& user) {
    std::size_t count = 0;
    for (const auto& [key, values] : user.extra) count += values.size();
    return count;
}

// An authorizer sees the keys alone, so that all pods of an account are equal to it.
user_ptr with_keys_only(const user_info& requester) {
    user_info out = requester;
    std::vector<std::string> keys;
    keys.reserve(requester.extra.size());
    for (const auto& [key, values] : requester.extra) keys.push_back(key);
    out.extra = {{"authentication.kubernetes.io/associated-node-keys", std::move(keys)}};
    return std::make_shared<const user_info>(std::move(out));
}

}  // namespace

impersonation::impersonation(user_info wanted, attributes asked, std::optional<impersonation_mode> first)
    : wanted_(std::move(wanted)), asked_(std::move(asked)) {
    if (first) order_.push_back(*first);
    for (const impersonation_mode m : {associated_node, arbitrary_node, account, plain_user, any})
        if (m != first) order_.push_back(m);
    std::erase_if(order_, [this](impersonation_mode m) { return !applies(m); });
    plan(order_.front());  // the last mode always applies
    go_on();
}

bool impersonation::applies(impersonation_mode m) const {
    const bool only_name = wanted_.uid.empty() && wanted_.groups.empty() && wanted_.extra.empty();
    const std::optional<std::string_view> node = node_in_user(wanted_.name);
    const bool is_account = account_in_user(wanted_.name).has_value();
    switch (m) {
        case associated_node: {
            if (!only_name || !node || !account_in_user(asked_.user->name)) return false;
            const auto own = asked_.user->extra.find("authentication.kubernetes.io/node-name");
            return own != asked_.user->extra.end() && own->second.size() == 1 && own->second[0] == *node;
        }
        case arbitrary_node:
            return only_name && node.has_value();
        case account:
            return only_name && is_account;
        case plain_user:
            return !node && !is_account;
        case any:
            return true;
    }
    return false;
}

attributes impersonation::right(const std::string& verb, std::string group, std::string resource,
                                std::string name) const {
    attributes out{.user = asked_.user, .verb = verb};
    out.group = std::move(group);
    out.version = "v1";
    out.resource = std::move(resource);
    out.name = std::move(name);
    return out;
}

void impersonation::plan(impersonation_mode m) {
    mode_ = m;
    at_ = 0;
    steps_.clear();
    planned_ = wanted_;
    const bool constrained = m != any;
    const std::string verb = verb_in(m);
    if (constrained) {
        steps_.push_back({.asked = asked_});
        steps_.back().asked.verb = fmt::format("impersonate-on:{}:{}", name_of(m), asked_.verb);
    }
    plan_name(m, verb);
    if (!wanted_.uid.empty())
        steps_.push_back({.asked = right(verb, authentication_group, "uids", wanted_.uid)});
    plan_groups(constrained, verb);
    plan_extra(constrained, verb);
    if (m == associated_node) {
        const user_ptr keys_only = with_keys_only(*asked_.user);
        for (step& s : steps_) s.asked.user = keys_only;
        steps_.back().asked.name = "*";  // the right counts for the node of every pod
    }
    if (planned_.name == anonymous_user)
        ensure_group(planned_, unauthenticated_group);
    else if (!planned_.in_group(unauthenticated_group))
        ensure_group(planned_, authenticated_group);
}

void impersonation::plan_name(impersonation_mode m, const std::string& verb) {
    attributes check = right(verb, m == any ? "" : authentication_group, "users", wanted_.name);
    if (const auto node = node_in_user(wanted_.name); node && m != any) {
        check.resource = "nodes";
        check.name = *node;
        planned_.groups = {std::string(nodes_group)};
    }
    if (const auto named = account_in_user(wanted_.name)) {
        check.resource = "serviceaccounts";
        check.namespace_name = named->namespace_name;
        check.name = named->name;
        if (wanted_.groups.empty())
            planned_.groups = service_account(named->namespace_name, named->name).groups;
    }
    steps_.push_back({.asked = std::move(check)});
}

void impersonation::plan_groups(bool constrained, const std::string& verb) {
    const std::vector<std::string>& groups = wanted_.groups;
    if (groups.empty()) return;
    const auto check = [&](const std::string& name) {
        return right(verb, constrained ? authentication_group : "", "groups", name);
    };
    if (constrained && wanted_.in_group(""))
        steps_.push_back(
            {.asked = check(""), .refused = "impersonating the empty string group is not allowed"});
    else if (constrained && wanted_.in_group(privileged_group))
        steps_.push_back({.asked = check(std::string(privileged_group)),
                          .refused = "impersonating the system:masters group is not allowed"});
    if (constrained && groups.size() >= many)
        steps_.push_back({.asked = check("*"), .skipped_steps = groups.size()});
    for (const std::string& group : groups) steps_.push_back({.asked = check(group)});
}

void impersonation::plan_extra(bool constrained, const std::string& verb) {
    if (wanted_.extra.empty()) return;
    attributes check = right(verb, authentication_group, "userextras", "");
    if (constrained)
        if (std::string why = invalid_extra(wanted_); !why.empty())
            steps_.push_back({.asked = check, .refused = std::move(why)});
    const std::size_t values = count_of_values(wanted_);
    if (constrained && (wanted_.extra.size() >= many || values >= many)) {
        check.subresource = check.name = "*";
        steps_.push_back({.asked = check, .skipped_steps = values});
    }
    for (const auto& [key, list] : wanted_.extra)
        for (const std::string& value : list) {
            check.subresource = key;
            check.name = value;
            steps_.push_back({.asked = check});
        }
}

const attributes* impersonation::next() const {
    return user_ || at_ >= steps_.size() ? nullptr : &steps_[at_].asked;
}

void impersonation::answer(const decision& d) {
    const step& now = steps_[at_];
    if (d.allows()) {
        at_ += 1 + now.skipped_steps;
    } else if (now.skipped_steps > 0) {
        ++at_;
    } else {
        const std::string why = d.error.empty()    ? d.reason
                                : d.reason.empty() ? d.error
                                                   : fmt::format("{}: {}", d.error, d.reason);
        refuse(now.asked, why);
    }
    go_on();
}

void impersonation::refuse(const attributes& of, std::string_view why) {
    if (!refusal_) refusal_ = forbidden_request(of, why);
    steps_.clear();
    at_ = 0;
    if (++tried_ < order_.size()) plan(order_[tried_]);
}

void impersonation::go_on() {
    while (at_ < steps_.size() && !steps_[at_].refused.empty()) {
        const step now = steps_[at_];
        refuse(now.asked, now.refused);
    }
    if (tried_ < order_.size() && at_ >= steps_.size()) user_ = std::make_shared<const user_info>(planned_);
}

std::string impersonation::constraint() const {
    return mode_ == any ? std::string() : verb_in(mode_);
}

std::optional<impersonation_mode> impersonation_memory::last_of(const user_info& requester) {
    const auto found = by_name_.find(std::hash<std::string>()(requester.name));
    if (found == by_name_.end()) return std::nullopt;
    recent_.splice(recent_.begin(), recent_, found->second);
    return found->second->second;
}

void impersonation_memory::allowed(const user_info& requester, impersonation_mode m) {
    const std::size_t key = std::hash<std::string>()(requester.name);
    if (const auto found = by_name_.find(key); found != by_name_.end()) {
        found->second->second = m;
        recent_.splice(recent_.begin(), recent_, found->second);
        return;
    }
    recent_.emplace_front(key, m);
    by_name_[key] = recent_.begin();
    if (recent_.size() <= most) return;
    by_name_.erase(recent_.back().first);
    recent_.pop_back();
}

}}}  // namespace setpoint::v0::apiserver::authorization
