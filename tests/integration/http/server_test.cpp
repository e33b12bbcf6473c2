// The server against clients that behave, and those that do not.
#include "setpoint/http/server.hpp"

#include "peers.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(server_test)

namespace {

struct server_world : http_world {
    server_options options;
    int handled = 0, under_way = 0;
    latch let_go{l};

    server_world() {
        options.name = "test";
        options.at = {"127.0.0.1", 0};
    }

    awaitable<response> handle(const server_request& r) {
        ++handled;
        if (r.path() == "/echo") co_return response{200, {{"X-Query", std::string(r.query())}}, r.body};
        if (r.path() == "/ok") co_return text_response(200, "ok");
        if (r.path() == "/throw") throw std::runtime_error("broken");
        if (r.path() == "/bad") co_return response{200, {{"X", "a\r\nb"}}, ""};
        if (r.path() == "/wait") {
            ++under_way;
            co_await let_go.wait();
            co_return text_response(200, "waited");
        }
        if (r.path() == "/get-only") co_return method_not_allowed("GET");
        co_return not_found();
    }

    // Runs `body(server)` with a started server, which is stopped afterwards.
    template <class F>
    void serve(F body) {
        run([&]() -> awaitable<void> {
            server s(l, log, options, [this](const server_request& r) { return handle(r); });
            const result<> started = s.start();
            BOOST_REQUIRE_MESSAGE(started.has_value(), (started ? "" : started.error().message));
            std::exception_ptr failure;
            try {
                co_await body(s);
            } catch (...) {
                failure = std::current_exception();
            }
            let_go.set();
            co_await s.stop(5s);
            BOOST_TEST(s.connections() == 0u);
            if (failure) std::rethrow_exception(failure);
        });
    }

    awaitable<std::unique_ptr<byte_stream>> dial(const server& s) {
        auto c = co_await connect(l, {"http", "127.0.0.1", std::to_string(s.port())}, nullptr, {});
        BOOST_REQUIRE(c.has_value());
        co_return std::move(*c);
    }
    // Sends bytes on a new connection and returns all that comes back until the server closes, without Date.
    awaitable<std::string> talk(const server& s, std::string bytes) {
        auto c = co_await dial(s);
        co_await say(*c, std::move(bytes));
        std::string all = co_await read_to_end(l, *c, 10s);
        for (std::size_t at; (at = all.find("Date: ")) != std::string::npos;)
            all.erase(at, all.find("\r\n", at) + 2 - at);
        co_return all;
    }
};

constexpr std::string_view host_and_close = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

}  // namespace

BOOST_AUTO_TEST_CASE(requests_are_answered_exactly) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        const auto ask_for = [&](std::string line) { return w.talk(s, line + std::string(host_and_close)); };
        BOOST_TEST(
            (co_await ask_for("GET /ok")) ==
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\nConnection: "
            "close\r\n\r\nok\n");
        BOOST_TEST(
            (co_await ask_for("HEAD /ok")) ==
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\nConnection: "
            "close\r\n\r\n");
        BOOST_TEST((co_await ask_for("GET /none")).starts_with("HTTP/1.1 404 Not Found\r\n"));
        const std::string refused = co_await ask_for("POST /get-only");
        BOOST_TEST(refused.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"));
        BOOST_TEST(refused.find("Allow: GET\r\n") != std::string::npos);
        BOOST_TEST((co_await ask_for("GET /echo?a=b")).find("X-Query: a=b\r\n") != std::string::npos);
        BOOST_TEST(
            (co_await w.talk(s, "GET /ok HTTP/1.0\r\n\r\n")).ends_with("Connection: close\r\n\r\nok\n"));
    });
}

BOOST_AUTO_TEST_CASE(a_date_is_sent) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
        std::string text;
        co_await read_until(w.l, *c, text, "ok\n");
        const std::size_t at = text.find("Date: ");
        BOOST_REQUIRE(at != std::string::npos);
        const std::string date = text.substr(at + 6, text.find("\r\n", at) - at - 6);
        BOOST_TEST(date.size() == 29u);
        BOOST_TEST(date.ends_with(" GMT"));
    });
}

BOOST_AUTO_TEST_CASE(connections_are_kept_and_pipelined_requests_are_answered_in_order) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        const std::string head = " HTTP/1.1\r\nHost: a\r\n";
        const std::string said =
            co_await w.talk(s, "POST /echo" + head + "Content-Length: 3\r\n\r\none" + "POST /echo" + head +
                                   "Transfer-Encoding: chunked\r\n\r\n2\r\ntw\r\n1\r\no\r\n0\r\n\r\n" +
                                   "GET /none" + std::string(host_and_close));
        BOOST_TEST(w.handled == 3);
        const std::size_t one = said.find("\r\n\r\none"), two = said.find("\r\n\r\ntwo"),
                          none = said.find("404 Not Found");
        BOOST_TEST((one < two && two < none && none != std::string::npos), said);
    });
}

BOOST_AUTO_TEST_CASE(a_client_that_expects_it_is_told_to_continue) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c,
                     "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
        std::string text;
        BOOST_TEST((co_await read_until(w.l, *c, text, "\r\n\r\n")));
        BOOST_TEST(text == "HTTP/1.1 100 Continue\r\n\r\n");
        co_await say(*c, "body");
        text.clear();
        BOOST_TEST((co_await read_until(w.l, *c, text, "body")));
        BOOST_TEST(text.starts_with("HTTP/1.1 200 OK\r\n"));
    });
}

BOOST_AUTO_TEST_CASE(what_is_malformed_or_too_large_is_refused_and_the_connection_closed) {
    server_world w;
    w.options.max_body = 100;
    w.serve([&](server& s) -> awaitable<void> {
        const std::string large(100000, 'x');
        for (const auto& [bytes, status] : std::vector<std::pair<std::string, std::string>>{
                 {"GET / HTTP/1.1\r\n\r\n", "400"},
                 {"nonsense\r\n\r\n\r\n\r\n\r\n", "400"},
                 {std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n", 19), "400"},
                 {"GET / HTTP/1.1\r\nHost: a\r\nX: " + large + "\r\n\r\n", "431"},
                 {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n" + large, "413"},
                 {"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n186a0\r\n" + large,
                  "413"},
             }) {
            const std::string said = co_await w.talk(s, bytes);
            BOOST_TEST(said.starts_with("HTTP/1.1 " + status + " "), bytes.substr(0, 30) << " got " << said);
            BOOST_TEST(said.find("Connection: close") != std::string::npos);
        }
        BOOST_TEST(w.handled == 0);
    });
}

BOOST_AUTO_TEST_CASE(a_client_may_finish_sending_what_was_refused) {
    server_world w;
    w.options.max_body = 100;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n");
        std::string text;
        co_await read_until(w.l, *c, text, "\r\n\r\n");
        BOOST_TEST(text.starts_with("HTTP/1.1 413 "));
        for (int i = 0; i < 5; ++i) {
            const result<> written = co_await c->write_all(std::string(10000, 'x'), 5s);
            BOOST_TEST(written.has_value());
            co_await w.l.sleep(5ms);
        }
    });
}

BOOST_AUTO_TEST_CASE(a_handler_that_fails_is_a_500_and_a_line_in_the_log) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        const std::string said =
            co_await w.talk(s, "GET /throw HTTP/1.1\r\nHost: a\r\n\r\nGET /ok" + std::string(host_and_close));
        BOOST_TEST(said.starts_with("HTTP/1.1 500 Internal Server Error\r\n"));
        BOOST_TEST(said.ends_with("ok\n"));
        BOOST_TEST(said.find("broken") == std::string::npos);
        BOOST_TEST(w.log_text.str().find("broken") != std::string::npos);
        BOOST_TEST(
            (co_await w.talk(s, "GET /bad" + std::string(host_and_close))).starts_with("HTTP/1.1 500 "));
    });
}

BOOST_AUTO_TEST_CASE(slow_clients_are_cut_off) {
    server_world w;
    w.options.head_timeout = w.options.body_timeout = w.options.idle_timeout = 100ms;
    w.serve([&](server& s) -> awaitable<void> {
        for (const char* bytes : {"", "GET /ok HTTP/1.1\r\nHost: a\r\n",
                                  "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1"})
            BOOST_TEST((co_await w.talk(s, bytes)) == "", bytes);
        // One byte at a time does not extend the time for a head.
        auto c = co_await w.dial(s);
        bool cut = false;
        for (int i = 0; i < 100 && !cut; ++i) {
            co_await say(*c, i == 0 ? "GET /ok HTTP/1.1\r\n" : "A");
            co_await w.l.sleep(20ms);
            cut = !c->is_idle();
        }
        BOOST_TEST(cut);
        BOOST_TEST(w.handled == 0);
    });
}

BOOST_AUTO_TEST_CASE(a_client_that_does_not_read_is_cut_off) {
    server_world w;
    w.options.write_timeout = 100ms;
    w.options.max_body = 64 << 20;
    w.serve([&](server& s) -> awaitable<void> {
        auto c = co_await w.dial(s);
        co_await say(*c, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 33554432\r\n\r\n" +
                             std::string(32 << 20, 'x'));
        const bool gone = co_await w.eventually([&] { return s.connections() == 0; });
        BOOST_TEST(gone);
        BOOST_TEST(w.handled == 1);
    });
}

BOOST_AUTO_TEST_CASE(at_the_cap_the_one_that_waits_longest_makes_way) {
    server_world w;
    w.options.max_connections = 3;
    w.serve([&](server& s) -> awaitable<void> {
        std::vector<std::unique_ptr<byte_stream>> silent;
        for (int i = 0; i < 3; ++i) {
            silent.push_back(co_await w.dial(s));
            co_await w.eventually([&] { return s.connections() == silent.size(); });
        }
        BOOST_TEST(
            (co_await w.talk(s, "GET /ok" + std::string(host_and_close))).starts_with("HTTP/1.1 200 "));
        BOOST_TEST(!silent[0]->is_idle());
        BOOST_TEST(silent[1]->is_idle());
        BOOST_TEST(silent[2]->is_idle());
    });
}

BOOST_AUTO_TEST_CASE(when_all_are_being_answered_one_more_waits) {
    server_world w;
    w.options.max_connections = 2;
    w.serve([&](server& s) -> awaitable<void> {
        std::vector<std::unique_ptr<byte_stream>> busy;
        for (int i = 1; i <= 2; ++i) {
            busy.push_back(co_await w.dial(s));
            co_await say(*busy.back(), "GET /wait" + std::string(host_and_close));
            co_await w.eventually([&] { return w.under_way == i; });
        }
        auto third = co_await w.dial(s);
        co_await say(*third, "GET /ok" + std::string(host_and_close));
        co_await w.l.sleep(50ms);
        BOOST_TEST(w.handled == 2);
        w.let_go.set();
        const std::string said = co_await read_to_end(w.l, *third);
        BOOST_TEST(said.ends_with("ok\n"));
    });
}

BOOST_AUTO_TEST_CASE(a_graceful_stop_finishes_what_is_under_way_and_closes_what_waits) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto busy = co_await w.dial(s);
        co_await say(*busy, "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
        auto idle = co_await w.dial(s);
        co_await w.eventually([&] { return w.under_way == 1 && s.connections() == 2; });
        task_scope stopping(w.l, "stopping");
        stopping.spawn("stop", s.stop(10s));
        const bool closed = co_await w.eventually([&] { return !idle->is_idle(); });
        BOOST_TEST(closed);
        const auto refused =
            co_await connect(w.l, {"http", "127.0.0.1", std::to_string(s.port())}, nullptr, {});
        BOOST_TEST(refused.has_error());
        BOOST_TEST(s.connections() == 1u);
        w.let_go.set();
        const std::string said = co_await read_to_end(w.l, *busy);
        BOOST_TEST(said.ends_with("waited\n"));
        BOOST_TEST(said.find("Connection: close") != std::string::npos);
        co_await stopping.join();
    });
}

BOOST_AUTO_TEST_CASE(a_server_that_leaves_ends_connections_with_a_response_not_between_them) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto kept = co_await w.dial(s);
        std::string first;
        co_await say(*kept, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
        co_await read_until(w.l, *kept, first, "ok\n");
        BOOST_TEST(first.find("Connection: close") == std::string::npos);
        task_scope leaving(w.l, "leaving");
        leaving.spawn("leave", s.leave(10s));
        co_await w.l.yield();
        co_await w.l.yield();
        BOOST_TEST(kept->is_idle());
        // Whoever still comes is served, once.
        co_await say(*kept, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
        const std::string last = co_await read_to_end(w.l, *kept, 5s);
        BOOST_TEST(last.find("Connection: close") != std::string::npos);
        BOOST_TEST(last.ends_with("ok\n"));
        const std::string late = co_await w.talk(s, "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n");
        BOOST_TEST(late.find("Connection: close") != std::string::npos);
        leaving.request_stop();
        co_await leaving.join();
    });
}

BOOST_AUTO_TEST_CASE(a_stop_cuts_what_takes_longer_than_its_limit) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        auto busy = co_await w.dial(s);
        co_await say(*busy, "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n");
        co_await w.eventually([&] { return w.under_way == 1; });
        const auto begin = w.l.now();
        co_await s.stop(100ms);
        BOOST_TEST((w.l.now() - begin < 5s));
        BOOST_TEST(s.connections() == 0u);
        BOOST_TEST((co_await read_to_end(w.l, *busy)) == "");
    });
}

BOOST_AUTO_TEST_CASE(an_address_that_is_taken_is_said_with_the_flag_to_choose_another) {
    server_world w;
    w.serve([&](server& s) -> awaitable<void> {
        server_options same = w.options;
        same.at.port = s.port();
        same.flag = "--metrics-bind-address";
        server second(w.l, w.log, same, [&](const server_request& r) { return w.handle(r); });
        const result<> started = second.start();
        BOOST_REQUIRE(started.has_error());
        BOOST_CHECK(started.error().code == errc::bad_config);
        BOOST_TEST(
            started.error().message ==
            fmt::format("test: cannot listen on 127.0.0.1:{}: address already in use; choose another with "
                        "--metrics-bind-address",
                        s.port()));
        co_return;
    });
}

BOOST_AUTO_TEST_CASE(all_addresses_are_served_when_none_is_named) {
    server_world w;
    w.options.at = {"", 0};
    w.serve([&](server& s) -> awaitable<void> {
        BOOST_TEST((co_await w.talk(s, "GET /ok" + std::string(host_and_close))).ends_with("ok\n"));
    });
}

BOOST_AUTO_TEST_CASE(it_serves_over_tls_with_our_own_client_and_survives_others) {
    server_world w;
    w.options.tls = [&] { return w.server_tls(); };
    w.serve([&](server& s) -> awaitable<void> {
        https_pool pool(w.l, {"https", "127.0.0.1", std::to_string(s.port())}, w.source());
        BOOST_TEST((co_await ask(pool, get("/ok"))) == "200 ok\n");
        request r{"POST", "/echo", {{"X", "y"}}, std::string(500000, 'z')};
        const std::string answer = co_await ask(pool, std::move(r));
        BOOST_TEST(answer == "200 " + std::string(500000, 'z'));
        BOOST_TEST(pool.count().opened_ever == 1u);
        co_await w.talk(s, "GET /ok" + std::string(host_and_close));  // plain HTTP
        BOOST_TEST((co_await ask(pool, get("/ok"))) == "200 ok\n");
    });
}

BOOST_AUTO_TEST_CASE(a_hundred_clients_at_once_are_all_answered) {
    server_world w;
    w.options.tls = [&] { return w.server_tls(); };
    w.serve([&](server& s) -> awaitable<void> {
        https_pool pool(w.l, {"https", "127.0.0.1", std::to_string(s.port())}, w.source());
        int good = 0;
        const auto sender = [&]() -> awaitable<void> {
            good += (co_await ask(pool, get("/ok"))) == "200 ok\n" ? 1 : 0;
        };
        task_scope scope(w.l, "senders");
        for (int i = 0; i < 100; ++i) scope.spawn("sender", sender());
        co_await scope.join();
        BOOST_TEST(good == 100);
        BOOST_TEST(pool.count().idle == 16u);
    });
}

BOOST_AUTO_TEST_CASE(random_bytes_do_not_harm_it) {
    server_world w;
    w.options.head_timeout = w.options.body_timeout = w.options.idle_timeout = 200ms;
    w.serve([&](server& s) -> awaitable<void> {
        const std::string good =
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
        int done = 0;
        const auto attacker = [&](std::uint64_t seed) -> awaitable<void> {
            random_source random(seed);
            std::string bytes = good + good;
            for (int hits = 0; hits < 6; ++hits) {
                const std::size_t at = random.below(bytes.size());
                if (random.below(2) == 0)
                    bytes[at] = static_cast<char>(random.below(256));
                else
                    bytes.erase(at, random.below(6));
            }
            auto c = co_await w.dial(s);
            co_await say(*c, bytes);
            if (random.below(2) == 0) co_await read_to_end(w.l, *c, 5s);
            ++done;
        };
        task_scope scope(w.l, "attackers");
        for (std::uint64_t i = 0; i < 300; ++i) scope.spawn("attacker", attacker(i));
        co_await scope.join();
        BOOST_TEST(done == 300);
        BOOST_TEST((co_await w.talk(s, "GET /ok" + std::string(host_and_close))).ends_with("ok\n"));
    });
}

BOOST_AUTO_TEST_SUITE_END()
