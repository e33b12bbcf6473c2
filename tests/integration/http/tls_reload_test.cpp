// Certificates that are replaced under way, over real sockets: what is open goes on, what is new uses the new
// ones.
#include "setpoint/http/tls_reload.hpp"

#include "framework/http/tls_context.hpp"
#include "peers.hpp"
#include "setpoint/http/server.hpp"

#include <map>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(tls_reload_test)

namespace {

struct reload_world : http_world {
    std::map<std::string, std::string> files;

    tls_reload::file_reader reader() {
        return [this](const std::string& path) -> result<std::string> {
            const auto at = files.find(path);
            if (at == files.end()) return error(errc::not_found, "No such file or directory");
            return at->second;
        };
    }
    void put(const test_cert& c) {
        files["/crt"] = c.cert_pem;
        files["/key"] = c.key_pem;
    }
    // A server's context that wants certificates of `clients`.
    tls_context_ptr demanding(const test_cert& own, const std::string& clients) const {
        const tls_context_ptr made = server_tls(own);
        X509_STORE* store = SSL_CTX_get_cert_store(made->ctx.get());
        BIO* in = BIO_new_mem_buf(clients.data(), static_cast<int>(clients.size()));
        X509* ca_cert = PEM_read_bio_X509(in, nullptr, nullptr, nullptr);
        X509_STORE_add_cert(store, ca_cert);
        X509_free(ca_cert);
        BIO_free(in);
        SSL_CTX_set_verify(made->ctx.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        return made;
    }
};

// A body that goes on until it is told to end.
struct ticks final : body_source {
    explicit ticks(loop& l) : more(l) {}
    awaitable<result<std::string_view>> read() override {
        while (!pending && !last) co_await more.wait();
        if (!pending) co_return std::string_view();
        pending = false;
        co_return std::string_view("tick");
    }
    void tick() {
        pending = true;
        more.notify();
    }
    void end() {
        last = true;
        more.notify();
    }
    notifier more;
    bool pending = false, last = false;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_server_shows_its_new_certificate_to_new_connections_and_open_ones_go_on) {
    reload_world w;
    test_ca other("other CA");
    w.put(w.local);
    tls_reload reload(w.time, w.reader(), w.log, {{"/crt", "certificate", ""}, {"/key", "key", ""}},
                      server_pair, duration::zero());
    BOOST_REQUIRE(reload.load().has_value());
    const auto stream = std::make_shared<ticks>(w.l);
    server_options o;
    o.at = {"127.0.0.1", 0};
    o.tls = [&] { return reload.current(); };
    const auto handle = [&](const server_request& r) -> awaitable<response> {
        response answer = text_response(200, "ok");
        if (r.path() == "/watch") answer.stream = stream;
        co_return answer;
    };
    server s(w.l, w.log, o, handle);
    BOOST_REQUIRE(s.start().has_value());
    w.run([&]() -> awaitable<void> {
        const origin at{"https", "127.0.0.1", std::to_string(s.port())};
        https_pool old_ca(w.l, at, w.source());
        auto watch = co_await old_ca.send(get("/watch"), {});
        BOOST_REQUIRE(watch.has_value());
        BOOST_TEST((co_await ask(old_ca, get())) == "200 ok\n");

        w.put(other.issue({"api", {"IP:127.0.0.1"}}));
        https_pool new_ca(w.l, at, [t = w.client_tls(w.trusting(other.pem()))] { return t; });
        BOOST_TEST((co_await ask(new_ca, get())) == "200 ok\n");
        https_pool late(w.l, at, w.source());
        BOOST_TEST((co_await ask(late, get())).find("is not trusted") != std::string::npos);

        std::string text;
        for (int i = 0; i < 2; ++i) {
            stream->tick();
            while (text.size() < 3 + 4 * static_cast<std::size_t>(i + 1)) {
                const auto piece = co_await (*watch)->read();
                BOOST_REQUIRE((piece.has_value() && !piece->empty()));
                text += *piece;
            }
        }
        BOOST_TEST(text == "ok\nticktick");
        stream->end();
        const auto rest = co_await (*watch)->read();
        BOOST_TEST((rest.has_value() && rest->empty()));
        co_await s.stop(5s);
    });
}

BOOST_AUTO_TEST_CASE(a_client_takes_a_new_authority_at_once_when_the_old_one_fails) {
    reload_world w;
    test_ca other("other CA");
    w.files["/ca"] = w.ca.pem();
    const auto make = [](const std::vector<secret>& contents, wall_time now) {
        tls_settings settings;
        settings.ca_pem = contents.at(0).reveal();
        return make_client_tls(settings, now);
    };
    // The period never passes in this test.
    tls_reload reload(w.time, w.reader(), w.log, {{"/ca", "certificate-authority", ""}}, make, 1h);
    BOOST_REQUIRE(reload.load().has_value());
    int looks = 0;
    pool_options o;
    o.refused = [&] {
        ++looks;
        return reload.check();
    };
    w.run([&]() -> awaitable<void> {
        co_await against(
            w.l, w.server_tls(other.issue({"api", {"IP:127.0.0.1"}})), always(w.l, std::string(ok_answer)),
            [&](raw_server& s) -> awaitable<void> {
                https_pool pool(w.l, s.secure(), [&] { return reload.current(); }, o);
                BOOST_TEST((co_await ask(pool, get())).find("is not trusted") != std::string::npos);
                BOOST_TEST(looks == 1);
                w.files["/ca"] = other.pem();
                BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                BOOST_TEST(looks == 2);
                BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                BOOST_TEST(looks == 2);
            });
    });
}

BOOST_AUTO_TEST_CASE(a_client_takes_a_new_certificate_at_once_when_the_server_refuses_the_old_one) {
    reload_world w;
    test_ca old_clients("old clients"), new_clients("new clients");
    w.put(old_clients.issue({"me", {}}));
    const auto make = [&w](const std::vector<secret>& contents, wall_time now) {
        tls_settings settings;
        settings.ca_pem = w.ca.pem();
        settings.client_cert_pem = contents.at(0).reveal();
        settings.client_key_pem = contents.at(1);
        return make_client_tls(settings, now);
    };
    tls_reload reload(w.time, w.reader(), w.log,
                      {{"/crt", "client-certificate", ""}, {"/key", "client-key", ""}}, make, 1h);
    BOOST_REQUIRE(reload.load().has_value());
    pool_options o;
    o.refused = [&] { return reload.check(); };
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.demanding(w.local, new_clients.pem()), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             https_pool pool(w.l, s.secure(), [&] { return reload.current(); }, o);
                             BOOST_TEST((co_await ask(pool, get())).starts_with("unreachable: TLS with "));
                             const test_cert next = new_clients.issue({"me", {}});
                             // Half of it: not used, and said once.
                             w.files["/crt"] = next.cert_pem;
                             BOOST_TEST((co_await ask(pool, get())).starts_with("unreachable: TLS with "));
                             BOOST_TEST((co_await ask(pool, get())).starts_with("unreachable: TLS with "));
                             w.put(next);
                             BOOST_TEST((co_await ask(pool, get())) == "200 ok");
                             // A write was surely not done by then, and goes too.
                             BOOST_TEST((co_await ask(pool, post("x"))) == "200 ok");
                         });
    });
    const std::string log = w.log_text.str();
    const std::size_t first = log.find("does not belong to");
    BOOST_TEST(first != std::string::npos);
    BOOST_TEST(log.find("does not belong to", first + 1) == std::string::npos, log);
}

BOOST_AUTO_TEST_CASE(pooled_connections_of_an_old_context_are_closed_and_a_stream_over_one_goes_on) {
    reload_world w;
    std::vector<tls_context_ptr> contexts = {w.client_tls(), w.client_tls()};
    std::size_t now = 0;
    byte_stream* streaming = nullptr;
    latch served(w.l);
    const raw_server::behaviour b = [&](byte_stream& s, int) -> awaitable<void> {
        for (;;) {
            std::string text;
            const bool asked = co_await read_until(w.l, s, text, "\r\n\r\n", 60s);
            if (!asked) co_return;
            if (!text.starts_with("GET /watch")) {
                co_await say(s, std::string(ok_answer));
                continue;
            }
            streaming = &s;
            co_await say(s, "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nfour");
            co_await served.wait();
            co_await say(s, "more");
        }
    };
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), b, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), [&] { return contexts[now]; });
            auto watch = co_await pool.send(get("/watch"), {});
            BOOST_REQUIRE(watch.has_value());
            BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST(pool.count().opened_ever == 2u);
            BOOST_TEST(pool.count().idle == 1u);
            now = 1;
            BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST(pool.count().opened_ever == 3u);
            // The old idle one is gone: the server sees its end.
            const bool ended = co_await w.eventually([&] { return s.ended == 1; });
            BOOST_TEST(ended);
            std::string text;
            served.set();
            while (text.size() < 8) {
                const auto piece = co_await (*watch)->read();
                BOOST_REQUIRE((piece.has_value() && !piece->empty()));
                text += *piece;
            }
            BOOST_TEST(text == "fourmore");
            // Done with, it is not used again either.
            watch->reset();
            BOOST_TEST((co_await ask(pool, get())) == "200 ok");
            BOOST_TEST(pool.count().opened_ever == 3u);
            BOOST_TEST(pool.count().open == 1u);
        });
    });
    BOOST_TEST(streaming != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
