// Warnings about Secrets, quotas, nodes, definitions and policies.
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/warnings/rows.hpp"
#include "framework/core/ascii.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

void of_secret(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    if (text_at(o, "type") != "kubernetes.io/tls") return;
    const bj::object& data = object_of(o, "data");
    std::string wrong = key_pair_error(base64_decode(text_at(data, "tls.crt")).value_or(""),
                                       base64_decode(text_at(data, "tls.key")).value_or(""));
    if (!wrong.empty()) to.push_back(std::move(wrong));
}

void of_quota(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (old) return;
    const bj::object& hard = object_of(o, {"spec", "hard"});
    for (const std::string name : {"cpu", "memory", "storage", "ephemeral-storage"}) {
        std::string asked = "requests." + name;
        if (!hard.contains(asked) && (name == "cpu" || name == "memory")) asked = name;
        const std::string limit = "limits." + name;
        const auto a = quantity::parse(text_at(hard, asked)), b = quantity::parse(text_at(hard, limit));
        if (!hard.contains(asked) || !hard.contains(limit) || !a || !b || !(*a > *b)) continue;
        to.push_back(fmt::format("ResourceQuota {} ({}) should be less than {} ({})", asked,
                                 text_at(hard, asked), limit, text_at(hard, limit)));
    }
}

void of_service_account(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    constexpr std::string_view enforce = "kubernetes.io/enforce-mountable-secrets";
    const auto has = [&](const bj::object& account) {
        return object_of(account, {"metadata", "annotations"}).contains(enforce);
    };
    if (!has(o) || (old != nullptr && has(*old))) return;
    to.push_back(
        fmt::format("metadata.annotations[{}]: deprecated in v1.32+; prefer separate namespaces to "
                    "isolate access to mounted secrets",
                    enforce));
}

void of_node(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    const bj::object& spec = object_of(o, "spec");
    if (value_at(spec, "configSource")) to.emplace_back("spec.configSource: the feature is removed");
    if (!text_at(spec, "externalID").empty())
        to.emplace_back("spec.externalID: this field is deprecated, and is unused by Kubernetes");
}

void of_runtime_class(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for (const auto& [key, value] : object_of(o, {"scheduling", "nodeSelector"}))
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("scheduling.nodeSelector: {}", text));
}

void of_resource_slice(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    const std::string_view driver = text_at(object_of(o, "spec"), "driver");
    if (driver == lower_case(driver)) return;
    to.push_back(
        fmt::format("spec.driver: driver names should be lowercase; {} contains uppercase characters",
                    go_text::quoted(driver)));
}

void of_policy(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    constexpr std::string_view suffix = ".static.k8s.io";
    if (text_at(object_of(o, "metadata"), "name").ends_with(suffix))
        to.push_back(
            fmt::format("metadata.name: names ending with \"{}\" are reserved for static "
                        "manifest-based configurations and cannot be managed via the API",
                        suffix));
    to.push_back(
        fmt::format("this server stores a {} without enforcing it, since it does not evaluate CEL: use "
                    "an admission webhook, or test on a real cluster",
                    text_at(o, "kind")));
}

// Definitions have bounded depth, as all input.
bool has_rules(const bj::value& schema) {
    if (const bj::array* list = schema.if_array()) return std::ranges::any_of(*list, has_rules);
    const bj::object* members = schema.if_object();
    if (!members) return false;
    const bj::value* rules = value_at(*members, "x-kubernetes-validations");
    if (rules && rules->is_array() && !rules->get_array().empty()) return true;
    return std::ranges::any_of(*members, [](const auto& member) { return has_rules(member.value()); });
}

void of_definition(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    bool found = false;
    for_each_object(list_of(object_of(o, "spec"), "versions"), [&](const bj::object& version, std::size_t) {
        const bj::value* schema = value_at(version, "schema");
        found = found || (schema && has_rules(*schema));
    });
    if (found)
        to.emplace_back(
            "this server stores x-kubernetes-validations without enforcing them, since it does not evaluate "
            "CEL: use an admission webhook, or test on a real cluster");
}

constexpr warning_row cluster_rows[] = {
    {"secrets", of_secret},
    {"resourcequotas", of_quota},
    {"nodes", of_node},
    {"serviceaccounts", of_service_account},
    {"runtimeclasses.node.k8s.io", of_runtime_class},
    {"resourceslices.resource.k8s.io", of_resource_slice},
    {"customresourcedefinitions.apiextensions.k8s.io", of_definition},
    {"validatingadmissionpolicies.admissionregistration.k8s.io", of_policy},
    {"validatingadmissionpolicybindings.admissionregistration.k8s.io", of_policy},
    {"mutatingadmissionpolicies.admissionregistration.k8s.io", of_policy},
    {"mutatingadmissionpolicybindings.admissionregistration.k8s.io", of_policy}};

}  // namespace

std::span<const warning_row> cluster_warnings() {
    return cluster_rows;
}

}  // namespace setpoint::inline v0::apiserver
