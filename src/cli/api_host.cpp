#include "cli/api_host.hpp"

#include "setpoint/apiserver/data_folder.hpp"
#include "setpoint/core/ip_text.hpp"
#include "setpoint/core/random_secret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sys/resource.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr const char* ca_name = "setpoint-ca";
// The API server rejects larger bodies with a Status.
constexpr std::size_t max_body = 16 * 1024 * 1024;
// Longer than clients keep their connections (Go: 90 s), so that the client closes first.
constexpr duration idle_timeout = std::chrono::minutes(3);

// The address for clients on this machine.
std::string reachable(const std::string& bound) {
    const auto a = parse_ip(bound);
    if (!a) return "127.0.0.1";
    if (!a->is_unspecified()) return bound;
    return a->is_v6() ? "::1" : "127.0.0.1";
}

http::certificate server_certificate(const http::certificate& ca, const std::string& bound, wall_time now,
                                     random_source& random) {
    http::certificate_request r;
    r.common_name = "setpoint-apiserver";
    r.names = {"localhost", "127.0.0.1", "::1", "kubernetes", "kubernetes.default", "kubernetes.default.svc"};
    const std::string address = reachable(bound);
    if (std::find(r.names.begin(), r.names.end(), address) == r.names.end()) r.names.push_back(address);
    r.server = true;
    return http::issue_certificate(ca, r, now, random).value();
}

http::certificate client_certificate(const http::certificate& ca, wall_time now, random_source& random) {
    http::certificate_request r;
    r.common_name = "kubernetes-admin";
    r.organizations = {"system:masters"};
    r.client = true;
    return http::issue_certificate(ca, r, now, random).value();
}

// Clients verify the server by it: with a data folder it is the same with each start.
http::certificate make_host_ca(const std::string& data_folder, wall_time now, random_source& random) {
    if (data_folder.empty()) return http::make_ca(ca_name, now, random).value();
    const secret kept = apiserver::kept_secret(data_folder, "ca", [&] {
                            const http::certificate made = http::make_ca(ca_name, now, random).value();
                            return secret(made.cert_pem + std::string(made.key_pem.reveal()));
                        }).value();
    const std::string_view text = kept.reveal();
    const std::size_t key = text.find("-----BEGIN", 1);
    if (key == std::string_view::npos)
        throw fault(errc::bad_data, "the data folder " + data_folder + ": its CA has no key");
    return {std::string(text.substr(0, key)), secret(std::string(text.substr(key)))};
}

}  // namespace

host_certificates make_host_certificates(const std::string& host, wall_time now, random_source& random) {
    host_certificates made;
    made.ca = make_host_ca({}, now, random);
    made.server = server_certificate(made.ca, host, now, random);
    return made;
}

void raise_file_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

api_host::api_host(loop& l, logger log, api_host_options options) : options_(std::move(options)) {
    options_.api.call_webhooks = true;
    if (options_.certificate) {
        server_ = std::move(*options_.certificate);
        tls_ = http::make_server_tls(server_.cert_pem, server_.key_pem).value();
        options_.api.ca_pem = server_.cert_pem;
    } else if (options_.tls) {
        const wall_time now = l.wall_now();
        ca_ = make_host_ca(options_.api.data_folder, now, l.random());
        server_ = server_certificate(ca_, options_.at.host, now, l.random());
        client_.certificate = client_certificate(ca_, now, l.random());
        tls_ = http::make_server_tls(server_.cert_pem, server_.key_pem).value();
        options_.api.ca_pem = ca_.cert_pem;
        options_.api.ca_key_pem = ca_.key_pem;
    }
    if (options_.api.access.is_on()) {
        apiserver::access_options& access = options_.api.access;
        if (!access.client_ca_pem.empty() && !access.client_ca_pem.ends_with('\n'))
            access.client_ca_pem += '\n';
        access.client_ca_pem += ca_.cert_pem;
        // With a certificate that it is given, and no CA of clients, no certificate is a credential.
        const std::string& proxies = access.front_proxy.client_ca_pem;
        if (tls_ && !(access.client_ca_pem.empty() && proxies.empty()))
            tls_ = http::make_asking_server_tls(server_.cert_pem, server_.key_pem,
                                                access.client_ca_pem + "\n" + proxies)
                       .value();
        if (client_.certificate.cert_pem.empty()) add_administrator();
    }
    api_.emplace(l, log, options_.api);
    to_api_ = [this](const http::server_request& r) { return handle(r); };
    http::server::handler first = to_api_;
    if (options_.gate) first = [this](const http::server_request& r) { return options_.gate(r, to_api_); };
    listener_.emplace(l, log, listening(), std::move(first));
}

// A user with a token, for the kubeconfig.
void api_host::add_administrator() {
    const auto make = [] { return random_token(24); };
    const std::string& folder = options_.api.data_folder;
    client_.token = folder.empty() ? make() : apiserver::kept_secret(folder, "administrator", make).value();
    secret& tokens = options_.api.access.tokens;
    tokens = secret(
        fmt::format("{},kubernetes-admin,,system:masters\n{}", client_.token.reveal(), tokens.reveal()));
}

http::server_options api_host::listening() const {
    http::server_options o;
    o.name = "apiserver";
    o.at = options_.at;
    o.flag = options_.flag;
    if (tls_) o.tls = [context = tls_] { return context; };
    o.max_body = max_body;
    o.max_connections = options_.max_connections;
    o.idle_timeout = idle_timeout;
    return o;
}

awaitable<http::response> api_host::handle(const http::server_request& r) {
    const std::shared_ptr<void> around = options_.on_socket_request ? options_.on_socket_request(r) : nullptr;
    co_return co_await api_->handle(r);
}

result<> api_host::start(task_scope& tasks) {
    raise_file_limit();
    const result<> started = listener_->start();
    if (started) tasks.spawn("controllers", api_->run());
    return started;
}

awaitable<void> api_host::stop(duration limit) {
    co_await listener_->stop(limit);
}

std::string api_host::url() const {
    const http::listen_address at{reachable(options_.at.host), listener_->port()};
    return fmt::format("{}://{}", options_.tls ? "https" : "http", at.text());
}

secret api_host::kubeconfig() const {
    return secret(kubeconfig_text(url(), ca_.cert_pem, client_));
}

}}}  // namespace setpoint::v0::cli
