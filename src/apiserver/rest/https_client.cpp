#include "apiserver/rest/https_client.hpp"

#include "framework/client/server_url.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t longest_answer = 1024 * 1024;

// Short: a client waits, or a loop tries again.
http::timeouts patience() {
    http::timeouts out;
    out.first_byte = out.idle = std::chrono::seconds(30);
    return out;
}

awaitable<result<web_answer>> send(http::transport& over, http::request r) {
    auto stream = co_await over.send(std::move(r), patience());
    if (!stream) co_return stream.error();
    auto text = co_await http::read_all(**stream, longest_answer);
    if (!text) co_return text.error();
    const http::response_head& head = (*stream)->head();
    co_return web_answer{head.status, std::move(*text), std::string(head.find("Retry-After"))};
}

}  // namespace

awaitable<result<web_answer>> https_getter::get(std::string url) {
    const auto at = parse_server_url(url);
    if (!at) co_return error(errc::bad_config, fmt::format("\"{}\": {}", url, at.error().message));
    if (!at->server.tls() || at->user)
        co_return error(errc::bad_config, fmt::format("\"{}\": only https without a user is fetched", url));
    if (!tls_) {
        http::tls_settings s;
        s.ca_pem = ca_pem_;
        auto made = http::make_client_tls(s, loop_.wall_now());
        if (!made) co_return made.error();
        tls_ = std::move(*made);
    }
    http::https_pool pool(loop_, at->server, [tls = tls_] { return tls; });
    http::request r;
    const std::size_t query = url.find('?');
    r.target = at->path.empty() ? "/" : at->path;
    if (query != std::string::npos) r.target += url.substr(query, url.find('#') - query);
    r.headers.add("User-Agent", "setpoint-apiserver");
    r.headers.add("Accept", "application/json");
    co_return co_await send(pool, std::move(r));
}

https_poster::https_poster(loop& l, logger log, cluster_config c)
    : config_(std::move(c)),
      pool_(l, config_.server, [tls = config_.tls_context] { return tls; }, {.via = config_.proxy}),
      credentials_(config_.credentials, l.time(), system_sources().read_file, std::move(log)) {}

result<std::unique_ptr<https_poster>> https_poster::make(loop& l, logger log, const secret& text,
                                                         const std::string& name) {
    config_sources sources;
    sources.getenv = [](const std::string&) -> std::optional<std::string> { return std::nullopt; };
    sources.read_file = [&](const std::string& path) -> result<std::string> {
        if (path == name) return std::string(text.reveal());
        return system_sources().read_file(path);
    };
    auto config = load_config({.kubeconfig = name, .context = {}}, sources, l.wall_now());
    if (!config) return config.error();
    if (config->credentials.exec)
        return error(errc::bad_config, name + ": credential plugins are not supported for webhooks");
    return std::unique_ptr<https_poster>(new https_poster(l, std::move(log), std::move(*config)));
}

awaitable<result<web_answer>> https_poster::post(std::string body) {
    http::request r;
    r.method = "POST";
    r.target = config_.path_prefix.empty() ? "/" : config_.path_prefix;
    r.headers.add("Content-Type", "application/json");
    r.headers.add("Accept", "application/json");
    r.headers.add("User-Agent", "setpoint-apiserver");
    r.body = std::move(body);
    credentials_.authorize(r);
    co_return co_await send(pool_, std::move(r));
}

}}}  // namespace setpoint::v0::apiserver
