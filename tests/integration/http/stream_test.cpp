// Bodies that are made while they are sent.
#include "peers.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"
#include "support/control_plane.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(stream_test)

namespace {

// A body that says what the test pushes.
class pushed final : public body_source {
public:
    pushed(loop& l, int& alive, int& cancels) : pieces(l), alive_(alive), cancels_(cancels) { ++alive_; }
    ~pushed() override { --alive_; }
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
        if (next && *next == "fail") co_return error(errc::failed, "made up");
        if (next && *next == "throw") throw std::runtime_error("made up");
        current_ = next ? std::move(*next) : "";
        co_return current_;
    }
    mailbox<std::string> pieces;

private:
    int& alive_;
    int& cancels_;
    std::string current_;
};

struct stream_world : http_world {
    server_options options;
    std::vector<std::weak_ptr<pushed>> sources;
    int alive = 0, cancels = 0, status = 200;

    stream_world() {
        options.name = "test";
        options.at = {"127.0.0.1", 0};
    }
    awaitable<response> handle(const server_request& r) {
        if (r.path() != "/stream") co_return text_response(200, "ok");
        auto body = std::make_shared<pushed>(l, alive, cancels);
        sources.push_back(body);
        response answer{status, {{"Content-Type", "application/json"}}, "first\n"};
        answer.stream = body;
        co_return answer;
    }
    std::shared_ptr<pushed> last() { return sources.back().lock(); }

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
            BOOST_TEST((l.now() - begin < 30s));  // nothing held it up to its limit
            BOOST_TEST(s.connections() == 0u);
            BOOST_TEST(alive == 0);
            if (failure) std::rethrow_exception(failure);
        });
    }
    awaitable<std::unique_ptr<byte_stream>> dial(const server& s) {
        auto c = co_await connect(l, {"http", "127.0.0.1", std::to_string(s.port())}, nullptr, {});
        BOOST_REQUIRE(c.has_value());
        co_return std::move(*c);
    }
    // A connection on which a stream has begun.
    awaitable<std::unique_ptr<byte_stream>> begin(const server& s, std::string more = "") {
        auto c = co_await dial(s);
        co_await say(*c, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n" + more);
        std::string text;
        const bool there = co_await read_until(l, *c, text, "6\r\nfirst\n\r\n");
        BOOST_REQUIRE_MESSAGE(there, text);
        BOOST_TEST(text.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
        BOOST_TEST(text.find("Content-Length") == std::string::npos);
        co_return c;
    }
    awaitable<std::string> next(byte_stream& c, std::string_view end) {
        std::string text;
        co_await read_until(l, c, text, end);
        co_return text;
    }
};

}  // namespace

// RFC 9110, 6.4.1: what the client would read of it would be the next answer.
BOOST_AUTO_TEST_CASE(an_answer_that_has_no_body_has_no_stream_either) {
    stream_world w;
    w.status = 204;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /other HTTP/1.1\r\nHost: a\r\n\r\n");
        const std::string text = co_await w.next(*c, "ok\n");
        const std::size_t head = text.find("\r\n\r\n");
        BOOST_REQUIRE(head != std::string::npos);
        BOOST_TEST(text.starts_with("HTTP/1.1 204 "));
        BOOST_TEST(text.substr(head + 4).starts_with("HTTP/1.1 200 "), text);
    });
}

BOOST_AUTO_TEST_CASE(each_piece_is_a_chunk_and_is_sent_at_once) {
    stream_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.begin(s);
        w.last()->pieces.push("two\n");
        BOOST_TEST((co_await w.next(*c, "two\n\r\n")) == "4\r\ntwo\n\r\n");
        w.last()->pieces.push("three and more\n");
        BOOST_TEST((co_await w.next(*c, "more\n\r\n")) == "f\r\nthree and more\n\r\n");
    });
}

BOOST_AUTO_TEST_CASE(after_a_stream_has_ended_its_connection_is_used_again) {
    stream_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.begin(s);
        for (int i = 0; i < 3; ++i) {
            w.last()->pieces.close();
            BOOST_TEST((co_await w.next(*c, "0\r\n\r\n")) == "0\r\n\r\n");
            co_await say(*c, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
            BOOST_TEST((co_await w.next(*c, "ok\n")).starts_with("HTTP/1.1 200 OK\r\n"));
            co_await say(*c, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n");
            BOOST_TEST((co_await w.next(*c, "first\n\r\n")).starts_with("HTTP/1.1 200 OK\r\n"));
        }
        BOOST_TEST(s.connections() == 1u);
    });
}

BOOST_AUTO_TEST_CASE(requests_that_come_during_a_stream_are_answered_after_it) {
    stream_world w;
    w.serve([&](server& s) -> awaitable<void> {
        std::string ahead;
        while (ahead.size() < 100'000) ahead += "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n";
        auto c = co_await w.begin(s, ahead);
        co_await w.l.sleep(20ms);
        BOOST_TEST(w.cancels == 0);
        w.last()->pieces.push("x");
        w.last()->pieces.close();
        BOOST_TEST((co_await w.next(*c, "0\r\n\r\n")).starts_with("1\r\nx\r\n0\r\n\r\n"));
        co_await say(*c, "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        const std::string rest = co_await read_to_end(w.l, *c);
        std::size_t answers = 0;
        for (std::size_t at = 0; (at = rest.find("HTTP/1.1 200 OK", at)) != std::string::npos; ++at)
            ++answers;
        BOOST_TEST(answers >= 3000u);
    });
}

BOOST_AUTO_TEST_CASE(a_client_that_goes_is_noticed_while_nothing_is_sent) {
    for (const bool secure : {false, true}) {
        stream_world w;
        if (secure) w.options.tls = [&] { return w.server_tls(); };
        w.serve([&](server& s) -> awaitable<void> {
            {
                https_pool pool(w.l, {secure ? "https" : "http", "127.0.0.1", std::to_string(s.port())},
                                w.source());
                auto stream = co_await pool.send(get("/stream"), {});
                BOOST_REQUIRE(stream.has_value());
                const auto first = co_await (*stream)->read();
                BOOST_TEST(first.value() == "first\n");
                BOOST_TEST(w.alive == 1);
            }
            BOOST_TEST((co_await w.eventually([&] { return w.alive == 0 && s.connections() == 0; }, 5s)));
            BOOST_TEST(w.cancels == 1);
        });
    }
}

BOOST_AUTO_TEST_CASE(a_stop_ends_streams_at_once_and_in_good_order) {
    stream_world w;
    w.serve([&](server& s) -> awaitable<void> {
        std::vector<std::unique_ptr<byte_stream>> clients;
        for (int i = 0; i < 3; ++i) clients.push_back(co_await w.begin(s));
        const time_point before = w.l.now();
        co_await s.stop(30s);
        BOOST_TEST((w.l.now() - before < 30s));
        for (auto& c : clients) BOOST_TEST((co_await read_to_end(w.l, *c)) == "0\r\n\r\n");
        BOOST_TEST(w.cancels == 3);
    });
}

BOOST_AUTO_TEST_CASE(a_source_that_fails_cuts_its_connection_without_an_end) {
    for (const char* how : {"fail", "throw"}) {
        stream_world w;
        w.serve([&](server& s) -> awaitable<void> {
            auto c = co_await w.begin(s);
            w.last()->pieces.push(how);
            BOOST_TEST((co_await read_to_end(w.l, *c)) == "", how);
        });
        BOOST_TEST(w.log_text.str().find("made up") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(clients_of_http_1_0_get_the_body_until_the_connection_closes) {
    stream_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, "GET /stream HTTP/1.0\r\n\r\n");
        const std::string head = co_await w.next(*c, "first\n");
        BOOST_TEST(head.find("Transfer-Encoding") == std::string::npos);
        BOOST_TEST(head.find("Connection: close\r\n") != std::string::npos);
        BOOST_TEST(head.ends_with("\r\n\r\nfirst\n"));
        w.last()->pieces.push("second\n");
        w.last()->pieces.close();
        BOOST_TEST((co_await read_to_end(w.l, *c)) == "second\n");
    });
}

BOOST_AUTO_TEST_CASE(the_answer_to_head_is_a_head) {
    stream_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, "HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\nGET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
        const std::string all = co_await w.next(*c, "ok\n");
        BOOST_TEST(all.find("first") == std::string::npos);
        BOOST_TEST(all.find("Transfer-Encoding: chunked\r\n") != std::string::npos);
    });
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_its_stream_is_cut_off) {
    stream_world w;
    w.options.write_timeout = 100ms;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.begin(s);
        for (int i = 0; i < 64; ++i) w.last()->pieces.push(std::string(1 << 20, 'x'));
        BOOST_TEST((co_await w.eventually([&] { return s.connections() == 0; }, 10s)));
    });
}

BOOST_AUTO_TEST_CASE(streams_count_as_being_answered_when_room_is_made) {
    stream_world w;
    w.options.max_connections = 2;
    w.serve([&](server& s) -> awaitable<void> {
        auto one = co_await w.begin(s);
        auto two = co_await w.begin(s);
        auto third = co_await w.dial(s);
        co_await say(*third, "GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        co_await w.l.sleep(50ms);
        BOOST_TEST(w.alive == 2);
        one->close();
        BOOST_TEST((co_await read_to_end(w.l, *third)).ends_with("ok\n"));
        w.last()->pieces.push("still\n");
        BOOST_TEST((co_await w.next(*two, "still\n\r\n")) == "6\r\nstill\n\r\n");
    });
}

BOOST_AUTO_TEST_CASE(the_oldest_stream_makes_room_for_a_client_that_waits) {
    stream_world w;
    w.options.max_connections = 2;
    w.serve([&](server& s) -> awaitable<void> {
        auto one = co_await w.begin(s);
        auto two = co_await w.begin(s);
        auto third = co_await w.dial(s);
        co_await say(*third, "GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        BOOST_TEST((co_await read_to_end(w.l, *third)).ends_with("ok\n"));
        BOOST_TEST((co_await read_to_end(w.l, *one)).ends_with("0\r\n\r\n"));
        w.last()->pieces.push("still\n");
        BOOST_TEST((co_await w.next(*two, "still\n\r\n")) == "6\r\nstill\n\r\n");
    });
}

BOOST_AUTO_TEST_CASE(five_hundred_streams_get_every_piece) {
    stream_world w;
    w.options.max_connections = 10'000;
    w.serve([&](server& s) -> awaitable<void> {
        https_pool pool(w.l, {"http", "127.0.0.1", std::to_string(s.port())}, w.source(), {1000, 1000, 90s});
        constexpr int clients = 500, pieces = 5;
        int seen = 0;
        const auto reader = [&]() -> awaitable<void> {
            auto stream = co_await pool.send(get("/stream"), {});
            BOOST_REQUIRE(stream.has_value());
            for (std::string all;;) {
                const auto piece = co_await (*stream)->read();
                BOOST_REQUIRE(piece.has_value());
                if (piece->empty()) {
                    seen += all == "first\n01234" ? 1 : 0;
                    co_return;
                }
                all += *piece;
            }
        };
        task_scope scope(w.l, "readers");
        for (int i = 0; i < clients; ++i) scope.spawn("reader", reader());
        BOOST_TEST((co_await w.eventually([&] { return w.alive == clients; })));
        for (int n = 0; n < pieces; ++n) {
            for (auto& source : w.sources) source.lock()->pieces.push(std::to_string(n));
            co_await w.l.sleep(1ms);
        }
        for (auto& source : w.sources) source.lock()->pieces.close();
        co_await scope.join();
        BOOST_TEST(seen == clients);
    });
}

BOOST_AUTO_TEST_CASE(clients_that_prefer_http_2_are_given_http_1_1) {
    stream_world w;
    w.options.tls = [&] { return w.server_tls(); };
    w.serve([&](server& s) -> awaitable<void> {
        const std::string port = std::to_string(s.port());
        const auto handshake = [&](const char* protocols) {
            const std::string line = "openssl s_client -connect 127.0.0.1:" + port + " -alpn " + protocols;
            return setpoint::detail::run_command({"sh", "-c", line + " </dev/null"}).first;
        };
        const std::string both = co_await w.l.blocking("openssl", [&] { return handshake("h2,http/1.1"); });
        BOOST_TEST(both.find("ALPN protocol: http/1.1") != std::string::npos, both);
        const std::string other = co_await w.l.blocking("openssl", [&] { return handshake("h2"); });
        BOOST_TEST(other.find("no application protocol") != std::string::npos, other);
    });
}

BOOST_AUTO_TEST_SUITE_END()
