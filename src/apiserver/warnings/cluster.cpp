// Warnings about Secrets, quotas, nodes, definitions and policies.
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/formats.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/schema/schema_view.hpp"
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
}

// The formats in a schema that the API server does not check. Schemas have a bounded depth, as all input.
void add_unrecognized_formats(const schema_view& s, std::vector<std::string>& to) {
    const std::string format = s.text("format");
    if (!format.empty() && !is_supported_format(s.text("type"), format) &&
        std::ranges::find(to, format) == to.end())
        to.push_back(format);
    for (const char* key : {"items", "additionalProperties", "not"})
        if (const auto part = s.sub(key)) add_unrecognized_formats(*part, to);
    for (const char* key : {"allOf", "anyOf", "oneOf"})
        for (const schema_view& part : s.subs(key)) add_unrecognized_formats(part, to);
    for (const auto& p : s.properties()) add_unrecognized_formats(p.schema, to);
}

std::vector<std::string> unrecognized_formats(const bj::object& definition) {
    std::vector<std::string> out;
    for_each_object(
        list_of(object_of(definition, "spec"), "versions"), [&](const bj::object& version, std::size_t) {
            add_unrecognized_formats(schema_view(object_of(version, {"schema", "openAPIV3Schema"})), out);
        });
    return out;
}

void of_definition(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    const std::vector<std::string> before = old ? unrecognized_formats(*old) : std::vector<std::string>();
    for (const std::string& format : unrecognized_formats(o))
        if (std::ranges::find(before, format) == before.end())
            to.push_back("unrecognized format " + go_text::quoted(format));
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
