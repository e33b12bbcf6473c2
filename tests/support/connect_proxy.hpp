#pragma once
// A small HTTP proxy for tests: it answers CONNECT, on 127.0.0.1, plain or under TLS, and carries bytes both
// ways.

#include "framework/http/connect.hpp"
#include "framework/http/listener.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

class connect_proxy {
public:
    // `tls`: of a server; null for plain HTTP.
    connect_proxy(loop& l, http::tls_context_ptr tls = nullptr)
        : loop_(l), tls_(std::move(tls)), from_(l), tasks_(l, "proxy", [](auto, auto) {}) {
        BOOST_REQUIRE(from_.open({"127.0.0.1", 0}, "").has_value());
        tasks_.spawn("accept", accept());
    }
    awaitable<void> stop() {
        from_.close();
        tasks_.request_stop();
        co_await tasks_.join();
    }
    std::string port() const { return std::to_string(from_.port()); }
    std::string url(const std::string& user = {}) const {
        return std::string(tls_ ? "https" : "http") + "://" + user + (user.empty() ? "" : "@") +
               "127.0.0.1:" + port();
    }

    std::map<std::string, std::string> ports;  // on 127.0.0.1, by "host:port" as asked for
    std::string authorization;                 // that Proxy-Authorization must be; empty: anything
    std::string answer;                        // instead of a tunnel, when not empty
    std::vector<std::string> heads;            // of all requests
    std::size_t tunnels = 0;

private:
    awaitable<void> accept() {
        for (;;) {
            auto s = co_await from_.accept();
            if (!from_.is_open()) co_return;
            if (s && *s) tasks_.spawn("connection", serve(std::move(*s)));
        }
    }
    awaitable<void> serve(std::unique_ptr<http::byte_stream> s) {
        if (tls_) {
            const auto agreed = co_await s->handshake(tls_, "", std::chrono::seconds(10));
            if (!agreed) co_return;
        }
        std::string head;
        const bool whole = co_await read_head(*s, head);
        if (!whole) co_return;
        heads.push_back(head);
        if (!authorization.empty() &&
            head.find("\r\nProxy-Authorization: " + authorization + "\r\n") == std::string::npos) {
            co_await say(*s, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
            co_return;
        }
        const std::string target = head.substr(8, head.find(' ', 8) - 8);
        const auto port = ports.find(target);
        if (!answer.empty() || port == ports.end() || !head.starts_with("CONNECT ")) {
            co_await say(*s, answer.empty() ? "HTTP/1.1 502 Bad Gateway\r\n\r\n" : answer);
            co_return;
        }
        auto to = co_await http::connect(loop_, {"http", "127.0.0.1", port->second}, nullptr, {});
        if (!to) co_return;
        co_await say(*s, "HTTP/1.1 200 Connection established\r\n\r\n");
        ++tunnels;
        co_await first_of(loop_, "tunnel", carry(*s, **to), carry(**to, *s));
    }
    static awaitable<bool> read_head(http::byte_stream& s, std::string& head) {
        char byte = 0;
        while (!head.ends_with("\r\n\r\n")) {
            const auto a = s.try_read(&byte, 1);
            if (a.is == http::byte_stream::attempt::what::done)
                head += byte;
            else if (a.is == http::byte_stream::attempt::what::wait)
                co_await s.wait(a.need, never);
            else
                co_return false;
        }
        co_return true;
    }
    static awaitable<void> say(http::byte_stream& s, std::string text) {
        (void)co_await s.write_all(text, duration::zero());
    }
    static awaitable<void> carry(http::byte_stream& from, http::byte_stream& to) {
        constexpr std::size_t piece = 16 * 1024;
        const auto memory = std::make_unique<char[]>(piece);
        for (;;) {
            const auto a = from.try_read(memory.get(), piece);
            if (a.is == http::byte_stream::attempt::what::done) {
                const auto sent = co_await to.write_all({memory.get(), a.bytes}, duration::zero());
                if (!sent) co_return;
            } else if (a.is == http::byte_stream::attempt::what::wait) {
                co_await from.wait(a.need, never);
            } else {
                co_return;
            }
        }
    }

    loop& loop_;
    http::tls_context_ptr tls_;
    http::listener from_;
    task_scope tasks_;
};

}}  // namespace setpoint::v0
