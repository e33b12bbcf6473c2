#include "base64.hpp"
#include "kubeconfig_file.hpp"
#include <setpoint/client/credentials.hpp>
#include <setpoint/client/kubeconfig.hpp>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint {

namespace {

constexpr std::string_view service_account = "/var/run/secrets/kubernetes.io/serviceaccount/";

bool is_port(std::string_view s) {
    std::uint16_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    return ec == std::errc() && end == s.data() + s.size() && n != 0;
}

void parse_server(const std::string& text, cluster_config& c) {
    const std::string& where = c.server_origin;
    const auto url = boost::urls::parse_uri(text);
    if (!url) refuse_config(where, fmt::format("{:?} is not a URL such as https://example.com:6443", text));
    if (url->scheme_id() != boost::urls::scheme::https && url->scheme_id() != boost::urls::scheme::http)
        refuse_config(where, fmt::format("expected https:// or http://, found {:?}", text));
    if (url->has_userinfo()) refuse_config(where, "a user name in the URL is not supported");
    if (url->has_query() || url->has_fragment())
        refuse_config(where, "a URL without '?' and '#' is expected");
    c.server.scheme = url->scheme_id() == boost::urls::scheme::https ? "https" : "http";
    c.server.host = url->host_address();
    c.server.port = std::string(url->port());
    if (c.server.host.empty()) refuse_config(where, fmt::format("no host in {:?}", text));
    if (c.server.port.empty()) c.server.port = c.server.tls() ? "443" : "80";
    const boost::urls::string_view path = url->encoded_path();
    // Boost 1.81 takes "a:port" for the host a with the path "port", and wraps ports over 65535.
    if (!is_port(c.server.port) || (!path.empty() && path.front() != '/'))
        refuse_config(where, fmt::format("no port number in {:?}", text));
    c.path_prefix.assign(path.data(), path.size());
    while (c.path_prefix.ends_with('/')) c.path_prefix.pop_back();
}

// What load_config() does; refusals leave it as faults.
class loader {
public:
    loader(const config_flags& flags, const config_sources& sources, wall_time now)
        : flags_(flags), sources_(sources), now_(now) {}
    cluster_config load() const;

private:
    std::optional<cluster_config> from_pod() const;
    cluster_config from_files(const kubeconfig& files) const;
    kubeconfig read_list(const std::string& list) const;
    std::string home_file() const;
    std::string read(const std::string& path, std::string_view where) const;
    // The content of `key`-data, or of the file that `key` names; sets `origin` to the field it came from.
    std::string data_or_file(const config_fields& f, const std::string& key, std::string& origin) const;
    void read_cluster(const config_fields& f, cluster_config& c) const;
    void read_user(const config_fields& f, cluster_config& c) const;
    void read_certificate(const config_fields& f, cluster_config& c) const;
    void make_tls(cluster_config& c) const;

    const config_flags& flags_;
    const config_sources& sources_;
    wall_time now_;
};

cluster_config loader::load() const {
    if (!flags_.kubeconfig.empty()) {
        kubeconfig files;
        files.merge(flags_.kubeconfig, read(flags_.kubeconfig, "--kubeconfig"));
        return from_files(files);
    }
    if (const auto list = sources_.getenv("KUBECONFIG"); list && !list->empty())
        return from_files(read_list(*list));
    if (flags_.context.empty())
        if (auto pod = from_pod()) return std::move(*pod);
    const std::string home = home_file();
    if (!home.empty()) {
        if (auto content = sources_.read_file(home)) {
            kubeconfig files;
            files.merge(home, *content);
            return from_files(files);
        } else if (content.error().code != errc::not_found) {
            refuse_config(home, content.error().message);
        }
    }
    refuse_config("no cluster configuration",
                  fmt::format("--kubeconfig is not given, KUBECONFIG is not set, this is not a pod with a "
                              "service account, and {}",
                              home.empty() ? "HOME is not set" : home + " does not exist"));
}

std::string loader::home_file() const {
    const auto home = sources_.getenv("HOME");
    return home && !home->empty() ? *home + "/.kube/config" : std::string();
}

std::string loader::read(const std::string& path, std::string_view where) const {
    auto content = sources_.read_file(path);
    if (!content) refuse_config(where, fmt::format("{}: {}", path, content.error().message));
    return std::move(*content);
}

kubeconfig loader::read_list(const std::string& list) const {
    kubeconfig files;
    std::vector<std::string> seen;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(':', begin), list.size());
        const std::string path = list.substr(begin, end - begin);
        begin = end + 1;
        if (path.empty() || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
        seen.push_back(path);
        auto content = sources_.read_file(path);
        if (content)
            files.merge(path, *content);
        else if (content.error().code != errc::not_found)
            refuse_config("KUBECONFIG", fmt::format("{}: {}", path, content.error().message));
    }
    if (files.files.empty()) refuse_config("KUBECONFIG", fmt::format("no such file: {}", list));
    return files;
}

std::optional<cluster_config> loader::from_pod() const {
    const auto host = sources_.getenv("KUBERNETES_SERVICE_HOST"),
               port = sources_.getenv("KUBERNETES_SERVICE_PORT");
    if (!host || host->empty() || !port || port->empty()) return std::nullopt;
    const std::string folder(service_account);
    auto token = sources_.read_file(folder + "token");
    if (!token && token.error().code == errc::not_found)
        return std::nullopt;  // a pod without a service account
    const std::string where = "the pod's service account";
    cluster_config c;
    c.description = where;
    c.server = {"https", *host, *port};
    c.server_origin = "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT";
    if (!token) refuse_config(where, fmt::format("{}token: {}", folder, token.error().message));
    auto parsed = parse_token(*token);
    if (!parsed) refuse_config(where, fmt::format("{}token: {}", folder, parsed.error().message));
    c.credentials.token = std::move(*parsed);
    c.credentials.token_file = c.credentials_origin = folder + "token";
    c.ca_origin = folder + "ca.crt";
    c.tls.ca_pem = read(c.ca_origin, where);
    if (auto ns = sources_.read_file(folder + "namespace"); ns && !ns->empty()) c.default_namespace = *ns;
    while (!c.default_namespace.empty() && c.default_namespace.back() == '\n') c.default_namespace.pop_back();
    return c;
}

cluster_config loader::from_files(const kubeconfig& files) const {
    const std::string all = fmt::format("{}", fmt::join(files.files, ":"));
    const std::string name = flags_.context.empty() ? files.current_context : flags_.context;
    if (name.empty()) refuse_config(all, "current-context: missing, and --context is not given");
    const auto context = files.contexts.find(name);
    if (context == files.contexts.end())
        refuse_config(all, fmt::format("{}: there is no context {:?}",
                                       flags_.context.empty() ? "current-context" : "--context", name));

    cluster_config c;
    c.description = fmt::format("{}, context {}", all, name);
    const config_fields& f = context->second;
    const std::string cluster_name = f.text("cluster"), user_name = f.text("user");
    if (cluster_name.empty()) refuse_config(f.at("cluster"), "missing");
    const auto cluster = files.clusters.find(cluster_name);
    if (cluster == files.clusters.end())
        refuse_config(f.at("cluster"), fmt::format("there is no cluster {:?}", cluster_name));
    read_cluster(cluster->second, c);
    if (!user_name.empty()) {
        const auto user = files.users.find(user_name);
        if (user == files.users.end())
            refuse_config(f.at("user"), fmt::format("there is no user {:?}", user_name));
        read_user(user->second, c);
    }
    if (const std::string ns = f.text("namespace"); !ns.empty()) c.default_namespace = ns;
    make_tls(c);
    return c;
}

std::string loader::data_or_file(const config_fields& f, const std::string& key, std::string& origin) const {
    const std::string data_key = key + "-data", data = f.text(data_key), path = f.path(key);
    if (!data.empty() && !path.empty())
        refuse_config(f.where(), fmt::format("{} and {} are both given", key, data_key));
    if (!data.empty()) {
        origin = f.at(data_key);
        auto bytes = base64_decode(data);
        if (!bytes) refuse_config(origin, "not base64");
        return std::move(*bytes);
    }
    if (path.empty()) return {};
    origin = f.at(key);
    return read(path, origin);
}

void loader::read_cluster(const config_fields& f, cluster_config& c) const {
    if (f.has("proxy-url")) refuse_config(f.at("proxy-url"), "not supported yet");
    c.server_origin = f.at("server");
    const std::string server = f.text("server");
    if (server.empty()) refuse_config(c.server_origin, "missing");
    parse_server(server, c);
    c.tls.ca_pem = data_or_file(f, "certificate-authority", c.ca_origin);
    c.tls.insecure_skip_verify = f.flag("insecure-skip-tls-verify");
    if (c.tls.insecure_skip_verify && !c.tls.ca_pem.empty())
        refuse_config(f.at("insecure-skip-tls-verify"), "not together with a certificate authority");
    c.tls.server_name = f.text("tls-server-name");
}

void loader::read_user(const config_fields& f, cluster_config& c) const {
    for (const char* key : {"exec", "auth-provider", "as", "as-uid", "as-groups", "as-user-extra"})
        if (f.has(key)) refuse_config(f.at(key), "not supported yet");
    credential_settings& who = c.credentials;
    who.username = f.text("username");
    who.password = secret(f.text("password"));
    who.token_file = f.path("tokenFile");
    const std::string token = f.text("token");
    if (who.username.empty() && !who.password.empty())
        refuse_config(f.at("password"), "given without username");
    if (!who.username.empty() && (!token.empty() || !who.token_file.empty()))
        refuse_config(f.where(), "a token and username are both given");
    if (who.username.find(':') != std::string::npos)
        refuse_config(f.at("username"), "contains a ':'");  // RFC 7617, 2
    if (!token.empty() || !who.token_file.empty()) {
        c.credentials_origin = f.at(who.token_file.empty() ? "token" : "tokenFile");
        // The file wins: it is the one that is kept fresh.
        auto parsed =
            parse_token(who.token_file.empty() ? token : read(who.token_file, c.credentials_origin));
        if (!parsed) refuse_config(c.credentials_origin, parsed.error().message);
        who.token = std::move(*parsed);
    }
    read_certificate(f, c);
    if (c.credentials_origin.empty()) c.credentials_origin = f.where();
}

void loader::read_certificate(const config_fields& f, cluster_config& c) const {
    c.tls.client_cert_pem = data_or_file(f, "client-certificate", c.client_certificate_origin);
    c.tls.client_key_pem = secret(data_or_file(f, "client-key", c.client_key_origin));
    if (c.tls.client_cert_pem.empty() != c.tls.client_key_pem.empty())
        refuse_config(f.where(), c.tls.client_key_pem.empty()
                                     ? "client-certificate is given without client-key"
                                     : "client-key is given without client-certificate");
}

void loader::make_tls(cluster_config& c) const {
    if (!c.server.tls()) return;
    auto context = http::make_client_tls(c.tls, now_);
    if (context) {
        c.tls_context = std::move(*context);
        return;
    }
    // The message begins with the input that is wrong: here that is a file and a field.
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

}  // namespace

result<cluster_config> load_config(const config_flags& flags, const config_sources& sources, wall_time now) {
    try {
        return loader(flags, sources, now).load();
    } catch (const fault& f) {
        return f.why();
    }
}

error explain(const cluster_config& c, error e) {
    if (e.code == errc::unauthorized && !c.credentials_origin.empty()) return e.within(c.credentials_origin);
    if (e.code != errc::unreachable) return e;
    // As the TLS layer says it: "the certificate of 10.0.0.1:6443 is not trusted: ...", "... is for a, b, not
    // for c".
    const bool refused = e.message.find("the certificate of ") != std::string::npos;
    if (refused) e.code = errc::bad_config;
    const bool untrusted = refused && e.message.find(" is not trusted") != std::string::npos;
    return e.within(untrusted && !c.ca_origin.empty() ? c.ca_origin : c.server_origin);
}

}  // namespace setpoint
