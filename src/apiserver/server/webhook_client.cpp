#include "apiserver/server/webhook_client.hpp"

#include "apiserver/schema/go_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::apiserver {

namespace {

error post_failed(const conversion_webhook& to, const error& why) {
    return {why.code, fmt::format("Post {}: {}", go_text::quoted(url_of(to) + "?timeout=30s"), why.message)};
}

// The message of Go's API client.
error refused_by_webhook(int status, const std::string& body) {
    constexpr int not_found = 404, internal_error = 500;
    if (status == not_found) return {errc::not_found, "the server could not find the requested resource"};
    if (status == internal_error)
        return {errc::server_error,
                fmt::format("an error on the server ({}) has prevented the request from succeeding",
                            go_text::quoted(body.empty() ? "unknown" : body))};
    return {errc::server_error,
            fmt::format("the server responded with the status code {} but did not return more information",
                        status)};
}

}  // namespace

result<std::shared_ptr<http::https_pool>> webhook_client::pool_of(const webhook_target& t,
                                                                  const std::string& ca_pem) {
    const std::string origin = t.at.authority();
    const auto found = std::find_if(peers_.begin(), peers_.end(), [&](const peer& p) {
        return p.origin == origin && p.server_name == t.server_name && p.ca_pem == ca_pem;
    });
    if (found != peers_.end()) {
        std::rotate(peers_.begin(), found, found + 1);
        return peers_.front().pool;
    }
    http::tls_settings settings;
    settings.ca_pem = ca_pem;
    settings.server_name = t.server_name;
    auto tls = http::make_client_tls(settings, loop_.wall_now());
    if (!tls) return tls.error();
    auto pool = std::make_shared<http::https_pool>(loop_, t.at, [made = *tls] { return made; });
    peers_.push_front({origin, t.server_name, ca_pem, pool});
    if (peers_.size() > max_peers) peers_.pop_back();
    return pool;
}

awaitable<result<std::string>> webhook_client::call(conversion_webhook_ptr to, std::string body) {
    const auto target = target_of(*to, store_);
    if (!target) co_return post_failed(*to, target.error());
    const auto pool = pool_of(*target, to->ca_pem);  // held: concurrent calls may evict it
    if (!pool) co_return post_failed(*to, pool.error());
    http::request r;
    r.method = "POST";
    r.target = target->path + "?timeout=30s";
    r.headers = {{"Content-Type", "application/json"},
                 {"Accept", "application/json"},
                 {"User-Agent", "setpoint-apiserver"}};
    r.body = std::move(body);
    auto stream = co_await (*pool)->send(std::move(r), {});
    if (!stream) co_return post_failed(*to, stream.error());
    auto text = co_await http::read_all(**stream, max_answer);
    if (!text) co_return post_failed(*to, text.error());
    const int status = (*stream)->head().status;
    constexpr int ok_from = 200, ok_to = 299;
    if (status < ok_from || status > ok_to) co_return refused_by_webhook(status, *text);
    co_return std::move(*text);
}

}  // namespace setpoint::apiserver
