#include "apiserver/authorization/bootstrap_policy.hpp"

#include "apiserver/authorization/rbac_policy.hpp"
#include "apiserver/authorization/rule_coverage.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view auto_update = "rbac.authorization.kubernetes.io/autoupdate";

using operation = reconciled_object::operation;

// What the existing object has, has precedence.
void merge_metadata(reconciled_object& to, const bj::object& expected, std::string_view field) {
    const bj::object& wanted = object_of(expected, {"metadata", field});
    bool is_changed = false;
    for (const auto& [key, value] : wanted) {
        if (object_of(to.object, {"metadata", field}).contains(key)) continue;
        make_object(make_object(to.object, "metadata"), field)[key] = value;
        is_changed = true;
    }
    if (is_changed) to.needed = operation::update;
}

reconciled_object started(const bj::object& expected, const bj::object& existing) {
    reconciled_object out{.object = existing};
    out.is_protected = text_at(object_of(existing, {"metadata", "annotations"}), auto_update) == "false";
    merge_metadata(out, expected, "annotations");
    merge_metadata(out, expected, "labels");
    return out;
}

bj::array& array_in(bj::object& o, std::string_view key) {
    bj::value& v = o[key];
    return v.is_array() ? v.get_array() : v.emplace_array();
}

// Removing rights is left to kubectl auth reconcile: kube-apiserver only adds.
void add_missing_rules(reconciled_object& to, const bj::object& expected) {
    const std::vector<policy_rule> missing = missing_rules(read_rules(to.object), read_rules(expected));
    if (missing.empty()) return;
    bj::array& rules = array_in(to.object, "rules");
    for (const policy_rule& rule : missing) rules.push_back(rule_object(rule));
    to.needed = operation::update;
}

void reconcile_aggregation(reconciled_object& to, const bj::object& expected) {
    const bj::object* wanted = object_at(expected, "aggregationRule");
    if (wanted == nullptr) {
        if (object_at(to.object, "aggregationRule") == nullptr) return;
        to.object.erase("aggregationRule");
        to.needed = operation::update;
        return;
    }
    for (const bj::value& selector : list_of(*wanted, "clusterRoleSelectors")) {
        const bj::array& had = list_of(object_of(to.object, "aggregationRule"), "clusterRoleSelectors");
        if (std::ranges::any_of(had, [&](const bj::value& v) { return same(&v, &selector); })) continue;
        array_in(make_object(to.object, "aggregationRule"), "clusterRoleSelectors").push_back(selector);
        to.needed = operation::update;
    }
}

void rename(bj::object& o, std::string_view name) {
    bj::object& meta = make_object(o, "metadata");
    meta["name"] = name;
    // So that it can be created.
    meta.erase("resourceVersion");
}

}  // namespace

reconciled_object reconciled_role(const bj::object& expected, const bj::object* existing) {
    if (existing == nullptr) return {operation::create, expected, false};
    reconciled_object out = started(expected, *existing);
    add_missing_rules(out, expected);
    reconcile_aggregation(out, expected);
    return out;
}

reconciled_object reconciled_binding(const bj::object& expected, const bj::object* existing) {
    if (existing == nullptr) return {operation::create, expected, false};
    const role_binding wanted = read_binding(expected);
    const role_binding had = read_binding(*existing);
    if (wanted.role != had.role) {
        const bool opts_out =
            text_at(object_of(*existing, {"metadata", "annotations"}), auto_update) == "false";
        return {operation::recreate, expected, opts_out};
    }
    reconciled_object out = started(expected, *existing);
    const bj::array& subjects = list_of(expected, "subjects");
    std::vector<binding_subject> present = had.subjects;
    for (std::size_t i = 0; i < wanted.subjects.size(); ++i) {
        if (std::ranges::find(present, wanted.subjects[i]) != present.end()) continue;
        present.push_back(wanted.subjects[i]);
        array_in(out.object, "subjects").push_back(subjects[i]);
        out.needed = operation::update;
    }
    return out;
}

std::vector<bj::object> roles_of_old_servers(const policy_lookup& cluster_roles) {
    std::vector<bj::object> out;
    for (const char* name : {"admin", "edit", "view"}) {
        const std::string gathered = std::string("system:aggregate-to-").append(name);
        if (cluster_roles(gathered) != nullptr) continue;
        const bj::object* old = cluster_roles(name);
        if (old == nullptr) continue;
        // An aggregated role has no rules of its own to move, and neither have the others.
        if (object_at(*old, "aggregationRule") != nullptr) return out;
        rename(out.emplace_back(*old), gathered);
    }
    return out;
}

std::optional<bj::object> binding_of_old_servers(const bj::object& expected, const policy_lookup& bindings) {
    const bj::object* old = bindings("system:discovery");
    if (old == nullptr || bindings(text_at(object_of(expected, "metadata"), "name")) != nullptr)
        return std::nullopt;
    bj::object out = expected;
    copy_field(out, *old, "subjects");
    bj::object& meta = make_object(out, "metadata");
    copy_field(meta, object_of(*old, "metadata"), "labels");
    copy_field(meta, object_of(*old, "metadata"), "annotations");
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
