#include "framework/manager/manifest_parts.hpp"

#include "framework/core/ascii.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 {

namespace bj = boost::json;

namespace {

using objects = std::vector<bj::object>;

std::string_view name_of(const bj::object& o) {
    return member_text(o.at("metadata").as_object(), "name");
}

std::string_view singular_of(const bj::object& definition) {
    return member_text(definition.at("spec").at("names").as_object(), "singular");
}

// The singular name; followed by the group if another definition has the same one.
std::string name_among(const bj::object& definition, const objects& all) {
    const std::string_view singular = singular_of(definition);
    const auto same = [&](const bj::object& d) { return singular_of(d) == singular; };
    if (std::ranges::count_if(all, same) == 1) return std::string(singular);
    return fmt::format("{}.{}", singular, member_text(definition.at("spec").as_object(), "group"));
}

class parts {
public:
    parts(const manager& m, const deployment_settings& s)
        : options_(m.options()), settings_(s), definitions_(m.crds()), roles_(m.roles(options_.namespaces)) {
        for (bj::object& d : definitions_) complete(d);
        for (bj::object& r : roles_) set_labels(r, options_);
    }

    void add_definitions() {
        for (const bj::object& d : definitions_) {
            const bj::object& spec = d.at("spec").as_object();
            add("crd",
                fmt::format("bases/{}_{}.yaml", member_text(spec, "group"),
                            member_text(spec.at("names").as_object(), "plural")),
                {d});
        }
    }
    void add_roles() {
        add("rbac", "service_account.yaml", {service_account_object(options_)});
        for (const auto& [file, end] : {std::pair("role.yaml", "-manager"),
                                        {"leader_election_role.yaml", "-leader-election"},
                                        {"webhook_role.yaml", "-webhooks"},
                                        {"metrics_auth_role.yaml", "-metrics-auth"}}) {
            objects bound;
            for (const bj::object& role : roles_) {
                if (!name_of(role).ends_with(end)) continue;
                bound.push_back(role);
                bound.push_back(binding_object(role, options_));
            }
            if (!bound.empty()) add("rbac", file, std::move(bound));
        }
        // Bound to Prometheus' service account by whoever runs it.
        for (const bj::object& role : roles_)
            if (name_of(role).ends_with("-metrics-reader")) add("rbac", "metrics_reader_role.yaml", {role});
        for (const bj::object& d : definitions_) {
            const std::string kind = name_among(d, definitions_);
            for (const std::string_view who : {"admin", "editor", "viewer"})
                add("rbac", fmt::format("{}_{}_role.yaml", kind, who),
                    {user_role_object(who, kind, d, options_)});
        }
    }
    void add_running() {
        add("manager", "manager.yaml", {deployment_object(options_, settings_)});
        add("manager", std::string(budget_file), {disruption_budget_object(options_)});
        add("manager", "metrics_service.yaml", {service_object("metrics", options_)});
    }
    void add_webhooks(objects configurations) {
        if (!settings_.webhooks) return;
        if (settings_.by_cert_manager) add("certmanager", "certificate.yaml", certificate_objects(options_));
        add("webhook", "service.yaml", {service_object("webhook", options_)});
        for (bj::object& c : configurations) complete(c);
        if (!configurations.empty()) add("webhook", "manifests.yaml", std::move(configurations));
    }
    void add_optional() {
        add("network-policy", "allow-metrics-traffic.yaml", {network_policy_object("metrics", options_)});
        if (settings_.webhooks)
            add("network-policy", "allow-webhook-traffic.yaml", {network_policy_object("webhook", options_)});
        add("prometheus", "monitor.yaml", {service_monitor_object(options_)});
        add("prometheus", "rules.yaml", {prometheus_rule_object(options_)});
    }
    void add_samples(const objects& samples) {
        std::map<std::string, objects> by_kind;
        for (const bj::object& s : samples)
            by_kind[replaced(std::string(member_text(s, "apiVersion")), "/", "_") + "_" +
                    lower_case(member_text(s, "kind")) + ".yaml"]
                .push_back(s);
        for (auto& [file, all] : by_kind) add("samples", file, std::move(all));
    }
    std::vector<manifest_part> taken() { return std::move(parts_); }

private:
    void add(std::string folder, std::string file, objects all) {
        parts_.push_back({std::move(folder), std::move(file), std::move(all)});
    }
    // Labels, and with cert-manager the annotation by which it fills in its CA.
    void complete(bj::object& o) {
        set_labels(o, options_);
        const bj::value& kind = o.at("kind");
        const bool calls = kind != "CustomResourceDefinition" ||
                           o.at("spec").as_object().if_contains("conversion") != nullptr;
        if (settings_.by_cert_manager && calls)
            o["metadata"].as_object()["annotations"] = {
                {"cert-manager.io/inject-ca-from",
                 fmt::format("{}/{}-webhook", namespace_mark, options_.name)}};
    }

    const manager_options& options_;
    const deployment_settings& settings_;
    objects definitions_, roles_;
    std::vector<manifest_part> parts_;
};

void set_namespace(bj::value& v, std::string_view ns) {
    if (auto* const text = v.if_string()) {
        if (text->find(namespace_mark) != bj::string::npos)
            *text = replaced(std::string(*text), namespace_mark, ns);
    } else if (auto* const list = v.if_array()) {
        for (bj::value& one : *list) set_namespace(one, ns);
    } else if (auto* const members = v.if_object()) {
        for (auto& [name, value] : *members) set_namespace(value, ns);
    }
}

}  // namespace

std::vector<manifest_part> manifest_parts(const manager& m, const deployment_settings& s,
                                          const objects& samples) {
    parts all(m, s);
    all.add_definitions();
    all.add_roles();
    all.add_running();
    all.add_webhooks(m.webhook_configurations());
    all.add_optional();
    all.add_samples(samples);
    return all.taken();
}

std::string manifest_text(const objects& all) {
    std::string text;
    for (const bj::object& o : all) {
        if (!text.empty()) text += "---\n";
        text += json::to_yaml(o);
    }
    return text;
}

objects in_namespace(objects all, std::string_view ns) {
    for (bj::object& o : all)
        for (auto& [name, value] : o) set_namespace(value, ns);
    return all;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

}}  // namespace setpoint::v0
