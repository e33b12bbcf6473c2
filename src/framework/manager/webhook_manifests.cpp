#include "framework/manager/webhook_manifests.hpp"

#include "setpoint/api/rbac.hpp"
#include "setpoint/core/ip_text.hpp"

#include <boost/json/array.hpp>
#include <boost/url/parse.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace bj = boost::json;

webhook_address address_of(const manager_options& o) {
    const webhook_options& w = o.webhooks;
    webhook_address at;
    at.url = w.url;
    if (!w.url.empty()) return at;
    at.service_ns = w.ns.empty() ? o.name + "-system" : w.ns;
    at.service_name = w.service.empty() ? o.name + "-webhook" : w.service;
    at.own_ns = at.service_ns;
    return at;
}

object_key webhook_secret(const manager_options& o) {
    return {address_of(o).service_ns, o.name + "-webhook-cert"};
}

std::vector<std::string> webhook_host_names(const webhook_address& at) {
    if (!at.url.empty()) {
        const auto url = boost::urls::parse_uri(at.url);
        const std::string host = url ? std::string(url->host_address()) : std::string();
        // Written as in the certificate, with which the names are compared.
        const auto address = parse_ip(host);
        return {address ? address->to_string() : host};
    }
    const std::string name = at.service_name + "." + at.service_ns;
    return {name + ".svc", name + ".svc.cluster.local", name};
}

std::string definition_name(const conversion_declaration& d) {
    return d.hub->resource().group_resource();
}

bj::object conversion_stanza(const webhook_address& at) {
    bj::object client;
    if (at.url.empty()) {
        client["service"] = bj::object{
            {"namespace", at.service_ns}, {"name", at.service_name}, {"path", std::string(conversion_path)}};
    } else {
        client["url"] = at.url_of(conversion_path);
    }
    return {
        {"strategy", "Webhook"},
        {"webhook", {{"conversionReviewVersions", bj::array{"v1"}}, {"clientConfig", std::move(client)}}}};
}

namespace {

bj::value rule(std::string_view group, std::string_view resource, const std::vector<std::string>& names,
               std::initializer_list<std::string_view> verbs) {
    bj::object r{{"apiGroups", bj::array{group}}, {"resources", bj::array{resource}}};
    if (!names.empty()) r["resourceNames"] = bj::array(names.begin(), names.end());
    bj::array& list = r["verbs"].emplace_array();
    for (const std::string_view v : verbs) list.emplace_back(v);
    return r;
}

}  // namespace

std::vector<bj::object> webhook_roles(const manager_options& o,
                                      const std::list<webhook_declaration>& webhooks,
                                      const std::list<conversion_declaration>& conversions) {
    if (!o.webhooks.cert_dir.empty() || (webhooks.empty() && conversions.empty())) return {};
    const std::string name = o.name + "-webhooks";
    bj::array rules;
    const auto configuration = [&](bool mutating, std::string_view resource) {
        if (std::none_of(webhooks.begin(), webhooks.end(), [&](const webhook_declaration& d) {
                return mutating ? bool(d.defaults) : bool(d.validates);
            }))
            return;
        rules.push_back(rule("admissionregistration.k8s.io", resource, {configuration_name(o.name, mutating)},
                             {"get", "list", "patch", "watch"}));
    };
    configuration(true, "mutatingwebhookconfigurations");
    configuration(false, "validatingwebhookconfigurations");
    std::vector<std::string> definitions;
    for (const conversion_declaration& d : conversions) definitions.push_back(definition_name(d));
    if (!definitions.empty())
        rules.push_back(rule("apiextensions.k8s.io", "customresourcedefinitions", definitions,
                             {"get", "list", "patch", "watch"}));
    bj::object cluster = cluster_role(name, {});
    cluster["rules"] = std::move(rules);
    const object_key secret = webhook_secret(o);
    bj::object own = role(secret.ns, name, {});
    // A creation has no name that a rule could allow.
    own["rules"] =
        bj::array{rule("", "secrets", {}, {"create"}), rule("", "secrets", {secret.name}, {"get", "patch"})};
    return {std::move(cluster), std::move(own)};
}

}}  // namespace setpoint::v0
