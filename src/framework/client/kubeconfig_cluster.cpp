// Reads a kubeconfig's cluster: address, authorities, proxy.
#include "framework/client/kubeconfig_parts.hpp"
#include "framework/core/base64.hpp"

#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 {

bool is_port(std::string_view s) {
    std::uint16_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    return ec == std::errc() && end == s.data() + s.size() && n != 0;
}

std::string read_config_file(const config_sources& sources, const std::string& path, std::string_view where) {
    auto content = sources.read_file(path);
    if (!content) refuse_config(where, fmt::format("{}: {}", path, content.error().message));
    return std::move(*content);
}

pem_input read_pem(const config_fields& f, const std::string& key, const config_sources& sources) {
    const std::string data_key = key + "-data", data = f.text(data_key), path = f.path(key);
    if (!data.empty() && !path.empty())
        refuse_config(f.where(), fmt::format("{} and {} are both given", key, data_key));
    pem_input in;
    if (!data.empty()) {
        in.origin = f.at(data_key);
        auto bytes = base64_decode(data);
        if (!bytes) refuse_config(in.origin, "not base64");
        in.content = secret(std::move(*bytes));
    } else if (!path.empty()) {
        in.origin = f.at(key);
        in.file = path;
        in.content = secret(read_config_file(sources, path, in.origin));
        // An empty CA would be treated as none, which means the system's authorities.
        if (in.content.empty()) refuse_config(in.origin, fmt::format("{}: the file is empty", path));
    }
    return in;
}

std::optional<url_user> read_cluster(const config_fields& f, const config_sources& sources,
                                     cluster_config& c) {
    c.server_origin = f.at("server");
    const std::string server = f.text("server");
    if (server.empty()) refuse_config(c.server_origin, "missing");
    auto url = parse_server_url(server);
    if (!url) refuse_config(c.server_origin, url.error().message);
    c.server = std::move(url->server);
    c.path_prefix = std::move(url->path);
    const pem_input ca = read_pem(f, "certificate-authority", sources);
    c.tls.ca_pem = ca.content.reveal();
    c.ca_origin = ca.origin;
    c.ca_file = ca.file;
    c.tls.insecure_skip_verify = f.flag("insecure-skip-tls-verify");
    if (c.tls.insecure_skip_verify && !c.tls.ca_pem.empty())
        refuse_config(f.at("insecure-skip-tls-verify"), "not together with a certificate authority");
    c.tls.server_name = f.text("tls-server-name");
    if (const std::string proxy_url = f.text("proxy-url"); !proxy_url.empty()) {
        // The environment may set a proxy without a scheme, a kubeconfig may not.
        if (proxy_url.find("://") == proxy_url.npos)
            refuse_config(f.at("proxy-url"), "expected a URL such as http://proxy.example.com:3128");
        auto proxy = http::parse_proxy(proxy_url, f.at("proxy-url"));
        if (!proxy) throw fault(proxy.error());
        c.proxy = std::move(*proxy);
    }
    return std::move(url->user);
}

void find_proxy(const config_sources& sources, cluster_config& c) {
    if (c.proxy) return;
    auto found = http::proxy_of_environment(sources.getenv, c.server);
    if (!found) throw fault(found.error());
    c.proxy = std::move(*found);
}

void make_tls(cluster_config& c, wall_time now) {
    if (c.proxy && c.proxy->at.tls()) {
        // As in client-go, the cluster's authorities are trusted for the proxy. Unlike there, so
        // are the system's, and the client certificate and tls-server-name are used for the server
        // only.
        http::tls_settings to_proxy;
        to_proxy.ca_pem = c.tls.ca_pem;
        to_proxy.also_system = true;
        to_proxy.insecure_skip_verify = c.tls.insecure_skip_verify;
        auto made = http::make_client_tls(to_proxy, now);
        if (!made) refuse_config(c.ca_origin.empty() ? c.proxy->named_by : c.ca_origin, made.error().message);
        c.proxy->tls = std::move(*made);
    }
    if (!c.server.tls()) return;
    auto context = http::make_client_tls(c.tls, now);
    if (context) {
        c.tls_context = std::move(*context);
        return;
    }
    // The message begins with the invalid input: here that is a file and a field.
    const std::string why = context.error().message;
    const std::pair<std::string_view, const std::string*> inputs[] = {
        {"certificate-authority: ", &c.ca_origin},
        {"client-certificate: ", &c.client_certificate_origin},
        {"client-key: ", &c.client_key_origin},
    };
    for (const auto& [input, origin] : inputs)
        if (why.starts_with(input) && !origin->empty())
            refuse_config(*origin, std::string_view(why).substr(input.size()));
    refuse_config(c.description, why);
}

}}  // namespace setpoint::v0
