#pragma once
// Peers under the test's control: a server that does as each test says, byte by byte, and the client's side
// of a connection.

#include "framework/http/connect.hpp"
#include "framework/http/listener.hpp"
#include "setpoint/http/detail/pool.hpp"
#include "support/real_world.hpp"
#include "support/test_certs.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace http {

using namespace std::chrono_literals;

// Appends what arrives until `end` is in `text`, the peer has closed, or `limit` has passed; whether `end`
// was seen.
inline awaitable<bool> read_until(loop& l, byte_stream& s, std::string& text, std::string_view end,
                                  duration limit = 5s) {
    const time_point due = l.now() + limit;
    auto memory = std::make_unique<char[]>(4096);
    while (text.find(end) == std::string::npos) {
        const byte_stream::attempt a = s.try_read(memory.get(), 4096);
        if (a.is == byte_stream::attempt::what::done) {
            text.append(memory.get(), a.bytes);
        } else if (a.is == byte_stream::attempt::what::wait) {
            const bool in_time = co_await s.wait(a.need, due);
            if (!in_time) co_return false;
        } else {
            co_return false;
        }
    }
    co_return true;
}

// Everything that arrives until the peer closes.
inline awaitable<std::string> read_to_end(loop& l, byte_stream& s, duration limit = 5s) {
    std::string text;
    co_await read_until(l, s, text, std::string_view("\0\1\0 never sent", 14), limit);
    co_return text;
}

inline awaitable<void> say(byte_stream& s, std::string text) {
    (void)co_await s.write_all(text, 0s);
}

// Serves each connection with a function of the test. Its tasks are cut when it is stopped.
class raw_server {
public:
    // `nth`: 1 for the first connection.
    using behaviour = std::function<awaitable<void>(byte_stream& s, int nth)>;

    raw_server(loop& l, tls_context_ptr tls, behaviour b)
        : tls_(std::move(tls)), behave_(std::move(b)), from_(l), tasks_(l, "raw server", [](auto, auto) {}) {
        BOOST_REQUIRE(from_.open({"127.0.0.1", 0}, "").has_value());
        tasks_.spawn("accept", accept());
    }
    awaitable<void> stop() {
        from_.close();
        tasks_.request_stop();
        co_await tasks_.join();
    }
    std::string port() const { return std::to_string(from_.port()); }
    origin plain() const { return {"http", "127.0.0.1", port()}; }
    origin secure(std::string host = "127.0.0.1") const { return {"https", std::move(host), port()}; }
    int accepted = 0;
    int ended = 0;  // behaviours that have run to their end

private:
    awaitable<void> accept() {
        for (;;) {
            auto s = co_await from_.accept();
            if (!from_.is_open()) co_return;
            if (s && *s) tasks_.spawn("connection", serve(std::move(*s), ++accepted));
        }
    }
    awaitable<void> serve(std::unique_ptr<byte_stream> s, int nth) {
        if (tls_) {
            const result<> agreed = co_await s->handshake(tls_, "", 0s);
            if (!agreed) co_return;
        }
        co_await behave_(*s, nth);
        ++ended;
    }

    tls_context_ptr tls_;
    behaviour behave_;
    listener from_;
    task_scope tasks_;
};

// Runs `body(server)` against a raw server that is stopped afterwards, whatever happens.
template <class F>
awaitable<void> against(loop& l, tls_context_ptr tls, raw_server::behaviour b, F body) {
    raw_server server(l, std::move(tls), std::move(b));
    std::exception_ptr failure;
    try {
        co_await body(server);
    } catch (...) {
        failure = std::current_exception();
    }
    const auto stopped = co_await shielded(l, 10s, "raw server", server.stop());
    BOOST_TEST(stopped.has_value());
    if (failure) std::rethrow_exception(failure);
}

// Answers every request with `bytes` until the peer closes.
inline raw_server::behaviour always(loop& l, std::string bytes) {
    return [&l, bytes](byte_stream& s, int) -> awaitable<void> {
        for (;;) {
            std::string text;
            const bool asked = co_await read_until(l, s, text, "\r\n\r\n", 60s);
            if (!asked) co_return;
            co_await say(s, bytes);
        }
    };
}

inline constexpr std::string_view ok_answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

struct http_world : real_world {
    test_ca ca;
    test_cert local = ca.issue({"api", {"IP:127.0.0.1", "DNS:localhost", "DNS:api.test"}});

    tls_context_ptr server_tls(const test_cert& c) const {
        auto made = make_server_tls(c.cert_pem, secret(c.key_pem));
        BOOST_REQUIRE(made.has_value());
        return *made;
    }
    tls_context_ptr server_tls() const { return server_tls(local); }
    tls_context_ptr client_tls(const tls_settings& s) const {
        auto made = make_client_tls(s, l.wall_now());
        BOOST_REQUIRE_MESSAGE(made.has_value(), (made ? "" : made.error().message));
        return *made;
    }
    tls_context_ptr client_tls() const { return client_tls(trusting(ca.pem())); }
    static tls_settings trusting(std::string ca_pem) {
        tls_settings s;
        s.ca_pem = std::move(ca_pem);
        return s;
    }
    https_pool::tls_source source() const {
        return [t = client_tls()] { return t; };
    }
};

inline request get(std::string target = "/") {
    return {"GET", std::move(target), {}, {}};
}
inline request post(std::string body) {
    return {"POST", "/", {}, std::move(body)};
}

// One exchange in words: "200 body" or "code: message".
inline awaitable<std::string> ask(transport& t, request r, timeouts limits = {}) {
    auto s = co_await t.send(std::move(r), limits);
    if (!s) co_return fmt::format("{}: {}", to_string(s.error().code), s.error().message);
    auto body = co_await read_all(**s, 100 << 20);
    if (!body)
        co_return fmt::format("{} {}: {}", (*s)->head().status, to_string(body.error().code),
                              body.error().message);
    co_return fmt::format("{} {}", (*s)->head().status, *body);
}

inline timeouts short_limits(duration all = 200ms) {
    return {all, all, all, all, all, all};
}

}}}  // namespace setpoint::v0::http
