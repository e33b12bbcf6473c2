// The pool against servers that behave, and those that do not.
#include "peers.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(pool_test)

namespace {

// Reads one request and answers with a function of its number, counted over all connections.
raw_server::behaviour by_request(loop& l, int& requests,
                                 std::function<awaitable<bool>(byte_stream&, int)> answer) {
    return [&l, &requests, answer](byte_stream& s, int) -> awaitable<void> {
        for (;;) {
            std::string text;
            const bool asked = co_await read_until(l, s, text, "\r\n\r\n", 60s);
            if (!asked) co_return;
            const bool more = co_await answer(s, ++requests);
            if (!more) co_return;
        }
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(requests_one_after_the_other_share_a_connection) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             https_pool pool(w.l, s.secure(), w.source());
                             for (int i = 0; i < 20; ++i)
                                 BOOST_TEST((co_await ask(pool, i % 2 ? get() : post("x"))) == "200 ok");
                             BOOST_TEST(s.accepted == 1);
                             BOOST_TEST(pool.count().idle == 1u);
                             BOOST_TEST(pool.count().opened_ever == 1u);
                         });
    });
}

BOOST_AUTO_TEST_CASE(answers_of_every_framing_are_read_and_only_kept_connections_are_reused) {
    struct framing_case {
        const char* bytes;
        const char* said;
        bool kept;
    };
    for (const framing_case& c : {
             framing_case{
                 "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
                 "200 abc", true},
             framing_case{"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "404 ", true},
             framing_case{"HTTP/1.1 204 No Content\r\n\r\n", "204 ", true},
             framing_case{"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
                          "200 x", true},
             framing_case{"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx", "200 x",
                          false},
             framing_case{"HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", "200 x", false},
             framing_case{"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n", "200 x", false},
         }) {
        http_world w;
        w.run([&]() -> awaitable<void> {
            co_await against(w.l, w.server_tls(), always(w.l, c.bytes),
                             [&](raw_server& s) -> awaitable<void> {
                                 https_pool pool(w.l, s.secure(), w.source());
                                 BOOST_TEST((co_await ask(pool, get())) == c.said);
                                 BOOST_TEST(pool.count().idle == (c.kept ? 1u : 0u), c.bytes);
                                 BOOST_TEST((co_await ask(pool, get())) == c.said);
                                 BOOST_TEST(s.accepted == (c.kept ? 1 : 2));
                             });
        });
    }
}

BOOST_AUTO_TEST_CASE(a_body_that_lasts_until_the_connection_ends_is_read_whole) {
    http_world w;
    for (const bool tls : {false, true}) {
        w.run([&]() -> awaitable<void> {
            const auto once = [&](byte_stream& s, int) -> awaitable<void> {
                std::string text;
                co_await read_until(w.l, s, text, "\r\n\r\n");
                co_await say(s, "HTTP/1.1 200 OK\r\n\r\n" + std::string(100000, 'x'));
            };
            co_await against(w.l, tls ? w.server_tls() : nullptr, once,
                             [&](raw_server& s) -> awaitable<void> {
                                 https_pool pool(w.l, tls ? s.secure() : s.plain(), w.source());
                                 const std::string said = co_await ask(pool, get());
                                 BOOST_TEST(said.size() == 100004u);
                                 BOOST_TEST(pool.count().open == 0u);
                             });
        });
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_not_read_but_has_arrived_leaves_the_connection_usable) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             https_pool pool(w.l, s.secure(), w.source());
                             for (int i = 0; i < 3; ++i) {
                                 auto stream = co_await pool.send(get(), {});
                                 BOOST_TEST((*stream)->head().status == 200);
                             }
                             BOOST_TEST(s.accepted == 1);
                         });
    });
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_not_read_does_not_hide_that_the_server_will_close) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto closing =
            always(w.l, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
        co_await against(w.l, w.server_tls(), closing, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            auto stream = co_await pool.send(get(), {});
            stream->reset();
            BOOST_TEST(pool.count().open == 0u);
        });
    });
}

BOOST_AUTO_TEST_CASE(a_body_that_is_left_half_read_closes_its_connection) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto half = always(w.l, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
        co_await against(w.l, w.server_tls(), half, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            auto stream = co_await pool.send(get(), {});
            const auto piece = co_await (*stream)->read();
            BOOST_TEST(piece.value() == "half");
            BOOST_TEST(pool.count().open == 1u);
            stream->reset();
            BOOST_TEST(pool.count().open == 0u);
            const bool seen = co_await w.eventually([&] { return s.ended == 1; });
            BOOST_TEST(seen);
        });
    });
}

BOOST_AUTO_TEST_CASE(a_connection_that_the_server_closed_while_idle_is_not_used) {
    http_world w;
    for (const bool tls : {false, true}) {
        int requests = 0;
        w.run([&]() -> awaitable<void> {
            const auto once_each = by_request(w.l, requests, [](byte_stream& s, int) -> awaitable<bool> {
                co_await say(s, std::string(ok_answer));
                co_return false;
            });
            co_await against(w.l, tls ? w.server_tls() : nullptr, once_each,
                             [&](raw_server& s) -> awaitable<void> {
                                 https_pool pool(w.l, tls ? s.secure() : s.plain(), w.source());
                                 for (int i = 1; i <= 3; ++i) {
                                     BOOST_TEST((co_await ask(pool, post("x"))) == "200 ok");
                                     co_await w.eventually([&] { return s.ended == i; });
                                     co_await w.l.sleep(10ms);  // for the end to cross the loopback
                                 }
                                 BOOST_TEST(s.accepted == 3);
                                 BOOST_TEST(requests == 3);
                             });
        });
    }
}

BOOST_AUTO_TEST_CASE(a_kept_connection_that_ends_without_an_answer_repeats_reads_once_and_writes_never) {
    http_world w;
    int requests = 0;
    w.run([&]() -> awaitable<void> {
        // Even requests are read and not answered.
        const auto every_other = by_request(w.l, requests, [](byte_stream& s, int n) -> awaitable<bool> {
            if (n % 2 == 0) co_return false;
            co_await say(s, std::string(ok_answer));
            co_return true;
        });
        co_await against(w.l, w.server_tls(), every_other, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST(requests == 3);
            const std::string write = co_await ask(pool, post("x"));
            BOOST_TEST(write.starts_with("connection_lost: answer of 127.0.0.1:"), write);
            BOOST_TEST(requests == 4);
            // On a fresh connection a read is not repeated either.
            requests = 1;
            const std::string fresh = co_await ask(pool, get());
            BOOST_TEST(fresh.starts_with("connection_lost: "), fresh);
            BOOST_TEST(requests == 2);
            BOOST_TEST(s.accepted == 3);
        });
    });
}

BOOST_AUTO_TEST_CASE(a_body_that_is_cut_is_a_lost_connection) {
    http_world w;
    for (const char* bytes : {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
                              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"}) {
        w.run([&]() -> awaitable<void> {
            const auto once = [&](byte_stream& s, int) -> awaitable<void> {
                std::string text;
                co_await read_until(w.l, s, text, "\r\n\r\n");
                co_await say(s, bytes);
            };
            co_await against(w.l, w.server_tls(), once, [&](raw_server& s) -> awaitable<void> {
                https_pool pool(w.l, s.secure(), w.source());
                const std::string said = co_await ask(pool, get());
                BOOST_TEST(said.starts_with("200 connection_lost: response body of 127.0.0.1:"), said);
                BOOST_TEST(pool.count().open == 0u);
            });
        });
    }
}

BOOST_AUTO_TEST_CASE(each_phase_has_its_own_limit) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto slow = [&](byte_stream& s, int) -> awaitable<void> {
            std::string text;
            const bool asked = co_await read_until(w.l, s, text, "\r\n\r\n", 60s);
            if (asked && text.starts_with("GET /body"))
                co_await say(s, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
            if (asked && text.starts_with("POST")) co_await w.l.sleep(60s);  // reads no more
            co_await read_to_end(w.l, s, 60s);
        };
        co_await against(w.l, w.server_tls(), slow, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            timeouts t;
            t.first_byte = t.write = t.idle = 150ms;
            const std::string head = co_await ask(pool, get("/head"), t);
            BOOST_TEST(head.starts_with("timeout: answer of 127.0.0.1:"), head);
            const std::string body = co_await ask(pool, get("/body"), t);
            BOOST_TEST(body.starts_with("200 timeout: response body of 127.0.0.1:"), body);
            const std::string write = co_await ask(pool, post(std::string(32 << 20, 'x')), t);
            BOOST_TEST(write.starts_with("timeout: request to 127.0.0.1:"), write);
            BOOST_TEST(pool.count().open == 0u);
        });
    });
}

BOOST_AUTO_TEST_CASE(an_early_refusal_of_a_large_body_is_delivered) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto early = [&](byte_stream& s, int) -> awaitable<void> {
            std::string text;
            co_await read_until(w.l, s, text, "\r\n\r\n");
            co_await say(s, "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig");
            s.end_writing();
            co_await w.l.sleep(50ms);
        };
        co_await against(w.l, nullptr, early, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.plain(), nullptr);
            BOOST_TEST((co_await ask(pool, post(std::string(32 << 20, 'x')))) == "413 big");
        });
    });
}

BOOST_AUTO_TEST_CASE(nothing_listening_and_unknown_names_are_unreachable) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        std::string port;
        co_await against(w.l, nullptr, always(w.l, ""), [&](raw_server& s) -> awaitable<void> {
            port = s.port();
            co_return;
        });
        https_pool gone(w.l, {"http", "127.0.0.1", port}, nullptr);
        const std::string refused = co_await ask(gone, get());
        BOOST_TEST(refused == "unreachable: cannot connect to 127.0.0.1:" + port + ": 127.0.0.1:" + port +
                                  ": Connection refused");
        https_pool nowhere(w.l, {"http", "no-such-host.invalid", "80"}, nullptr);
        const std::string unknown = co_await ask(nowhere, get(), short_limits(2s));
        BOOST_TEST(unknown.starts_with("unreachable: look-up of no-such-host.invalid"), unknown);
        https_pool bad(w.l, {"http", "127.0.0.1", port}, nullptr);
        const std::string malformed = co_await ask(bad, get("no slash"));
        BOOST_TEST(malformed.starts_with("failed: "), malformed);
    });
}

BOOST_AUTO_TEST_CASE(a_server_whose_backlog_is_full_times_out_as_not_sent) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof at;
        BOOST_REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&at), size) == 0);
        BOOST_REQUIRE(::listen(fd, 0) == 0);
        ::getsockname(fd, reinterpret_cast<sockaddr*>(&at), &size);
        https_pool pool(w.l, {"http", "127.0.0.1", std::to_string(ntohs(at.sin_port))}, nullptr);
        const auto begin = w.l.now();
        std::string last;
        for (int i = 0; i < 4 && !last.starts_with("unreachable"); ++i)
            last = co_await ask(pool, get(), short_limits());
        BOOST_TEST(last.starts_with("unreachable: cannot connect to 127.0.0.1:"), last);
        BOOST_TEST(last.ends_with(": timed out"), last);
        BOOST_TEST((w.l.now() - begin < 5s));
        ::close(fd);
    });
}

BOOST_AUTO_TEST_CASE(a_cancelled_reader_closes_its_connection) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto silent = always(w.l, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
        co_await against(w.l, w.server_tls(), silent, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            for (const bool in_body : {true, false}) {
                std::string got;
                bool was_cancelled = false;
                const auto watch = [&]() -> awaitable<void> {
                    try {
                        auto stream = co_await pool.send(get(), {});
                        while (in_body) {
                            const auto piece = co_await (*stream)->read();
                            got += *piece;
                        }
                        co_await w.l.sleep(60s);
                    } catch (const cancelled&) {
                        was_cancelled = true;
                        throw;
                    }
                };
                task_scope scope(w.l, "watch");
                scope.spawn("watch", watch());
                const int before = s.ended;
                co_await w.eventually([&] { return in_body ? got == "ab" : pool.count().open == 1; });
                scope.request_stop();
                co_await scope.join();
                BOOST_TEST(was_cancelled);
                BOOST_TEST(pool.count().open == 0u);
                const bool closed = co_await w.eventually([&] { return s.ended > before; });
                BOOST_TEST(closed);
            }
        });
    });
}

BOOST_AUTO_TEST_CASE(many_senders_share_few_connections) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             pool_options few;
                             few.max_connections = 8;
                             https_pool pool(w.l, s.secure(), w.source(), few);
                             int good = 0;
                             const auto sender = [&]() -> awaitable<void> {
                                 for (int i = 0; i < 5; ++i)
                                     good += (co_await ask(pool, get())) == "200 ok" ? 1 : 0;
                             };
                             task_scope scope(w.l, "senders");
                             for (int i = 0; i < 100; ++i) scope.spawn("sender", sender());
                             co_await scope.join();
                             BOOST_TEST(good == 500);
                             BOOST_TEST(s.accepted == 8);
                             BOOST_TEST(pool.count().open == 8u);
                             BOOST_TEST(pool.count().idle == 8u);
                             BOOST_TEST(pool.count().waiting == 0u);
                         });
    });
}

BOOST_AUTO_TEST_CASE(an_urgent_request_waits_for_no_other) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        int requests = 0;
        const auto answer = [&](byte_stream& s, int n) -> awaitable<bool> {
            co_await say(s,
                         n <= 2 ? "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" : std::string(ok_answer));
            co_return true;
        };
        co_await against(
            w.l, w.server_tls(), by_request(w.l, requests, answer), [&](raw_server& s) -> awaitable<void> {
                pool_options two;
                two.max_connections = 2;
                https_pool pool(w.l, s.secure(), w.source(), two);
                auto one = co_await pool.send(get(), {}), other = co_await pool.send(get(), {});
                const auto waiter = [&]() -> awaitable<void> { (void)co_await ask(pool, get()); };
                task_scope scope(w.l, "waiter");
                scope.spawn("waiter", waiter());
                co_await w.eventually([&] { return pool.count().waiting == 1; });
                for (int i = 0; i < 3; ++i) {
                    request r = get();
                    r.urgent = true;
                    BOOST_TEST((co_await ask(pool, std::move(r), short_limits(5s))) == "200 ok");
                }
                BOOST_TEST(pool.count().waiting == 1u);
                BOOST_TEST(pool.count().open == 3u);
                one->reset();
                co_await scope.join();
            });
    });
}

BOOST_AUTO_TEST_CASE(senders_that_wait_too_long_or_are_cancelled_leave_the_queue) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto open = always(w.l, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
        co_await against(w.l, w.server_tls(), open, [&](raw_server& s) -> awaitable<void> {
            pool_options one;
            one.max_connections = 1;
            https_pool pool(w.l, s.secure(), w.source(), one);
            auto held = co_await pool.send(get(), {});
            BOOST_REQUIRE(held.has_value());
            const std::string late = co_await ask(pool, get(), short_limits(50ms));
            BOOST_TEST(late ==
                       "unreachable: timed out after 0.05 s waiting for one of 1 connections to 127.0.0.1:" +
                           s.port());
            task_scope scope(w.l, "waiter");
            const auto waiter = [&]() -> awaitable<void> { (void)co_await pool.send(get(), {}); };
            scope.spawn("waiter", waiter());
            co_await w.eventually([&] { return pool.count().waiting == 1; });
            scope.request_stop();
            co_await scope.join();
            BOOST_TEST(pool.count().waiting == 0u);
            held->reset();
            auto next = co_await pool.send(get(), short_limits(2s));
            BOOST_TEST(next.has_value());
        });
    });
}

BOOST_AUTO_TEST_CASE(closing_ends_what_waits_what_connects_and_what_reads) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        // The first connection gets half an answer, the second no handshake.
        const auto odd = [&](byte_stream& s, int nth) -> awaitable<void> {
            if (nth == 1) {
                (void)co_await s.handshake(w.server_tls(), "", 0s);
                std::string text;
                co_await read_until(w.l, s, text, "\r\n\r\n");
                co_await say(s, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
            }
            co_await read_to_end(w.l, s, 60s);
        };
        co_await against(w.l, nullptr, odd, [&](raw_server& s) -> awaitable<void> {
            pool_options two;
            two.max_connections = 2;
            auto pool = std::make_unique<https_pool>(w.l, s.secure(), w.source(), two);
            std::vector<std::string> said(2);
            auto stream = co_await pool->send(get(), {});
            BOOST_REQUIRE(stream.has_value());
            std::string read;
            const auto sender = [&](int i) -> awaitable<void> { said[i] = co_await ask(*pool, get()); };
            const auto reader = [&]() -> awaitable<void> {
                const auto piece = co_await (*stream)->read();
                read = piece ? "a piece" : std::string(to_string(piece.error().code));
            };
            task_scope scope(w.l, "users");
            scope.spawn("connecting", sender(0));
            co_await w.eventually([&] { return s.accepted == 2; });
            scope.spawn("waiting", sender(1));
            scope.spawn("reading", reader());
            co_await w.eventually([&] { return pool->count().waiting == 1; });
            pool.reset();
            co_await scope.join();
            BOOST_TEST(said[0] == "stopping: connections to 127.0.0.1:" + s.port() + " are closed");
            BOOST_TEST(said[1] == said[0]);
            BOOST_TEST(read == "connection_lost");
            const bool closed = co_await w.eventually([&] { return s.ended == 2; });
            BOOST_TEST(closed);
        });
    });
}

BOOST_AUTO_TEST_CASE(closing_ends_a_wait_for_a_connection_that_nobody_gives_back_or_that_was_just_given) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto open = always(w.l, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
        for (const bool given : {false, true}) {
            co_await against(w.l, w.server_tls(), open, [&](raw_server& s) -> awaitable<void> {
                pool_options one;
                one.max_connections = 1;
                https_pool pool(w.l, s.secure(), w.source(), one);
                auto held = co_await pool.send(get(), {});
                std::string said;
                const auto waiter = [&]() -> awaitable<void> { said = co_await ask(pool, get()); };
                task_scope scope(w.l, "waiter");
                scope.spawn("waiter", waiter());
                co_await w.eventually([&] { return pool.count().waiting == 1; });
                if (given) held->reset();
                pool.close();
                const bool ended = co_await w.eventually([&] { return !said.empty(); }, 5s);
                BOOST_TEST(ended);
                BOOST_TEST(said.starts_with("stopping: "), said);
                BOOST_TEST(s.accepted == 1);
                held->reset();
                co_await scope.join();
            });
        }
    });
}

BOOST_AUTO_TEST_CASE(new_credentials_get_new_connections) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             tls_context_ptr now = w.client_tls();
                             https_pool pool(w.l, s.secure(), [&] { return now; });
                             BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                             BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                             BOOST_TEST(s.accepted == 1);
                             const test_ca other("other CA");
                             now = w.client_tls(w.trusting(other.pem()));
                             const std::string refused = co_await ask(pool, get());
                             BOOST_TEST(refused.starts_with("unreachable: the certificate"), refused);
                             now = w.client_tls();
                             BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                         });
    });
}

// One for each informer, and an operator may have hundreds: lists, writes and leases must not wait for them.
BOOST_AUTO_TEST_CASE(streams_take_no_slot_from_other_requests) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        int requests = 0;
        const auto answer = [&](byte_stream& s, int n) -> awaitable<bool> {
            co_await say(s, n <= 10 ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
                                    : std::string(ok_answer));
            co_return true;
        };
        co_await against(w.l, w.server_tls(), by_request(w.l, requests, answer),
                         [&](raw_server& s) -> awaitable<void> {
                             pool_options few;
                             few.max_connections = 2;
                             https_pool pool(w.l, s.secure(), w.source(), few);
                             timeouts endless;
                             endless.idle = duration::zero();
                             std::vector<std::unique_ptr<response_stream>> streams;
                             for (int i = 0; i < 10; ++i) {
                                 auto stream = co_await pool.send(get(), endless);
                                 BOOST_REQUIRE(stream.has_value());
                                 BOOST_TEST((co_await (*stream)->read()).value() == "x");
                                 streams.push_back(std::move(*stream));
                             }
                             for (int i = 0; i < 5; ++i) BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                             BOOST_TEST(pool.count().open == 11u);
                             BOOST_TEST(pool.count().waiting == 0u);
                             streams.resize(7);
                             BOOST_TEST(pool.count().open == 8u);
                             pool.close();
                             for (const auto& stream : streams) {
                                 const auto piece = co_await stream->read();
                                 BOOST_TEST((!piece && piece.error().code == errc::connection_lost));
                             }
                             streams.clear();
                             BOOST_TEST(pool.count().open == 0u);
                         });
    });
}

BOOST_AUTO_TEST_CASE(a_fast_stream_does_not_keep_the_loop_to_itself) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto big =
            always(w.l, "HTTP/1.1 200 OK\r\nContent-Length: 33554432\r\n\r\n" + std::string(32 << 20, 'x'));
        co_await against(w.l, nullptr, big, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.plain(), nullptr);
            std::size_t read = 0;
            std::vector<std::size_t> seen;
            const auto other = [&]() -> awaitable<void> {
                while (read < (32 << 20)) {
                    if (seen.empty() || seen.back() != read) seen.push_back(read);
                    co_await w.l.yield();
                }
            };
            task_scope scope(w.l, "other");
            scope.spawn("other", other());
            auto stream = co_await pool.send(get(), {});
            for (;;) {
                const auto piece = co_await (*stream)->read();
                BOOST_REQUIRE(piece.has_value());
                if (piece->empty()) break;
                read += piece->size();
            }
            co_await scope.join();
            std::size_t longest = 0;
            for (std::size_t i = 1; i < seen.size(); ++i) longest = std::max(longest, seen[i] - seen[i - 1]);
            BOOST_TEST(longest <= std::size_t{32 * 16 * 1024});
            BOOST_TEST(read == std::size_t{32} << 20);
        });
    });
}

BOOST_AUTO_TEST_SUITE_END()
