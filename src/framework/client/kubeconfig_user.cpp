// Reads a kubeconfig's user: token, password, certificate, plugin and impersonation.
#include "framework/client/kubeconfig_parts.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/client/credentials.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::string_view exec_group = "client.authentication.k8s.io/";
// The extension of a cluster with settings for its plugin.
constexpr std::string_view exec_extension = "client.authentication.k8s.io/exec";

bool fits_header(std::string_view s) {
    return std::all_of(s.begin(), s.end(), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u >= 0x20 && u != 0x7f;
    });
}

void read_token(const config_fields& f, const config_sources& sources, cluster_config& c) {
    credential_settings& who = c.credentials;
    who.token_file = f.path("tokenFile");
    const std::string token = f.text("token");
    if (token.empty() && who.token_file.empty()) return;
    c.credentials_origin = f.at(who.token_file.empty() ? "token" : "tokenFile");
    if (!token.empty() && token.find_first_of(" \t\r\n") != token.npos)
        refuse_config(f.at("token"), "contains characters that are invalid in a token");
    // The file has priority, since it is kept fresh. The inline data is used while the file cannot
    // be read.
    const auto content =
        who.token_file.empty() ? result<std::string>(token) : sources.read_file(who.token_file);
    if (!content && token.empty())
        refuse_config(c.credentials_origin, fmt::format("{}: {}", who.token_file, content.error().message));
    auto parsed = parse_token(content ? *content : token);
    if (!parsed) refuse_config(c.credentials_origin, parsed.error().message);
    who.token = std::move(*parsed);
}

void read_certificate(const config_fields& f, const config_sources& sources, cluster_config& c) {
    const pem_input cert = read_pem(f, "client-certificate", sources),
                    key = read_pem(f, "client-key", sources);
    if (cert.content.empty() != key.content.empty())
        refuse_config(f.where(), key.content.empty() ? "client-certificate is given without client-key"
                                                     : "client-key is given without client-certificate");
    c.tls.client_cert_pem = cert.content.reveal();
    c.tls.client_key_pem = key.content;
    c.client_certificate_origin = cert.origin;
    c.client_certificate_file = cert.file;
    c.client_key_origin = key.origin;
    c.client_key_file = key.file;
}

// spec.cluster of an ExecCredential, as client-go fills it (rest/exec.go, ConfigToExecCluster).
secret cluster_for_plugin(const config_fields& cluster, const cluster_config& c) {
    boost::json::object o{{"server", cluster.text("server")}};
    if (!c.tls.server_name.empty()) o["tls-server-name"] = c.tls.server_name;
    if (c.tls.insecure_skip_verify) o["insecure-skip-tls-verify"] = true;
    if (!c.tls.ca_pem.empty()) o["certificate-authority-data"] = base64_encode(c.tls.ca_pem);
    if (const std::string url = cluster.text("proxy-url"); !url.empty()) o["proxy-url"] = url;
    if (cluster.flag("disable-compression")) o["disable-compression"] = true;
    for (const config_fields& e : cluster.entries("extensions"))
        if (e.text("name") == exec_extension)
            if (const boost::json::value* v = e.raw().if_contains("extension")) o["config"] = *v;
    return secret(boost::json::serialize(o));
}

// Plugins are run without a terminal.
void check_interactive_mode(const config_fields& f, const std::string& api_version) {
    const std::string mode = f.text("interactiveMode"), where = f.at("interactiveMode");
    if (mode == "Always")
        refuse_config(where,
                      "Always: the plugin needs a terminal, and there is none; use one that does "
                      "not, a token or a certificate");
    if (mode.empty() && api_version.ends_with("/v1"))
        refuse_config(where, "missing; set Never or IfAvailable");
    if (!mode.empty() && mode != "Never" && mode != "IfAvailable")
        refuse_config(where, fmt::format("expected Never, IfAvailable or Always, found {:?}", mode));
}

}  // namespace

exec_settings read_exec(const config_fields& f, const config_fields& cluster, const cluster_config& c) {
    exec_settings e;
    e.origin = f.where();
    e.command = f.text("command");
    if (e.command.empty()) refuse_config(f.at("command"), "missing");
    // A bare name is looked up in PATH. A name with a folder is relative to the kubeconfig's
    // folder, like all its paths.
    if (e.command.find('/') != std::string::npos) {
        e.command = f.path("command");
        if (e.command.find('/') == std::string::npos)
            e.command.insert(0, "./");  // beside a kubeconfig named "config"
    }
    e.api_version = f.text("apiVersion");
    if (e.api_version.empty()) refuse_config(f.at("apiVersion"), "missing; client.authentication.k8s.io/v1");
    const bool supported = e.api_version.starts_with(exec_group) &&
                           (e.api_version.ends_with("/v1") || e.api_version.ends_with("/v1beta1"));
    if (!supported)
        refuse_config(f.at("apiVersion"), fmt::format("{:?} is not supported; use {}v1 or {}v1beta1",
                                                      e.api_version, exec_group, exec_group));
    check_interactive_mode(f, e.api_version);
    e.args = f.texts("args");
    for (const config_fields& v : f.entries("env")) {
        const std::string name = v.text("name");
        if (name.empty() || name.find('=') != std::string::npos)
            refuse_config(v.at("name"), name.empty() ? "missing" : "contains a '='");
        e.env.emplace_back(name, secret(v.text("value")));
    }
    e.install_hint = f.text("installHint");
    if (f.flag("provideClusterInfo")) e.cluster = cluster_for_plugin(cluster, c);
    return e;
}

impersonation read_impersonation(const config_fields& f) {
    impersonation as;
    as.user = f.text("as");
    as.uid = f.text("as-uid");
    as.groups = f.texts("as-groups");
    const config_fields extra = f.inner("as-user-extra");
    for (const auto& [key, value] : extra.raw())
        as.extra.emplace_back(std::string(key), extra.texts(std::string_view(key.data(), key.size())));
    if (as.user.empty())
        for (const char* key : {"as-uid", "as-groups", "as-user-extra"})
            if (f.has(key)) refuse_config(f.at(key), "given without as");
    const auto check = [&f](const char* key, const std::string& value) {
        if (!fits_header(value)) refuse_config(f.at(key), "contains a character that cannot be sent");
    };
    check("as", as.user);
    check("as-uid", as.uid);
    for (const std::string& g : as.groups) check("as-groups", g);
    for (const auto& [key, values] : as.extra) {
        if (key.empty()) refuse_config(f.at("as-user-extra"), "a key is empty");
        for (const std::string& v : values) check("as-user-extra", v);
    }
    return as;
}

void read_user(const config_fields& f, const config_fields& cluster, const config_sources& sources,
               cluster_config& c) {
    if (f.given("auth-provider"))
        refuse_config(f.at("auth-provider"), "not supported, as in Kubernetes since 1.26; use exec");
    credential_settings& who = c.credentials;
    who.username = f.text("username");
    who.password = secret(f.text("password"));
    if (who.username.empty() && !who.password.empty())
        refuse_config(f.at("password"), "given without username");
    const bool token = f.has("token") || f.has("tokenFile"), exec = f.given("exec");
    if (!who.username.empty() && token) refuse_config(f.where(), "a token and username are both given");
    if (exec && (token || !who.username.empty()))
        refuse_config(f.where(), fmt::format("exec and {} are both given", token ? "a token" : "username"));
    if (who.username.find(':') != std::string::npos)
        refuse_config(f.at("username"), "contains a ':'");  // RFC 7617, 2
    who.as = read_impersonation(f);
    c.credentials_origin = f.where();
    if (!c.server.tls()) {
        // As client-go: credentials are sent only to an authenticated server.
        who.username.clear();
        who.password = {};
        return;
    }
    read_token(f, sources, c);
    read_certificate(f, sources, c);
    if (exec) {
        if (!c.tls.client_cert_pem.empty())
            refuse_config(f.where(), "exec and client-certificate are both given");
        who.exec = read_exec(f.inner("exec"), cluster, c);
        c.credentials_origin = who.exec->origin;
    }
}

void use_url_user(const url_user& user, cluster_config& c) {
    if (user.first.empty() || user.first.find(':') != std::string::npos)
        refuse_config(c.server_origin, user.first.empty() ? "no user name in front of ':' and '@'"
                                                          : "the user name in front of '@' contains a ':'");
    credential_settings who;
    who.username = user.first;
    who.password = user.second;
    who.as = std::move(c.credentials.as);
    c.credentials = std::move(who);
    c.credentials_origin = c.server_origin;
}

}}  // namespace setpoint::v0
