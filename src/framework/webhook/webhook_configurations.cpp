#include "framework/webhook/webhook_configurations.hpp"

#include "framework/core/ascii.hpp"
#include "framework/core/base64.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

using namespace admissionregistration_v1;

namespace {

// At least three segments, and unique within the configuration, as the API server demands.
std::string webhook_name(std::string_view what, const group_version_kind& of, bool with_version) {
    return fmt::format("{}.{}{}{}.{}", what, lower_case(of.kind), with_version ? "." : "",
                       with_version ? of.version : "", of.group.empty() ? "core" : of.group);
}

// Sets the names of all webhooks of a configuration; `of` are their kinds.
template <class Webhook>
void set_names(std::vector<Webhook>& webhooks, const std::vector<group_version_kind>& of,
               std::string_view what) {
    for (std::size_t i = 0; i < webhooks.size(); ++i) {
        const bool other_version = std::any_of(of.begin(), of.end(), [&](const group_version_kind& o) {
            return o.group == of[i].group && o.kind == of[i].kind && o.version != of[i].version;
        });
        webhooks[i].name = webhook_name(what, of[i], other_version);
    }
}

// Errors: invalid for > and <, which LabelSelectors do not have.
result<match_operator> operator_of(label_requirement::operation o) {
    using enum label_requirement::operation;
    switch (o) {
        case equals:
        case in:
            return match_operator::in;
        case not_equals:
        case not_in:
            return match_operator::not_in;
        case exists:
            return match_operator::exists;
        case does_not_exist:
            return match_operator::does_not_exist;
        default:
            return error(errc::invalid, "webhook selectors do not support > and <");
    }
}

result<label_selector> selector_of(const std::string& text) {
    const auto parsed = selector::parse(text);
    if (!parsed) return parsed.error();
    label_selector out;
    for (const label_requirement& r : parsed->requirements()) {
        const auto op = operator_of(r.op);
        if (!op) return op.error();
        match_expression e;
        e.key = r.key;
        e.op = *op;
        for (const std::string& v : r.values) e.values.emplace_back(v);
        out.match_expressions.push_back(std::move(e));
    }
    return out;
}

webhook_client_config client_of(const webhook_address& at, std::string path) {
    webhook_client_config c;
    if (at.url.empty()) {
        service_reference& s = c.service.emplace();
        s.ns = at.service_ns;
        s.name = at.service_name;
        s.path = interned_string(path);
        if (at.service_port != 443) s.port = at.service_port;
    } else {
        c.url = interned_string(at.url_of(path));
    }
    if (!at.ca_bundle.empty()) c.ca_bundle = base64_encode(at.ca_bundle);
    return c;
}

rule_with_operations rule_of(const kind_info& kind, const std::vector<admission_operation>& operations) {
    rule_with_operations r;
    for (const admission_operation o : operations) r.operations.emplace_back(to_string(o));
    r.api_groups = {interned_string(kind.gvk.group)};
    r.api_versions = {interned_string(kind.gvk.version)};
    r.resources = {interned_string(kind.plural)};
    r.scope = kind.scope == scope::cluster ? "Cluster" : "Namespaced";
    return r;
}

// CONNECT is of subresources only, everything else of the objects.
std::vector<rule_with_operations> rules_of(const kind_info& kind,
                                           std::vector<admission_operation> operations) {
    const auto connect = std::find(operations.begin(), operations.end(), admission_operation::connect);
    if (connect == operations.end()) return {rule_of(kind, operations)};
    operations.erase(connect);
    rule_with_operations r = rule_of(kind, {admission_operation::connect});
    r.resources = {interned_string(kind.plural + "/*")};
    if (operations.empty()) return {std::move(r)};
    return {rule_of(kind, operations), std::move(r)};
}

// What both kinds of webhook have, without the name.
template <class Webhook>
result<Webhook> make(const webhook_declaration& d, const webhook_address& at, std::string path,
                     const std::vector<admission_operation>& operations) {
    const webhook_settings& s = d.settings;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(s.timeout).count();
    if (seconds < 1 || seconds > 30)
        return error(errc::invalid, fmt::format("the webhooks of {}: a timeout is 1 s to 30 s, not {} s",
                                                d.kind->gvk.kind, seconds));
    Webhook w;
    w.client_config = client_of(at, std::move(path));
    w.rules = rules_of(*d.kind, operations);
    w.failure_policy = s.on_failure == failure_policy::fail ? "Fail" : "Ignore";
    w.match_policy = "Equivalent";
    w.side_effects = "None";
    w.timeout_seconds = static_cast<std::int32_t>(seconds);
    w.admission_review_versions = {"v1"};
    for (const auto& c : s.conditions)
        w.match_conditions.push_back({interned_string(c.name), interned_string(c.expression)});
    for (const auto& [text, to] : {std::pair(&s.object_selector, &w.object_selector),
                                   std::pair(&s.namespace_selector, &w.namespace_selector)}) {
        if (text->empty()) continue;
        auto labels = selector_of(*text);
        if (!labels) return labels.error().within(fmt::format("the webhooks of {}", d.kind->gvk.kind));
        *to = std::move(*labels);
    }
    if (!at.own_ns.empty() && d.kind->scope == scope::namespaced) {
        if (!w.namespace_selector) w.namespace_selector.emplace();
        w.namespace_selector->match_expressions.push_back(
            {"kubernetes.io/metadata.name", match_operator::not_in, {interned_string(at.own_ns)}});
    }
    return w;
}

}  // namespace

std::string webhook_address::url_of(std::string_view path) const {
    std::string out = url;
    if (out.ends_with('/')) out.pop_back();
    return out.append(path);
}

std::string configuration_name(std::string_view operator_name, bool mutating) {
    return fmt::format("{}-{}-webhook-configuration", operator_name, mutating ? "mutating" : "validating");
}

result<validating_webhook_configuration> validating_configuration(
    std::string_view operator_name, const std::list<webhook_declaration>& webhooks,
    const webhook_address& at) {
    validating_webhook_configuration c;
    c.metadata.name = configuration_name(operator_name, false);
    std::vector<group_version_kind> kinds;
    for (const webhook_declaration& d : webhooks) {
        if (!d.validates) continue;
        auto made = make<validating_webhook>(d, at, validating_path(d.kind->gvk), d.validated);
        if (!made) return made.error();
        c.webhooks.push_back(std::move(*made));
        kinds.push_back(d.kind->gvk);
    }
    set_names(c.webhooks, kinds, "validate");
    return c;
}

result<mutating_webhook_configuration> mutating_configuration(std::string_view operator_name,
                                                              const std::list<webhook_declaration>& webhooks,
                                                              const webhook_address& at) {
    mutating_webhook_configuration c;
    c.metadata.name = configuration_name(operator_name, true);
    std::vector<group_version_kind> kinds;
    for (const webhook_declaration& d : webhooks) {
        if (!d.defaults) continue;
        auto made = make<mutating_webhook>(d, at, defaulting_path(d.kind->gvk),
                                           {admission_operation::create, admission_operation::update});
        if (!made) return made.error();
        made->reinvocation_policy = d.settings.reinvoke ? "IfNeeded" : "Never";
        c.webhooks.push_back(std::move(*made));
        kinds.push_back(d.kind->gvk);
    }
    set_names(c.webhooks, kinds, "default");
    return c;
}

}}  // namespace setpoint::v0
