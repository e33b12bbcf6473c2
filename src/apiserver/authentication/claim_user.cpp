// The user of a token (jwtAuthenticator.AuthenticateToken).

#include "apiserver/authentication/claim_mapper.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/schema/text_at.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

error refusal(std::string text) {
    return {errc::bad_data, "oidc: " + std::move(text)};
}

std::string_view go_type(const bj::value& v) {
    if (v.is_string()) return "string";
    if (v.is_bool()) return "bool";
    if (v.is_array()) return "array";
    return v.is_object() ? "object" : "number";
}

std::string wrong_type(const bj::value& v, std::string_view wanted) {
    return fmt::format("json: cannot unmarshal {} into Go value of type {}", go_type(v), wanted);
}

std::string text_in(const bj::value& v) {
    return std::string(v.get_string().data(), v.get_string().size());
}

// A null is an empty text, as in Go.
result<std::string> claim_text(const bj::object& claims, const std::string& name) {
    const bj::value* const found = claims.if_contains(name);
    if (found == nullptr) return error(errc::bad_data, "claim not present");
    if (found->is_null()) return std::string();
    if (!found->is_string()) return error(errc::bad_data, wrong_type(*found, "string"));
    return text_in(*found);
}

result<std::vector<std::string>> claim_texts(const bj::value& v) {
    std::vector<std::string> out;
    if (v.is_null()) return out;
    if (v.is_string()) {
        out.push_back(text_in(v));
        return out;
    }
    if (!v.is_array()) return error(errc::bad_data, wrong_type(v, "string"));
    for (const bj::value& each : v.get_array()) {
        if (!each.is_string() && !each.is_null()) return error(errc::bad_data, wrong_type(v, "string"));
        out.push_back(each.is_null() ? std::string() : text_in(each));
    }
    return out;
}

result<> check_verified(const bj::object& claims) {
    const bj::value* const found = claims.if_contains("email_verified");
    if (found == nullptr) return {};
    if (!found->is_bool() && !found->is_null())
        return refusal("parse 'email_verified' claim: " + wrong_type(*found, "bool"));
    if (found->is_null() || !found->get_bool()) return refusal("email not verified");
    return {};
}

}  // namespace

result<std::string> claim_mapper::username_of(const bj::object& claims) const {
    if (username_.made) {
        auto made = evaluated_text(username_, claims);
        if (!made) return refusal("error evaluating username claim expression: " + made.error().message);
        if (!*made)
            return refusal(
                "error evaluating username claim expression: username claim expression must return a string");
        if ((*made)->empty()) return refusal("empty username via CEL expression is not allowed");
        return std::move(**made);
    }
    const std::string& name = settings_.username.claim;
    auto found = claim_text(claims, name);
    if (!found)
        return refusal(
            fmt::format("parse username claims {}: {}", go_text::quoted(name), found.error().message));
    if (name == "email")
        if (auto ok = check_verified(claims); !ok) return ok.error();
    return settings_.username.prefix.value_or("") + *found;
}

result<std::vector<std::string>> claim_mapper::groups_of(const bj::object& claims) const {
    const std::string& name = settings_.groups.claim;
    if (const bj::value* const found = name.empty() ? nullptr : claims.if_contains(name)) {
        auto texts = claim_texts(*found);
        if (!texts)
            return refusal(
                fmt::format("parse groups claim {}: {}", go_text::quoted(name), texts.error().message));
        for (std::string& each : *texts) each.insert(0, settings_.groups.prefix.value_or(""));
        return texts;
    }
    if (!groups_.made) return std::vector<std::string>();
    auto made = evaluated_texts(groups_, claims);
    if (!made) return refusal("error evaluating group claim expression: " + made.error().message);
    return made;
}

result<std::string> claim_mapper::uid_of(const bj::object& claims) const {
    const std::string& name = settings_.uid.claim;
    if (!name.empty()) {
        auto found = claim_text(claims, name);
        if (!found)
            return refusal(
                fmt::format("parse uid claim {}: {}", go_text::quoted(name), found.error().message));
        return found;
    }
    if (!uid_.made) return std::string();
    auto made = evaluated_text(uid_, claims);
    if (!made) return refusal("error evaluating uid claim expression: " + made.error().message);
    if (!*made)
        return refusal("error evaluating uid claim expression: uid claim expression must return a string");
    return std::move(**made);
}

result<> claim_mapper::add_extra_of(const bj::object& claims, user_info& to) const {
    if (const auto id = claim_text(claims, "jti"); id && !id->empty())
        to.extra["authentication.kubernetes.io/credential-id"] = {"JTI=" + *id};
    for (std::size_t i = 0; i < extra_.size(); ++i) {
        auto made = evaluated_texts(extra_[i], claims);
        if (!made)
            return refusal(fmt::format("error evaluating extra claim expression: {}: {}", extra_[i].source,
                                       made.error().message));
        if (!made->empty()) to.extra[settings_.extra[i].key] = std::move(*made);
    }
    return {};
}

result<> claim_mapper::check_claims(const bj::object& claims) const {
    for (const claim_rule& rule : settings_.claim_rules) {
        if (rule.claim.empty()) continue;
        if (!claims.contains(rule.claim))
            return refusal(fmt::format("required claim {} not present in ID token", rule.claim));
        const auto is = claim_text(claims, rule.claim);
        if (!is) return refusal(fmt::format("parse claim {}: {}", rule.claim, is.error().message));
        if (*is != rule.required_value)
            return refusal(fmt::format("required claim {} value does not match. Got = {}, want = {}",
                                       rule.claim, *is, rule.required_value));
    }
    for (std::size_t i = 0; i < claim_rules_.size(); ++i) {
        if (!claim_rules_[i].made) continue;
        const auto holds = evaluated_truth(claim_rules_[i], claims);
        constexpr std::string_view doing = "error evaluating claim validation expression";
        if (!holds) return refusal(fmt::format("{}: {}", doing, holds.error().message));
        if (!*holds)
            return refusal(fmt::format("{}: validation expression '{}' failed: {}", doing,
                                       claim_rules_[i].source, settings_.claim_rules[i].message));
    }
    return {};
}

result<> claim_mapper::check_user(const user_info& user) const {
    constexpr std::string_view doing = "error evaluating user info validation rule";
    for (std::size_t i = 0; i < user_rules_.size(); ++i) {
        const auto holds = evaluated_truth(user_rules_[i], user);
        if (!holds) return refusal(fmt::format("{}: {}", doing, holds.error().message));
        if (!*holds)
            return refusal(fmt::format("{}: validation expression '{}' failed: {}", doing,
                                       user_rules_[i].source, settings_.user_rules[i].message));
    }
    return {};
}

result<user_info> claim_mapper::user_of(const bj::object& claims) const {
    auto name = username_of(claims);
    if (!name) return name.error();
    user_info out{.name = std::move(*name)};
    auto groups = groups_of(claims);
    if (!groups) return groups.error();
    out.groups = std::move(*groups);
    auto uid = uid_of(claims);
    if (!uid) return uid.error();
    out.uid = std::move(*uid);
    if (auto ok = add_extra_of(claims, out); !ok) return ok.error();
    if (auto ok = check_claims(claims); !ok) return ok.error();
    if (auto ok = check_user(out); !ok) return ok.error();
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
