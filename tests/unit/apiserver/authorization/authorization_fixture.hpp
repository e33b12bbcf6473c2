#pragma once
// Short forms of users, requests, rules, roles and bindings.

#include "apiserver/authorization/rbac_policy.hpp"
#include "apiserver/go/json_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::test {

namespace bj = boost::json;

// "a,b" as a list; "" is a list with the empty text, "-" the empty list.
inline std::vector<std::string> words(const std::string& text) {
    if (text == "-") return {};
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, ',');) out.push_back(word);
    if (out.empty()) out.emplace_back();
    return out;
}

inline setpoint::apiserver::user_ptr user(std::string name, const std::string& groups = "-") {
    return std::make_shared<setpoint::apiserver::user_info>(
        setpoint::apiserver::user_info{.name = std::move(name), .groups = words(groups)});
}

inline setpoint::apiserver::user_ptr node_user(const std::string& name) {
    return user("system:node:" + name, "system:nodes,system:authenticated");
}

// A request for `what`: "GROUP/RESOURCE:SUBRESOURCE", where the group and the subresource are optional.
inline authorization::attributes asks(setpoint::apiserver::user_ptr who, std::string verb, std::string what,
                                      std::string in = {}, std::string name = {}) {
    authorization::attributes out{.user = std::move(who), .verb = std::move(verb)};
    if (const std::size_t slash = what.find('/'); slash != std::string::npos) {
        out.group = what.substr(0, slash);
        what.erase(0, slash + 1);
    }
    if (const std::size_t colon = what.find(':'); colon != std::string::npos) {
        out.subresource = what.substr(colon + 1);
        what.erase(colon);
    }
    out.resource = std::move(what);
    out.namespace_name = std::move(in);
    out.name = std::move(name);
    return out;
}

inline authorization::attributes asks_path(setpoint::apiserver::user_ptr who, std::string verb,
                                           std::string path) {
    authorization::attributes out{.user = std::move(who), .verb = std::move(verb), .is_resource = false};
    out.path = std::move(path);
    return out;
}

inline authorization::policy_rule rule(const std::string& verbs, const std::string& groups,
                                       const std::string& resources, const std::string& urls = "-",
                                       const std::string& names = "-") {
    return {.verbs = words(verbs),
            .api_groups = words(groups),
            .resources = words(resources),
            .resource_names = words(names),
            .non_resource_urls = words(urls)};
}

inline authorization::policy_rule url_rule(const std::string& verbs, const std::string& urls) {
    return rule(verbs, "-", "-", urls);
}

inline bj::object parsed(std::string_view text) {
    return json_text::parse_own(text).as_object();
}

// Of the cluster if `in` is empty.
inline bj::object role(const std::string& in, const std::string& name,
                       const std::vector<authorization::policy_rule>& rules) {
    bj::object meta{{"name", name}};
    if (!in.empty()) meta["namespace"] = in;
    bj::array list;
    for (const authorization::policy_rule& r : rules) list.push_back(authorization::rule_object(r));
    return {{"metadata", std::move(meta)}, {"rules", std::move(list)}};
}

// `subjects`: "User:jane", "Group:admins", "ServiceAccount:NAMESPACE/NAME" or "ServiceAccount:NAME". `to`:
// "Role:x" or "ClusterRole:x".
inline bj::object binding(const std::string& in, const std::string& name, const std::string& to,
                          const std::vector<std::string>& subjects) {
    bj::object meta{{"name", name}};
    if (!in.empty()) meta["namespace"] = in;
    bj::array list;
    for (const std::string& s : subjects) {
        const std::size_t colon = s.find(':');
        const std::string kind = s.substr(0, colon);
        std::string rest = s.substr(colon + 1);
        bj::object one{{"kind", kind}};
        if (kind != "ServiceAccount") {
            one["apiGroup"] = "rbac.authorization.k8s.io";
        } else if (const std::size_t slash = rest.find('/'); slash != std::string::npos) {
            one["namespace"] = rest.substr(0, slash);
            rest.erase(0, slash + 1);
        }
        one["name"] = rest;
        list.push_back(std::move(one));
    }
    const std::size_t colon = to.find(':');
    return {{"metadata", std::move(meta)},
            {"roleRef",
             {{"apiGroup", "rbac.authorization.k8s.io"},
              {"kind", to.substr(0, colon)},
              {"name", to.substr(colon + 1)}}},
            {"subjects", std::move(list)}};
}

}}}  // namespace setpoint::v0::apiserver::test
