#include "apiserver/authorization/rbac_policy.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view service_account_kind = "ServiceAccount";

std::string named(const bj::object& o, std::string_view key) {
    return std::string(text_at(object_of(o, "metadata"), key));
}

template <class Map>
void drop_from_namespace(Map& all, std::string_view namespace_name, std::string_view name) {
    const auto in = all.find(namespace_name);
    if (in == all.end()) return;
    const auto at = in->second.find(name);
    if (at == in->second.end()) return;
    in->second.erase(at);
    if (in->second.empty()) all.erase(in);
}

std::string subject_text(const binding_subject& subject, std::string_view binding_namespace) {
    if (subject.kind != service_account_kind)
        return fmt::format("{} {}", subject.kind, go_text::quoted(subject.name));
    const std::string_view in = subject.namespace_name.empty() ? binding_namespace : subject.namespace_name;
    return fmt::format("{} {}", subject.kind, go_text::quoted(fmt::format("{}/{}", subject.name, in)));
}

}  // namespace

role_reference read_role_reference(const bj::object& binding) {
    const bj::object& ref = object_of(binding, "roleRef");
    return {std::string(text_at(ref, "apiGroup")), std::string(text_at(ref, "kind")),
            std::string(text_at(ref, "name"))};
}

role_binding read_binding(const bj::object& binding) {
    role_binding out{.namespace_name = named(binding, "namespace"),
                     .name = named(binding, "name"),
                     .role = read_role_reference(binding)};
    for_each_object(list_of(binding, "subjects"), [&](const bj::object& s, std::size_t) {
        out.subjects.push_back({std::string(text_at(s, "kind")), std::string(text_at(s, "apiGroup")),
                                std::string(text_at(s, "name")), std::string(text_at(s, "namespace"))});
    });
    return out;
}

bool is_subject(const binding_subject& subject, const user_info& user, std::string_view binding_namespace) {
    if (subject.kind == "User") return user.name == subject.name;
    if (subject.kind == "Group") return user.in_group(subject.name);
    if (subject.kind != service_account_kind) return false;
    const std::string_view in = subject.namespace_name.empty() ? binding_namespace : subject.namespace_name;
    return !in.empty() && user.name == service_account_user(in, subject.name);
}

std::string binding_text(const role_binding& binding, const user_info& user) {
    const auto at = std::ranges::find_if(binding.subjects, [&](const binding_subject& s) {
        return is_subject(s, user, binding.namespace_name);
    });
    const std::string subject =
        at == binding.subjects.end() ? std::string() : subject_text(*at, binding.namespace_name);
    const std::string role =
        fmt::format("of {} {} to {}", binding.role.kind, go_text::quoted(binding.role.name), subject);
    if (binding.namespace_name.empty())
        return fmt::format("ClusterRoleBinding {} {}", go_text::quoted(binding.name), role);
    // The name comes before the namespace, as for service accounts.
    return fmt::format("RoleBinding {} {}",
                       go_text::quoted(fmt::format("{}/{}", binding.name, binding.namespace_name)), role);
}

void rbac_policy::set_role(const bj::object& role) {
    roles_[named(role, "namespace")].insert_or_assign(named(role, "name"), read_rules(role));
}

void rbac_policy::remove_role(std::string_view namespace_name, std::string_view name) {
    drop_from_namespace(roles_, namespace_name, name);
}

std::string rbac_policy::posting_of(const binding_subject& subject, std::string_view binding_namespace) {
    if (subject.kind == "User") return "u" + subject.name;
    if (subject.kind == "Group") return "g" + subject.name;
    if (subject.kind != service_account_kind) return {};
    const std::string_view in = subject.namespace_name.empty() ? binding_namespace : subject.namespace_name;
    return in.empty() ? std::string() : "u" + service_account_user(in, subject.name);
}

void rbac_policy::set_binding(const bj::object& binding) {
    role_binding read = read_binding(binding);
    scope& in = bindings_[read.namespace_name];
    if (const auto old = in.bindings.find(read.name); old != in.bindings.end()) drop(in, old);
    std::string name = read.name;
    const role_binding& kept = in.bindings.emplace(std::move(name), std::move(read)).first->second;
    for (const binding_subject& s : kept.subjects)
        if (std::string key = posting_of(s, kept.namespace_name); !key.empty())
            in.postings[std::move(key)].insert(&kept);
}

void rbac_policy::drop(scope& from, names::iterator at) {
    for (const binding_subject& s : at->second.subjects) {
        const auto posting = from.postings.find(posting_of(s, at->second.namespace_name));
        if (posting == from.postings.end()) continue;
        posting->second.erase(&at->second);
        if (posting->second.empty()) from.postings.erase(posting);
    }
    from.bindings.erase(at);
}

void rbac_policy::remove_binding(std::string_view namespace_name, std::string_view name) {
    const auto in = bindings_.find(namespace_name);
    if (in == bindings_.end()) return;
    if (const auto at = in->second.bindings.find(name); at != in->second.bindings.end()) drop(in->second, at);
    if (in->second.bindings.empty()) bindings_.erase(in);
}

void rbac_policy::change(std::string_view kind, const bj::object* before, const bj::object* now) {
    const bool is_role = kind == "Role" || kind == "ClusterRole";
    if (!is_role && kind != "RoleBinding" && kind != "ClusterRoleBinding") return;
    if (now != nullptr) {
        if (is_role)
            set_role(*now);
        else
            set_binding(*now);
    } else if (before != nullptr) {
        if (is_role)
            remove_role(named(*before, "namespace"), named(*before, "name"));
        else
            remove_binding(named(*before, "namespace"), named(*before, "name"));
    }
}

void rbac_policy::collect(const scope& in, const user_info& user, std::vector<const role_binding*>& to) {
    const auto first = static_cast<std::ptrdiff_t>(to.size());
    const auto add = [&](std::string_view kind, std::string_view name) {
        const auto at = in.postings.find(std::string(kind).append(name));
        if (at != in.postings.end()) to.insert(to.end(), at->second.begin(), at->second.end());
    };
    add("u", user.name);
    for (const std::string& g : user.groups) add("g", g);
    std::sort(to.begin() + first, to.end(), by_name());
    to.erase(std::unique(to.begin() + first, to.end()), to.end());
}

std::vector<const role_binding*> rbac_policy::bindings_of(const user_info& user,
                                                          std::string_view namespace_name) const {
    std::vector<const role_binding*> out;
    if (const auto in = bindings_.find(std::string_view()); in != bindings_.end())
        collect(in->second, user, out);
    if (namespace_name.empty()) return out;
    if (const auto in = bindings_.find(namespace_name); in != bindings_.end()) collect(in->second, user, out);
    return out;
}

const std::vector<policy_rule>* rbac_policy::rules_of(const role_reference& role,
                                                      std::string_view binding_namespace) const {
    const bool is_cluster_role = role.kind == "ClusterRole";
    // The roles of the cluster are no Roles of the namespace "".
    if (!is_cluster_role && (role.kind != "Role" || binding_namespace.empty())) return nullptr;
    const auto in = roles_.find(is_cluster_role ? std::string_view() : binding_namespace);
    if (in == roles_.end()) return nullptr;
    const auto at = in->second.find(role.name);
    return at == in->second.end() ? nullptr : &at->second;
}

std::string missing_text(const role_reference& role, std::string_view requested) {
    if (role.kind != "Role" && role.kind != "ClusterRole")
        return "unsupported role reference kind: " + go_text::quoted(role.kind);
    if (requested.empty()) requested = role.kind == "Role" ? "role" : "clusterrole";
    return fmt::format("{}.rbac.authorization.k8s.io {} not found", requested, go_text::quoted(role.name));
}

user_rules rules_for(const rbac_policy& policy, const user_info& user, std::string_view namespace_name,
                     std::string_view requested) {
    user_rules out;
    for (const role_binding* b : policy.bindings_of(user, namespace_name)) {
        if (const auto* rules = policy.rules_of(b->role, b->namespace_name))
            out.rules.insert(out.rules.end(), rules->begin(), rules->end());
        else
            out.errors.push_back(missing_text(b->role, requested));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
