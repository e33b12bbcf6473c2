#include "testkit/story/webhook_trust.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/core/ip_text.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/private_folder.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using apiserver::object_of, apiserver::text_at;

constexpr std::uint16_t https_port = 443;
constexpr std::array<const char*, 2> injecting_annotations{"cert-manager.io/inject-ca-from",
                                                           "cert-manager.io/inject-ca-from-secret"};

bool is_this_machine(const std::string& host) {
    const auto literal = parse_ip(host);
    return host == "localhost" || (literal && literal->is_loopback());
}

// Empty, or a placeholder of kubebuilder: a line end in base64.
bool has_bundle(const bj::object& client_config) {
    const std::string pem = base64_decode(text_at(client_config, "caBundle")).value_or("");
    return pem.find_first_not_of(" \t\r\n") != std::string::npos;
}

object_key service_of(const bj::object& client_config) {
    const bj::object& s = object_of(client_config, "service");
    return {std::string(text_at(s, "namespace")), std::string(text_at(s, "name"))};
}

// The port of a URL; nothing if it is not https on this machine.
std::optional<std::uint16_t> port_of_url(const std::string& url) {
    const auto parsed = boost::urls::parse_uri(url);
    if (!parsed || parsed->scheme_id() != boost::urls::scheme::https ||
        !is_this_machine(parsed->host_address()))
        return std::nullopt;
    return parsed->has_port() ? parsed->port_number() : https_port;
}

}  // namespace

result<webhook_certificates> make_webhook_certificates(const std::vector<object_key>& services, wall_time now,
                                                       random_source& random) {
    http::certificate_request wanted;
    wanted.common_name = "setpoint explore";
    wanted.server = true;
    wanted.names = {"localhost", "127.0.0.1", "::1"};
    for (const object_key& s : services) {
        for (const char* end : {"", ".svc", ".svc.cluster.local"})
            wanted.names.push_back(fmt::format("{}.{}{}", s.name, s.ns, end));
    }
    const auto ca = http::make_ca("setpoint explore CA", now, random);
    if (!ca) return ca.error();
    const auto other = http::make_ca("another CA", now, random);
    if (!other) return other.error();
    auto serving = http::issue_certificate(*ca, wanted, now, random);
    if (!serving) return serving.error();
    return webhook_certificates{ca->cert_pem, std::move(*serving), other->cert_pem};
}

bj::object certificate_secret(const object_key& name, const webhook_certificates& c) {
    return {{"apiVersion", "v1"},
            {"kind", "Secret"},
            {"metadata", bj::object{{"name", name.name}, {"namespace", name.ns}}},
            {"type", "kubernetes.io/tls"},
            {"data", bj::object{{"ca.crt", base64_encode(c.ca_pem)},
                                {"tls.crt", base64_encode(c.serving.cert_pem)},
                                {"tls.key", base64_encode(c.serving.key_pem.reveal())}}}};
}

std::string certificate_folder(const std::string& temporary) {
    return temporary + "/k8s-webhook-server/serving-certs";
}

void write_certificates(const std::string& folder, const webhook_certificates& c) {
    std::error_code ec;
    std::filesystem::create_directories(folder, ec);
    if (ec) throw cannot_explore(fmt::format("cannot make the folder {}: {}", folder, ec.message()));
    write_private(folder + "/ca.crt", c.ca_pem);
    write_private(folder + "/tls.crt", c.serving.cert_pem);
    write_private(folder + "/tls.key", std::string(c.serving.key_pem.reveal()));
}

void for_each_client_config(bj::object& o, std::string_view kind, const std::function<void(bj::object&)>& f) {
    if (kind == "CustomResourceDefinition") {
        if (text_at(object_of(object_of(o, "spec"), "conversion"), "strategy") != "Webhook") return;
        bj::object& conversion = apiserver::make_object(apiserver::make_object(o, "spec"), "conversion");
        f(apiserver::make_object(apiserver::make_object(conversion, "webhook"), "clientConfig"));
        return;
    }
    if (kind != "ValidatingWebhookConfiguration" && kind != "MutatingWebhookConfiguration") return;
    bj::value* const all = o.if_contains("webhooks");
    if (!all || !all->is_array()) return;
    for (bj::value& one : all->get_array())
        if (bj::object* const hook = one.if_object()) f(apiserver::make_object(*hook, "clientConfig"));
}

void add_services(const bj::object& o, std::vector<object_key>& to) {
    bj::object copy = o;
    for_each_client_config(copy, text_at(o, "kind"), [&](bj::object& client_config) {
        object_key named = service_of(client_config);
        if (!named.name.empty() && std::find(to.begin(), to.end(), named) == to.end())
            to.push_back(std::move(named));
    });
}

bool asks_for_ca(const bj::object& o) {
    const bj::object& annotations = object_of(object_of(o, "metadata"), "annotations");
    return std::any_of(injecting_annotations.begin(), injecting_annotations.end(),
                       [&](const char* one) { return !text_at(annotations, one).empty(); });
}

void inject_ca(bj::object& o, std::string_view kind, const std::string& ca) {
    for_each_client_config(o, kind, [&](bj::object& client_config) { client_config["caBundle"] = ca; });
}

void fill_ca(bj::object& o, const std::vector<object_key>& services, const std::string& ca) {
    const std::string kind(text_at(o, "kind"));
    for_each_client_config(o, kind, [&](bj::object& client_config) {
        const std::string url(text_at(client_config, "url"));
        const bool is_ours = url.empty() ? std::find(services.begin(), services.end(),
                                                     service_of(client_config)) != services.end()
                                         : port_of_url(url).has_value();
        if (is_ours && !has_bundle(client_config)) client_config["caBundle"] = ca;
    });
}

bool is_called_at(const apiserver::webhook_address& at, const std::vector<object_key>& services,
                  const std::vector<std::uint16_t>& ports) {
    if (at.url.empty())
        return std::find(services.begin(), services.end(),
                         object_key{at.service_namespace, at.service_name}) != services.end();
    const auto port = port_of_url(at.url);
    return port && std::find(ports.begin(), ports.end(), *port) != ports.end();
}

}}}  // namespace setpoint::v0::story
