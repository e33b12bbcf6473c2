// Streams over a WebSocket, with clients that behave and those that do not.
#include "peers.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"

using namespace setpoint;
using namespace setpoint::http;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(websocket_test)

namespace {

// Lines that the test pushes.
class lines final : public body_source {
public:
    lines(loop& l, int& alive, int& cancels) : pieces(l), alive_(alive), cancels_(cancels) { ++alive_; }
    ~lines() override { --alive_; }
    awaitable<result<std::string_view>> read() override {
        bool was_cancelled = false;
        std::optional<std::string> next;
        try {
            next = co_await pieces.pop();
        } catch (const cancelled&) {
            was_cancelled = true;
        }
        if (was_cancelled) {
            ++cancels_;
            throw cancelled{};
        }
        current_ = next ? std::move(*next) : "";
        co_return current_;
    }
    mailbox<std::string> pieces;

private:
    int& alive_;
    int& cancels_;
    std::string current_;
};

// RFC 6455, 5.2; all of a client's frames are masked, here with zeros.
constexpr unsigned char last_frame = 0x80;
std::string frame(unsigned char kind, std::string_view payload, unsigned char last = last_frame) {
    std::string out(1, static_cast<char>(last | kind));
    if (payload.size() < 126) {
        out += static_cast<char>(0x80 | payload.size());
    } else {
        out += static_cast<char>(0x80 | 127);
        for (int i = 7; i >= 0; --i) out += static_cast<char>(payload.size() >> (8 * i) & 0xff);
    }
    return out.append(4, '\0').append(payload);
}
// The head of a frame of `size` bytes, without them.
std::string head_of(unsigned char kind, std::uint64_t size) {
    std::string out{static_cast<char>(last_frame | kind), static_cast<char>(0x80 | 127)};
    for (int i = 7; i >= 0; --i) out += static_cast<char>(size >> (8 * i) & 0xff);
    return out.append(4, '\0');
}
constexpr unsigned char continuation = 0, text = 1, binary = 2, close = 8, ping = 9;
const std::string normal_end = "\x88\x02\x03\xe8", protocol_error = "\x88\x02\x03\xea";

struct socket_world : http_world {
    server_options options;
    std::vector<std::weak_ptr<lines>> sources;
    int alive = 0, cancels = 0;
    std::string rest;  // that came with the answer to the last handshake

    socket_world() {
        options.name = "test";
        options.at = {"127.0.0.1", 0};
    }
    awaitable<response> handle(const server_request& r) {
        response answer = text_response(200, "ok");
        if (r.path() != "/stream") co_return answer;
        auto body = std::make_shared<lines>(l, alive, cancels);
        sources.push_back(body);
        answer.body.clear();
        answer.stream = body;
        answer.websocket = true;
        co_return answer;
    }
    std::shared_ptr<lines> last() { return sources.back().lock(); }

    template <class F>
    void serve(F body) {
        run([&]() -> awaitable<void> {
            server s(l, log, options, [this](const server_request& r) { return handle(r); });
            BOOST_REQUIRE(s.start().has_value());
            std::exception_ptr failure;
            try {
                co_await body(s);
            } catch (...) {
                failure = std::current_exception();
            }
            const time_point begin = l.now();
            co_await s.stop(30s);
            BOOST_TEST((l.now() - begin < 30s));
            BOOST_TEST(s.connections() == 0u);
            BOOST_TEST(alive == 0);
            if (failure) std::rethrow_exception(failure);
        });
    }
    static std::string ask(std::string_view path, std::string_view more = "Origin: http://a\r\n") {
        return "GET " + std::string(path) +
               " HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
               "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
               std::string(more) + "\r\n";
    }
    awaitable<std::unique_ptr<byte_stream>> dial(const server& s) {
        const std::string port = std::to_string(s.port());
        tls_context_ptr tls = options.tls ? client_tls() : nullptr;
        auto c = co_await connect(l, {tls ? "https" : "http", "127.0.0.1", port}, tls, {});
        BOOST_REQUIRE_MESSAGE(c.has_value(), (c ? "" : c.error().message));
        co_return std::move(*c);
    }
    // A connection on which frames have begun.
    awaitable<std::unique_ptr<byte_stream>> begin(const server& s, std::string more = "") {
        auto c = co_await dial(s);
        co_await say(*c, ask("/stream") + more);
        std::string head;
        const bool there = co_await read_until(l, *c, head, "\r\n\r\n");
        BOOST_REQUIRE_MESSAGE(there, head);
        BOOST_TEST(head.starts_with("HTTP/1.1 101 Switching Protocols\r\n"), head);
        BOOST_TEST(head.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n") != std::string::npos);
        BOOST_TEST(head.find("Transfer-Encoding") == std::string::npos);
        rest = head.substr(head.find("\r\n\r\n") + 4);
        co_return c;
    }
    awaitable<std::string> next(byte_stream& c, std::string_view end) {
        std::string got = std::exchange(rest, std::string());
        co_await read_until(l, c, got, end);
        co_return got;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(each_line_is_a_message_and_the_end_is_told) {
    for (const bool secure : {false, true}) {
        socket_world w;
        if (secure) w.options.tls = [&] { return w.server_tls(); };
        w.serve([&](server& s) -> awaitable<void> {
            auto c = co_await w.begin(s);
            w.last()->pieces.push("one\n");
            BOOST_TEST((co_await w.next(*c, "one\n")) == "\x81\x04one\n");
            w.last()->pieces.push("two\nthree\n");
            BOOST_TEST((co_await w.next(*c, "three\n")) == "\x81\x04two\n\x81\x06three\n");
            w.last()->pieces.push(std::string(70000, 'x') + "\n");
            BOOST_TEST((co_await w.next(*c, "\n")).size() == 70001u + 10);
            w.last()->pieces.close();
            BOOST_TEST((co_await read_to_end(w.l, *c)) == normal_end);
        });
    }
}

BOOST_AUTO_TEST_CASE(who_asks_for_no_websocket_gets_chunks) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        for (const char* offer : {"", "Connection: Upgrade\r\nUpgrade: h2c\r\n", "Upgrade: websocket\r\n"}) {
            auto c = co_await w.dial(s);
            co_await say(*c, "GET /stream HTTP/1.1\r\nHost: a\r\n" + std::string(offer) + "\r\n");
            co_await w.next(*c, "\r\n\r\n");
            w.last()->pieces.push("one\n");
            BOOST_TEST((co_await w.next(*c, "one\n\r\n")) == "4\r\none\n\r\n");
        }
        auto c = co_await w.dial(s);
        co_await say(*c, w.ask("/other"));
        BOOST_TEST((co_await w.next(*c, "ok\n")).starts_with("HTTP/1.1 200 OK\r\n"));
    });
}

BOOST_AUTO_TEST_CASE(a_handshake_that_is_none_is_refused_and_the_connection_ends) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, w.ask("/stream", ""));
        BOOST_TEST((co_await read_to_end(w.l, *c)) == "HTTP/1.1 403 Forbidden\r\n\r\n");
        BOOST_TEST(w.alive == 0);
    });
}

BOOST_AUTO_TEST_CASE(pings_are_answered_between_messages_and_while_nothing_is_sent) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.begin(s, frame(ping, "with the handshake"));
        BOOST_TEST((co_await w.next(*c, "handshake")) == "\x8a\x12with the handshake");
        for (int i = 0; i < 20; ++i) {
            co_await say(*c, frame(text, "ignored") + frame(ping, "p"));
            w.last()->pieces.push("one\n");
            std::string both;
            while (both.size() < 9) both += co_await w.next(*c, both.empty() ? "\n" : "p");
            BOOST_TEST((both == "\x8a\x01p\x81\x04one\n" || both == "\x81\x04one\n\x8a\x01p"), i);
        }
    });
}

BOOST_AUTO_TEST_CASE(messages_of_the_client_are_ignored_however_they_are_split) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.begin(s);
        co_await say(*c, frame(text, "a", 0) + frame(ping, "between") + frame(continuation, "b", 0));
        BOOST_TEST((co_await w.next(*c, "between")) ==
                   "\x8a\x07"
                   "between");
        co_await say(*c, frame(continuation, "c") + frame(binary, "\xff\0"s) + frame(ping, "after"));
        BOOST_TEST((co_await w.next(*c, "after")) ==
                   "\x8a\x05"
                   "after");
        // One frame, byte by byte.
        for (const char byte : frame(ping, "slow")) co_await say(*c, std::string(1, byte));
        BOOST_TEST((co_await w.next(*c, "slow")) == "\x8a\x04slow");
        w.last()->pieces.push("one\n");
        BOOST_TEST((co_await w.next(*c, "one\n")) == "\x81\x04one\n");
    });
}

BOOST_AUTO_TEST_CASE(a_frame_that_is_too_large_ends_the_stream_before_it_is_read) {
    constexpr std::uint64_t largest = 32ULL * 1024 * 1024;  // golang.org/x/net/websocket
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        for (const std::uint64_t size : {largest + 1, ~std::uint64_t{0}}) {
            auto c = co_await w.begin(s);
            co_await say(*c, head_of(text, size));
            BOOST_TEST((co_await read_to_end(w.l, *c)) == normal_end);
            BOOST_TEST(w.alive == 0);
        }
        // The largest that is taken, in small parts.
        auto c = co_await w.begin(s);
        co_await say(*c, head_of(text, largest));
        for (int i = 0; i < 32; ++i) co_await say(*c, std::string(1 << 20, 'x'));
        co_await say(*c, frame(ping, "read"));
        BOOST_TEST((co_await w.next(*c, "read")) == "\x8a\x04read");
    });
}

// As the real server's watches: its name is sent back, and messages are text all the same.
BOOST_AUTO_TEST_CASE(one_subprotocol_is_agreed_to_and_changes_nothing) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        for (const char* name : {"base64.binary.k8s.io", "binary.k8s.io", "v5.channel.k8s.io", "mine"}) {
            auto c = co_await w.dial(s);
            co_await say(*c,
                         w.ask("/stream", fmt::format("Origin: /\r\nSec-WebSocket-Protocol: {}\r\n", name)));
            BOOST_TEST((co_await w.next(*c, "\r\n\r\n"))
                           .find(fmt::format("\r\nSec-WebSocket-Protocol: {}\r\n", name)) !=
                       std::string::npos);
            w.last()->pieces.push("one\n");
            BOOST_TEST((co_await w.next(*c, "one\n")) == "\x81\x04one\n");
        }
        auto c = co_await w.dial(s);
        co_await say(
            *c,
            w.ask("/stream", "Origin: /\r\nSec-WebSocket-Protocol: base64.binary.k8s.io, binary.k8s.io\r\n"));
        BOOST_TEST((co_await read_to_end(w.l, *c)) == "HTTP/1.1 400 Bad Request\r\n\r\n");
    });
}

BOOST_AUTO_TEST_CASE(a_close_is_answered_and_ends_the_stream) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        for (const auto& [said, answer] :
             std::vector<std::pair<std::string, std::string>>{{frame(close, "\x03\xe9gone"), normal_end},
                                                              {frame(close, "\x03"), normal_end},
                                                              {frame(close, "\0\1"s), normal_end},
                                                              {frame(ping, "a") + frame(close, ""),
                                                               "\x8a\x01"
                                                               "a" +
                                                                   normal_end},
                                                              {"\x89\x01"
                                                               "a",
                                                               protocol_error + normal_end},
                                                              {frame(ping, "a") + "\x81\x01x",
                                                               "\x8a\x01"
                                                               "a" +
                                                                   protocol_error + normal_end}}) {
            auto c = co_await w.begin(s);
            co_await say(*c, said);
            BOOST_TEST((co_await read_to_end(w.l, *c)) == answer);
            BOOST_TEST(w.alive == 0);
            c->close();
            BOOST_TEST((co_await w.eventually([&] { return s.connections() == 0; }, 5s)));
        }
        // From one that says nothing any more after it.
        auto c = co_await w.begin(s);
        co_await say(*c, frame(close, ""));
        c->end_writing();
        BOOST_TEST((co_await read_to_end(w.l, *c)) == normal_end);
    });
}

BOOST_AUTO_TEST_CASE(a_client_that_goes_without_a_word_is_noticed) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        {
            auto c = co_await w.begin(s, frame(ping, ""));
        }
        BOOST_TEST((co_await w.eventually([&] { return w.alive == 0 && s.connections() == 0; }, 5s)));
        BOOST_TEST(w.cancels == 1);
    });
}

BOOST_AUTO_TEST_CASE(a_stop_ends_sockets_at_once_and_in_good_order) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        std::vector<std::unique_ptr<byte_stream>> clients;
        for (int i = 0; i < 3; ++i) clients.push_back(co_await w.begin(s));
        co_await s.stop(30s);
        for (auto& c : clients) BOOST_TEST((co_await read_to_end(w.l, *c)) == normal_end);
        BOOST_TEST(w.cancels == 3);
    });
}

// Neither messages nor pongs are kept for it.
BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_is_cut) {
    for (const bool pings : {false, true}) {
        socket_world w;
        w.options.write_timeout = 200ms;
        w.serve([&](server& s) -> awaitable<void> {
            auto c = co_await w.begin(s);
            task_scope flood(w.l, "flood", [](auto, auto) {});
            if (pings) {
                // More than both kernels hold.
                std::string many;
                for (int i = 0; i < 200'000; ++i) many += frame(ping, std::string(100, 'x'));
                flood.spawn("pings", say(*c, many));
            } else {
                for (int i = 0; i < 64; ++i) w.last()->pieces.push(std::string(1 << 20, 'x') + "\n");
            }
            std::size_t kept = 0;  // of the lines, by their source
            const bool cut = co_await w.eventually(
                [&] {
                    if (const auto source = w.last()) kept = source->pieces.size();
                    return s.connections() == 0;
                },
                20s);
            BOOST_TEST(cut, pings);
            if (!pings) BOOST_TEST(kept > 32u);  // they are asked for one by one
            BOOST_TEST(w.alive == 0);
            flood.request_stop();
            co_await flood.join();
        });
    }
}

BOOST_AUTO_TEST_CASE(one_that_sends_without_end_holds_nobody_up) {
    socket_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto loud = co_await w.begin(s);
        std::string many;
        for (int i = 0; i < 16; ++i) many += frame(text, std::string(1 << 20, 'x'));
        task_scope flood(w.l, "flood", [](auto, auto) {});
        flood.spawn("messages", say(*loud, many));
        auto other = co_await w.dial(s);
        co_await say(*other, "GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        BOOST_TEST((co_await read_to_end(w.l, *other)).ends_with("ok\n"));
        co_await flood.join();
        co_await say(*loud, frame(ping, "still there"));
        BOOST_TEST((co_await w.next(*loud, "there")) == "\x8a\x0bstill there");
    });
}

BOOST_AUTO_TEST_SUITE_END()
