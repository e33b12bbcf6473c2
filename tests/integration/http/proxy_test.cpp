// Through an HTTP proxy, over real sockets: tunnels, who is verified, and what is said when it does not work.
#include "peers.hpp"
#include "support/connect_proxy.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(proxy_test)

namespace {

struct proxy_world : http_world {
    // The server is "api.test:6443" to the client, which only the proxy can find.
    const origin api{"https", "api.test", "6443"};

    pool_options via(const connect_proxy& p, const std::string& user = {},
                     tls_context_ptr to_proxy = nullptr) {
        pool_options o;
        o.via = parse_proxy(p.url(user), "HTTPS_PROXY").value();
        o.via->tls = std::move(to_proxy);
        return o;
    }
    // body(server, proxy): both are stopped afterwards.
    template <class F>
    void with_proxy(tls_context_ptr server_side, tls_context_ptr proxy_side, raw_server::behaviour b,
                    F body) {
        run([&]() -> awaitable<void> {
            connect_proxy proxy(l, proxy_side);
            std::exception_ptr failure;
            try {
                co_await against(l, server_side, std::move(b), [&](raw_server& s) -> awaitable<void> {
                    proxy.ports["api.test:6443"] = s.port();
                    co_await body(s, proxy);
                });
            } catch (...) {
                failure = std::current_exception();
            }
            (void)co_await shielded(l, 10s, "proxy", proxy.stop());
            if (failure) std::rethrow_exception(failure);
        });
    }
};

// Without the port, which is another one each time.
std::string without_port(std::string said, const connect_proxy& p) {
    const std::size_t at = said.find(p.port());
    if (at != std::string::npos) said.replace(at, p.port().size(), "PORT");
    return said;
}

}  // namespace

BOOST_AUTO_TEST_CASE(tls_goes_through_a_plain_proxy_and_the_tunnel_is_kept) {
    proxy_world w;
    w.with_proxy(
        w.server_tls(), nullptr, always(w.l, std::string(ok_answer)),
        [&](raw_server& s, connect_proxy& p) -> awaitable<void> {
            https_pool pool(w.l, w.api, w.source(), w.via(p));
            for (int i = 0; i < 3; ++i) BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST(p.tunnels == 1u);
            BOOST_TEST(s.accepted == 1);
            BOOST_TEST(p.heads.at(0) == "CONNECT api.test:6443 HTTP/1.1\r\nHost: api.test:6443\r\n\r\n");
        });
}

BOOST_AUTO_TEST_CASE(plain_http_goes_through_a_tunnel_too) {
    proxy_world w;
    w.with_proxy(nullptr, nullptr, always(w.l, std::string(ok_answer)),
                 [&](raw_server&, connect_proxy& p) -> awaitable<void> {
                     https_pool pool(w.l, {"http", "api.test", "6443"}, {}, w.via(p));
                     for (int i = 0; i < 2; ++i) BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                     BOOST_TEST(p.tunnels == 1u);
                 });
}

BOOST_AUTO_TEST_CASE(tls_goes_through_the_tls_of_the_proxy_in_both_directions_and_any_size) {
    proxy_world w;
    const std::string body(3'000'000, 'x'), large(700'000, 'y');
    const std::string answer =
        fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", body.size(), body);
    test_ca proxy_ca("proxy CA");
    const test_cert proxy_cert = proxy_ca.issue({"proxy", {"IP:127.0.0.1"}});
    std::size_t received = 0;
    const raw_server::behaviour b = [&](byte_stream& s, int) -> awaitable<void> {
        for (;;) {
            std::string text;
            const bool asked = co_await read_until(w.l, s, text, "END", 60s);
            if (!asked) co_return;
            received += text.size();
            co_await say(s, answer);
        }
    };
    w.with_proxy(
        w.server_tls(), w.server_tls(proxy_cert), b, [&](raw_server&, connect_proxy& p) -> awaitable<void> {
            https_pool pool(w.l, w.api, w.source(), w.via(p, "", w.client_tls(w.trusting(proxy_ca.pem()))));
            for (int i = 0; i < 2; ++i) {
                const std::string said = co_await ask(pool, post(large + "END"));
                BOOST_TEST(said.size() == body.size() + 4);
                BOOST_TEST(said.ends_with("xxxx"));
            }
            BOOST_TEST(p.tunnels == 1u);
        });
    BOOST_TEST(received > 2 * large.size());
}

BOOST_AUTO_TEST_CASE(proxy_and_server_are_each_verified_by_their_own_authorities_and_names) {
    proxy_world w;
    test_ca proxy_ca("proxy CA");
    const tls_context_ptr good_proxy = w.server_tls(proxy_ca.issue({"proxy", {"IP:127.0.0.1"}}));
    const tls_context_ptr to_proxy = w.client_tls(w.trusting(proxy_ca.pem()));
    const tls_context_ptr not_to_proxy = w.client_tls(w.trusting(w.ca.pem()));
    w.with_proxy(
        w.server_tls(), good_proxy, always(w.l, std::string(ok_answer)),
        [&](raw_server&, connect_proxy& p) -> awaitable<void> {
            https_pool untrusted(w.l, w.api, w.source(), w.via(p, "", not_to_proxy));
            BOOST_TEST(without_port(co_await ask(untrusted, get()), p) ==
                       "unreachable: proxy (HTTPS_PROXY): the certificate of 127.0.0.1:PORT is not "
                       "trusted: unable to get local issuer certificate");
            BOOST_TEST(p.heads.empty());
            https_pool wrong_server(w.l, w.api, [&] { return to_proxy; }, w.via(p, "", to_proxy));
            BOOST_TEST(without_port(co_await ask(wrong_server, get()), p) ==
                       "unreachable: the certificate of 127.0.0.1:PORT is not trusted: unable to get "
                       "local issuer certificate");
            p.ports["other.test:6443"] = p.ports["api.test:6443"];
            https_pool wrong_name(w.l, {"https", "other.test", "6443"}, w.source(), w.via(p, "", to_proxy));
            BOOST_TEST(without_port(co_await ask(wrong_name, get()), p) ==
                       "unreachable: the certificate of 127.0.0.1:PORT is for 127.0.0.1, localhost, "
                       "api.test, not for other.test");
        });
}

BOOST_AUTO_TEST_CASE(user_and_password_go_to_the_proxy_alone) {
    proxy_world w;
    std::string seen;
    const raw_server::behaviour b = [&](byte_stream& s, int) -> awaitable<void> {
        co_await read_until(w.l, s, seen, "\r\n\r\n");
        co_await say(s, std::string(ok_answer));
    };
    w.with_proxy(w.server_tls(), nullptr, b, [&](raw_server&, connect_proxy& p) -> awaitable<void> {
        p.authorization = "Basic YW5uOnMzY3JldCE=";  // ann:s3cret!
        https_pool none(w.l, w.api, w.source(), w.via(p));
        BOOST_TEST(
            without_port(co_await ask(none, get()), p) ==
            "unreachable: the proxy 127.0.0.1:PORT (HTTPS_PROXY) cannot reach api.test:6443: it answered "
            "407; it requires a user name and a password: http://user:password@...");
        https_pool wrong(w.l, w.api, w.source(), w.via(p, "ann:wrong"));
        BOOST_TEST(
            without_port(co_await ask(wrong, get()), p) ==
            "unreachable: the proxy 127.0.0.1:PORT (HTTPS_PROXY) cannot reach api.test:6443: it answered "
            "407; the user name or the password is wrong");
        https_pool right(w.l, w.api, w.source(), w.via(p, "ann:s3cret%21"));
        BOOST_TEST((co_await ask(right, get())) == "200 ok");
    });
    BOOST_TEST(seen.find("uthorization") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_proxy_that_does_not_do_its_part_is_named) {
    proxy_world w;
    const std::string begin =
        "unreachable: the proxy 127.0.0.1:PORT (HTTPS_PROXY) cannot reach api.test:6443: ";
    const std::pair<std::string, std::string> rows[] = {
        {"HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno",
         "it answered 403; it does not allow this address"},
        {"HTTP/1.1 502 Bad Gateway\r\n\r\n", "it answered 502"},
        {"HTTP/1.1 101 Switching Protocols\r\n\r\nHTTP/1.1 503 No\r\n\r\n", "it"},
        {"SSH-2.0-OpenSSH\r\n\r\n", "its response is not HTTP: "},
        {"HTTP/1.1 200 OK\r\n", "it closed the connection"},
        {"HTTP/1.1 200 OK\r\n\r\nhello", "it sent unexpected bytes into the tunnel"},
    };
    w.with_proxy(w.server_tls(), nullptr, always(w.l, std::string(ok_answer)),
                 [&](raw_server& s, connect_proxy& p) -> awaitable<void> {
                     for (const auto& [answer, expected] : rows) {
                         p.answer = answer;
                         https_pool pool(w.l, w.api, w.source(), w.via(p));
                         const std::string said = without_port(co_await ask(pool, get()), p);
                         BOOST_TEST(said.starts_with(begin + expected), said);
                     }
                     BOOST_TEST(s.accepted == 0);
                 });
}

BOOST_AUTO_TEST_CASE(a_proxy_that_is_not_there_or_says_nothing_is_named) {
    proxy_world w;
    w.run([&]() -> awaitable<void> {
        pool_options o;
        o.via = parse_proxy("http://127.0.0.1:1", "HTTPS_PROXY").value();
        https_pool pool(w.l, w.api, w.source(), o);
        BOOST_TEST((co_await ask(pool, get()))
                       .starts_with("unreachable: proxy (HTTPS_PROXY): cannot connect to 127.0.0.1:1: "));
        const raw_server::behaviour silent = [&](byte_stream& s, int) -> awaitable<void> {
            co_await read_to_end(w.l, s, 60s);
        };
        co_await against(w.l, nullptr, silent, [&](raw_server& s) -> awaitable<void> {
            pool_options quiet;
            quiet.via = parse_proxy("http://127.0.0.1:" + s.port(), "HTTPS_PROXY").value();
            https_pool waiting(w.l, w.api, w.source(), quiet);
            const std::string said = co_await ask(waiting, get(), short_limits());
            BOOST_TEST(said.ends_with("(HTTPS_PROXY) cannot reach api.test:6443: timed out after 0.2 s"),
                       said);
        });
    });
}

BOOST_AUTO_TEST_SUITE_END()
