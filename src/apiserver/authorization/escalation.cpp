#include "apiserver/authorization/escalation.hpp"

#include "apiserver/authorization/rule_coverage.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

std::vector<policy_rule> full_authority() {
    return {{.verbs = {"*"}, .api_groups = {"*"}, .resources = {"*"}},
            {.verbs = {"*"}, .non_resource_urls = {"*"}}};
}

bool has_aggregation(const bj::object& role) {
    return !list_of(object_of(role, "aggregationRule"), "clusterRoleSelectors").empty();
}

api_error forbidden_write(const attributes& request, const bj::object& now, std::string why) {
    return forbidden_error({std::string(rbac_group), request.resource},
                           text_at(object_of(now, "metadata"), "name"), std::move(why));
}

}  // namespace

std::optional<std::string> escalation_text(const rbac_policy& policy, const user_info& user,
                                           std::string_view namespace_name,
                                           std::span<const policy_rule> wanted, std::string_view requested) {
    const user_rules held = rules_for(policy, user, namespace_name, requested);
    const std::vector<policy_rule> missing = missing_rules(held.rules, wanted);
    if (missing.empty()) return std::nullopt;
    std::set<std::string> texts;
    for (const policy_rule& rule : compacted(missing)) texts.insert(rule_text(rule));
    std::string out =
        fmt::format("user {} (groups={}) is attempting to grant RBAC permissions not currently held:\n{}",
                    go_text::quoted(user.name), quoted_words(user.groups), fmt::join(texts, "\n"));
    // A list of one error, as Go prints it.
    if (!held.errors.empty()) out += fmt::format("; resolution errors: [{}]", joined_errors(held.errors));
    return out;
}

bool differs_for_collector_only(const bj::object& now, const bj::object& before) {
    bj::object copy = now;
    bj::object& meta = make_object(copy, "metadata");
    for (const char* field : {"ownerReferences", "finalizers", "selfLink", "managedFields"})
        copy_field(meta, object_of(before, "metadata"), field);
    const bj::value a = std::move(copy);
    const bj::value b = before;
    return same(&a, &b);
}

bool escalation_check::may(std::string_view verb, const attributes& request, std::string_view group,
                           std::string_view resource, std::string_view name) const {
    attributes asked{.user = request.user, .verb = std::string(verb)};
    asked.group = group;
    asked.version = "*";
    asked.resource = resource;
    asked.namespace_name = request.namespace_name;
    asked.name = name;
    return asked_.authorize(asked).allows();
}

bool escalation_check::may_bind(const role_reference& role, const attributes& request) const {
    if (role.kind != "Role" && role.kind != "ClusterRole") return false;
    return may("bind", request, role.group, role.kind == "Role" ? "roles" : "clusterroles", role.name);
}

api_result<> escalation_check::check(std::string_view kind, const attributes& request, const bj::object& now,
                                     const bj::object* before) const {
    if (request.user->in_group(privileged_group)) return {};
    if (kind == "Role" || kind == "ClusterRole")
        return check_role(kind == "ClusterRole", request, now, before);
    if (kind == "RoleBinding" || kind == "ClusterRoleBinding") return check_binding(request, now, before);
    return {};
}

api_result<> escalation_check::check_role(bool is_cluster_role, const attributes& request,
                                          const bj::object& now, const bj::object* before) const {
    if (may("escalate", request, request.group, request.resource, request.name)) return {};
    if (before != nullptr && differs_for_collector_only(now, *before)) return {};
    const auto escalates = [&](const std::vector<policy_rule>& wanted) {
        return escalation_text(policy_, *request.user, request.namespace_name, wanted, request.resource);
    };
    if (auto text = escalates(read_rules(now))) return forbidden_write(request, now, std::move(*text));
    // An aggregated role may gather anything.
    const bool aggregates =
        is_cluster_role && (has_aggregation(now) || (before != nullptr && has_aggregation(*before)));
    if (aggregates && escalates(full_authority()))
        return forbidden_write(request, now, "must have cluster-admin privileges to use the aggregationRule");
    return {};
}

api_result<> escalation_check::check_binding(const attributes& request, const bj::object& now,
                                             const bj::object* before) const {
    if (before != nullptr && differs_for_collector_only(now, *before)) return {};
    const role_reference role = read_role_reference(now);
    if (may_bind(role, request)) return {};
    const std::vector<policy_rule>* rules = policy_.rules_of(role, request.namespace_name);
    if (rules == nullptr) {
        if (role.kind != "Role" && role.kind != "ClusterRole") return plain_error(missing_text(role));
        return object_not_found({std::string(rbac_group), request.resource}, role.name);
    }
    if (auto text = escalation_text(policy_, *request.user, request.namespace_name, *rules, request.resource))
        return forbidden_write(request, now, std::move(*text));
    return {};
}

}}}  // namespace setpoint::v0::apiserver::authorization
