#include "apiserver/server/webhook_client.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

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

void webhook_client::serve(const std::string& host, http::server::handler h) {
    if (h)
        handlers_[host] = std::make_shared<const http::server::handler>(std::move(h));
    else
        handlers_.erase(host);
}

awaitable<result<webhook_response>> webhook_client::ask_handler(
    std::shared_ptr<const http::server::handler> h, std::string target, std::string body) {
    // As with a socket, other tasks run before the request arrives.
    co_await loop_.yield();
    http::server_request r;
    r.method = "POST";
    r.target = std::move(target);
    r.headers = webhook_headers();
    r.body = std::move(body);
    // As from http::server.
    constexpr int internal_error = 500;
    try {
        http::response made = co_await (*h)(r);
        std::string type(http::find_header(made.headers, "Content-Type"));
        co_return webhook_response{made.status, std::move(made.body), std::move(type)};
    } catch (const std::exception& e) {
        co_return webhook_response{internal_error, e.what(), {}};
    }
}

awaitable<result<webhook_response>> webhook_client::ask_server(webhook_address_ptr to, std::string query,
                                                               std::string body) {
    const auto target = target_of(*to, store_);
    if (!target) co_return target.error();
    const auto pool = pool_of(*target, to->ca_pem);  // held: concurrent calls may evict it
    if (!pool) co_return pool.error();
    http::request r;
    r.method = "POST";
    r.target = target->path + query;
    for (const http::header& h : webhook_headers()) r.headers.add(h.name, h.value);
    r.body = std::move(body);
    auto stream = co_await (*pool)->send(std::move(r), {});
    if (!stream) co_return stream.error();
    auto text = co_await http::read_all(**stream, max_answer);
    if (!text) co_return text.error();
    const http::response_head& head = (*stream)->head();
    co_return webhook_response{head.status, std::move(*text),
                               std::string(http::find_header(head.headers, "Content-Type"))};
}

awaitable<result<std::string>> webhook_client::call(webhook_address_ptr to, std::string body,
                                                    std::chrono::seconds timeout) {
    const std::string host = host_of(*to), query = fmt::format("?timeout={}s", timeout.count());
    const auto here = handlers_.find(host);
    result<webhook_response> got =
        error(errc::unreachable,
              fmt::format("no webhook is served in this process as \"{}\", and this server does not use the "
                          "network: register a handler, or start it as 'setpoint apiserver'",
                          host));
    if (here != handlers_.end())
        got = co_await ask_handler(here->second, path_of(*to) + query, std::move(body));
    else if (network_)
        got = co_await ask_server(to, query, std::move(body));
    if (!got) co_return failed_post(*to, query, got.error());
    co_return body_of(std::move(*got));
}

}}}  // namespace setpoint::v0::apiserver
