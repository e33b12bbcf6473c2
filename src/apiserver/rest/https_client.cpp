#include "apiserver/rest/https_client.hpp"

#include "framework/client/server_url.hpp"
#include "setpoint/http/detail/pool.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
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
    co_return web_answer{(*stream)->head().status, std::move(*text)};
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

}}}  // namespace setpoint::v0::apiserver
