// The server among clients that mean harm: whatever they do, one that behaves is answered.
#include "peers.hpp"
#include "setpoint/http/server.hpp"

#include <sys/resource.h>

using namespace setpoint;
using namespace setpoint::http;

namespace {

struct hostile_world : http_world {
    static constexpr std::size_t cap = 16;
    server_options options;
    task_scope attackers{l, "attackers", [](auto, auto) {}};
    std::size_t most = 0;  // connections that the server had at once

    hostile_world() {
        options.name = "test";
        options.at = {"127.0.0.1", 0};
        options.max_connections = cap;
        options.max_body = 0;
        options.head = {16 * 1024, 64};
        // So that nothing but the server's own room-making helps within the test.
        options.head_timeout = options.idle_timeout = options.write_timeout = 10min;
    }

    // "/ok" is small, "/large" does not fit into what the kernel buffers.
    static awaitable<response> handle(const server_request& r) {
        if (r.path() == "/large") co_return response{200, {}, std::string(1 << 20, 'x')};
        co_return text_response(200, "ok");
    }
    template <class F>
    void serve(F body) {
        run([&]() -> awaitable<void> {
            server s(l, log, options, handle);
            const result<> started = s.start();
            BOOST_REQUIRE_MESSAGE(started.has_value(), (started ? "" : started.error().message));
            task_scope watching(l, "watching");
            watching.spawn("watching", watch(s));
            std::exception_ptr failure;
            try {
                co_await body(s);
            } catch (...) {
                failure = std::current_exception();
            }
            attackers.request_stop();
            watching.request_stop();
            co_await attackers.join();
            co_await watching.join();
            co_await s.stop(5s);
            BOOST_TEST(s.connections() == 0u);
            BOOST_TEST(most <= cap);
            if (failure) std::rethrow_exception(failure);
        });
    }
    awaitable<void> watch(const server& s) {
        for (;;) {
            most = std::max(most, s.connections());
            co_await l.yield();
            co_await l.sleep(1ms);
        }
    }
    awaitable<std::unique_ptr<byte_stream>> dial(const server& s) {
        auto c = co_await connect(l, {"http", "127.0.0.1", std::to_string(s.port())}, nullptr, {});
        if (!c) co_return nullptr;
        co_return std::move(*c);
    }
    awaitable<std::string> talk(const server& s, std::string bytes) {
        auto c = co_await dial(s);
        if (!c) co_return "";
        co_await say(*c, std::move(bytes));
        co_return co_await read_to_end(l, *c, 20s);
    }
    // One that behaves: a connection of its own for each request. Tries again when it was cut off before it
    // could ask, as a prober does.
    awaitable<bool> is_answered(const server& s) {
        for (int tries = 0; tries < 20; ++tries) {
            const std::string said =
                co_await talk(s, "GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            if (said.starts_with("HTTP/1.1 200 ") && said.ends_with("ok\n")) co_return true;
        }
        co_return false;
    }
};

using attack = awaitable<void> (*)(hostile_world& w, const server& s);

// A head that never ends, a byte at a time.
awaitable<void> drip(hostile_world& w, const server& s) {
    for (;;) {
        auto c = co_await w.dial(s);
        if (c) co_await say(*c, "GET /ok HTTP/1.1\r\nHost: a\r\nX: ");
        while (c && c->is_idle()) {
            co_await say(*c, "a");
            co_await w.l.sleep(5ms);
        }
        co_await w.l.sleep(5ms);
    }
}

// Asks for much, and reads nothing.
awaitable<void> never_read(hostile_world& w, const server& s) {
    auto c = co_await w.dial(s);
    for (int i = 0; c && i < 20; ++i) {
        const result<> said = co_await c->write_all("GET /large HTTP/1.1\r\nHost: a\r\n\r\n", 0s);
        if (!said) break;
    }
    co_await w.l.sleep_until(never);
}

// Garbage, and then it waits for what comes.
awaitable<void> babble(hostile_world& w, const server& s) {
    for (;;) {
        auto c = co_await w.dial(s);
        if (c) co_await say(*c, "\x16\x03\x01 this is no request\r\n\r\n\r\n");
        while (c && c->is_idle()) co_await w.l.sleep(5ms);
        co_await w.l.sleep(5ms);
    }
}

// Opens a connection and says nothing at all; a new one when it is cut.
awaitable<void> hold(hostile_world& w, const server& s) {
    for (;;) {
        auto c = co_await w.dial(s);
        while (c && c->is_idle()) co_await w.l.sleep(20ms);
        co_await w.l.sleep(20ms);
    }
}

void withstand(attack a, int attackers) {
    hostile_world w;
    w.serve([&](server& s) -> awaitable<void> {
        for (int i = 0; i < attackers; ++i) w.attackers.spawn("attacker", a(w, s));
        BOOST_TEST(!!co_await w.eventually([&] { return s.connections() == hostile_world::cap; }));
        for (int i = 0; i < 10; ++i) BOOST_TEST(!!co_await w.is_answered(s));
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hostile_clients_test)

BOOST_AUTO_TEST_CASE(heads_that_never_end_do_not_keep_others_out) {
    withstand(drip, 3 * hostile_world::cap);
}

BOOST_AUTO_TEST_CASE(clients_that_never_read_do_not_keep_others_out) {
    withstand(never_read, hostile_world::cap);
}

BOOST_AUTO_TEST_CASE(garbage_does_not_keep_others_out) {
    withstand(babble, 3 * hostile_world::cap);
}

BOOST_AUTO_TEST_CASE(silent_connections_do_not_keep_others_out) {
    withstand(hold, 3 * hostile_world::cap);
}

BOOST_AUTO_TEST_CASE(a_handshake_that_never_comes_does_not_keep_others_out) {
    hostile_world w;
    w.options.tls = [&] { return w.server_tls(); };
    w.serve([&](server& s) -> awaitable<void> {
        for (std::size_t i = 0; i < hostile_world::cap; ++i) w.attackers.spawn("attacker", hold(w, s));
        BOOST_TEST(!!co_await w.eventually([&] { return s.connections() == hostile_world::cap; }));
        https_pool pool(w.l, {"https", "127.0.0.1", std::to_string(s.port())}, w.source());
        std::string said;
        for (int tries = 0; tries < 20 && said != "200 ok\n"; ++tries) said = co_await ask(pool, get("/ok"));
        BOOST_TEST(said == "200 ok\n");
    });
}

BOOST_AUTO_TEST_CASE(heads_that_are_too_large_or_have_too_many_fields_are_refused) {
    hostile_world w;
    w.serve([&](server& s) -> awaitable<void> {
        const std::string begin = "GET /ok HTTP/1.1\r\nHost: a\r\n";
        std::string many = begin, few = begin;
        for (int i = 0; i < 100; ++i) many += fmt::format("X{}: y\r\n", i);
        for (int i = 0; i < 60; ++i) few += fmt::format("X{}: y\r\n", i);
        for (const std::string& bytes :
             {many + "\r\n", begin + "X: " + std::string(20000, 'x') + "\r\n\r\n",
              "GET /" + std::string(20000, 'x') + " HTTP/1.1\r\nHost: a\r\n\r\n"}) {
            const std::string said = co_await w.talk(s, bytes);
            BOOST_TEST(said.starts_with("HTTP/1.1 431 "), bytes.substr(0, 20) << " got " << said);
        }
        BOOST_TEST((co_await w.talk(s, few + "Connection: close\r\n\r\n")).starts_with("HTTP/1.1 200 "));
        BOOST_TEST(!!co_await w.is_answered(s));
    });
}

BOOST_AUTO_TEST_CASE(a_thousand_connections_at_once_are_bounded_and_leave_nothing) {
    rlimit files{};
    BOOST_REQUIRE(::getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, 4096);
    BOOST_REQUIRE(::setrlimit(RLIMIT_NOFILE, &files) == 0);
    hostile_world w;
    w.serve([&](server& s) -> awaitable<void> {
        std::vector<std::unique_ptr<byte_stream>> all;
        for (int i = 0; i < 1000; ++i) {
            auto c = co_await w.dial(s);
            BOOST_TEST_REQUIRE(!!c);
            co_await say(*c, "GET /ok HT");
            all.push_back(std::move(c));
        }
        BOOST_TEST(!!co_await w.is_answered(s));
        // All but those that the server still holds have been cut.
        const auto held = [&] {
            return std::count_if(all.begin(), all.end(), [](const auto& c) { return c->is_idle(); });
        };
        BOOST_TEST(!!co_await w.eventually(
            [&] { return held() <= static_cast<std::ptrdiff_t>(hostile_world::cap); }));
        all.clear();
        BOOST_TEST(!!co_await w.eventually([&] { return s.connections() == 0; }));
        BOOST_TEST(!!co_await w.is_answered(s));
    });
}

BOOST_AUTO_TEST_SUITE_END()
