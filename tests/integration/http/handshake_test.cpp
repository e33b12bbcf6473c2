// TLS over real sockets: who is trusted, who is not, and what is said about it.
#include "peers.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(handshake_test)

namespace {

// What a client with `settings` gets from a server with `cert`, reached as `host`. The port is replaced by
// PORT.
std::string outcome(http_world& w, tls_context_ptr server, const tls_settings& settings,
                    std::string host = "127.0.0.1") {
    std::string said;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, server, always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             https_pool pool(w.l, s.secure(host), [t = w.client_tls(settings)] { return t; });
                             said = co_await ask(pool, get());
                             const std::size_t at = said.find(s.port());
                             if (at != std::string::npos) said.replace(at, s.port().size(), "PORT");
                         });
    });
    return said;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_server_of_the_named_authority_is_trusted_by_address_and_by_name) {
    http_world w;
    BOOST_TEST(outcome(w, w.server_tls(), w.trusting(w.ca.pem())) == "200 ok");
    BOOST_TEST(outcome(w, w.server_tls(), w.trusting(w.ca.pem()), "localhost") == "200 ok");
    tls_settings named = w.trusting(w.ca.pem());
    named.server_name = "api.test";
    const test_cert only_name = w.ca.issue({"api", {"DNS:api.test"}});
    BOOST_TEST(outcome(w, w.server_tls(only_name), named) == "200 ok");
}

BOOST_AUTO_TEST_CASE(a_server_of_another_authority_is_refused) {
    http_world w;
    const test_ca other("other CA");
    BOOST_TEST(outcome(w, w.server_tls(), w.trusting(other.pem())) ==
               "unreachable: the certificate of 127.0.0.1:PORT is not trusted: unable to get local issuer "
               "certificate");
    test_cert with_ca = w.local;
    with_ca.cert_pem += w.ca.pem();
    BOOST_TEST(outcome(w, w.server_tls(with_ca), w.trusting(other.pem())) ==
               "unreachable: the certificate of 127.0.0.1:PORT is not trusted: self-signed certificate in "
               "certificate chain");
    // The same name and another key: an authority that only calls itself so.
    const test_ca namesake;
    BOOST_TEST(outcome(w, w.server_tls(), w.trusting(namesake.pem()))
                   .starts_with("unreachable: the certificate of 127.0.0.1:PORT is not trusted: "));
}

BOOST_AUTO_TEST_CASE(a_certificate_for_something_else_is_refused_and_what_it_is_for_is_said) {
    http_world w;
    const test_cert names = w.ca.issue({"127.0.0.1", {"DNS:kubernetes.default", "IP:10.0.0.1", "IP:::1"}});
    BOOST_TEST(outcome(w, w.server_tls(names), w.trusting(w.ca.pem())) ==
               "unreachable: the certificate of 127.0.0.1:PORT is for kubernetes.default, 10.0.0.1, ::1, not "
               "for 127.0.0.1");
    BOOST_TEST(
        outcome(w, w.server_tls(names), w.trusting(w.ca.pem()), "localhost").ends_with("not for localhost"));
    const test_cert none = w.ca.issue({"localhost", {}});
    BOOST_TEST(outcome(w, w.server_tls(none), w.trusting(w.ca.pem()), "localhost") ==
               "unreachable: the certificate of 127.0.0.1:PORT is for no name or address, not for localhost");
    tls_settings named = w.trusting(w.ca.pem());
    named.server_name = "other.test";
    BOOST_TEST(outcome(w, w.server_tls(), named)
                   .ends_with("is for 127.0.0.1, localhost, api.test, not for other.test"));
    const test_cert wild = w.ca.issue({"x", {"DNS:*.api.test"}});
    named.server_name = "a.api.test";
    BOOST_TEST(outcome(w, w.server_tls(wild), named) == "200 ok");
    named.server_name = "a.b.api.test";
    BOOST_TEST(outcome(w, w.server_tls(wild), named).ends_with("is for *.api.test, not for a.b.api.test"));
}

BOOST_AUTO_TEST_CASE(certificates_out_of_their_time_are_refused_with_the_date) {
    http_world w;
    cert_request r{"api", {"IP:127.0.0.1"}};
    r.not_after = wall_time(std::chrono::sys_days(std::chrono::year(2025) / 1 / 1));
    BOOST_TEST(outcome(w, w.server_tls(w.ca.issue(r)), w.trusting(w.ca.pem())) ==
               "unreachable: the certificate of 127.0.0.1:PORT expired on 2025-01-01");
    r = {"api", {"IP:127.0.0.1"}};
    r.not_before = wall_time(std::chrono::sys_days(std::chrono::year(2080) / 1 / 1));
    BOOST_TEST(outcome(w, w.server_tls(w.ca.issue(r)), w.trusting(w.ca.pem())) ==
               "unreachable: the certificate of 127.0.0.1:PORT is not valid before 2080-01-01; is the clock "
               "of this machine "
               "right?");
}

BOOST_AUTO_TEST_CASE(a_self_signed_certificate_is_trusted_only_when_named_or_when_verification_is_off) {
    http_world w;
    const test_cert alone = test_ca::self_signed({"api", {"IP:127.0.0.1"}});
    BOOST_TEST(outcome(w, w.server_tls(alone), w.trusting(w.ca.pem())) ==
               "unreachable: the certificate of 127.0.0.1:PORT is not trusted: self-signed certificate");
    BOOST_TEST(outcome(w, w.server_tls(alone), w.trusting(alone.cert_pem)) == "200 ok");
    tls_settings off;
    off.insecure_skip_verify = true;
    BOOST_TEST(outcome(w, w.server_tls(alone), off) == "200 ok");
}

BOOST_AUTO_TEST_CASE(intermediate_authorities_are_followed_and_may_be_trusted_themselves) {
    http_world w;
    test_ca between("between", w.ca);
    test_cert leaf = between.issue({"api", {"IP:127.0.0.1"}});
    BOOST_TEST(outcome(w, w.server_tls(leaf), w.trusting(w.ca.pem())).starts_with("unreachable: "));
    BOOST_TEST(outcome(w, w.server_tls(leaf), w.trusting(between.pem())) == "200 ok");
    leaf.cert_pem += between.pem();
    BOOST_TEST(outcome(w, w.server_tls(leaf), w.trusting(w.ca.pem())) == "200 ok");
    const test_ca unrelated("unrelated");
    BOOST_TEST(outcome(w, w.server_tls(leaf), w.trusting(unrelated.pem() + w.ca.pem())) == "200 ok");
}

BOOST_AUTO_TEST_CASE(a_leaf_cannot_act_as_an_authority) {
    http_world w;
    test_ca sneaky("sneaky", w.ca);
    test_cert leaf = w.ca.issue({"mine", {"IP:127.0.0.2"}});
    test_cert forged = sneaky.issue({"api", {"IP:127.0.0.1"}});
    forged.cert_pem += leaf.cert_pem;  // the wrong link
    BOOST_TEST(outcome(w, w.server_tls(forged), w.trusting(w.ca.pem()))
                   .starts_with("unreachable: the certificate of "));
}

BOOST_AUTO_TEST_CASE(old_versions_of_tls_are_refused) {
    http_world w;
    auto old = std::make_shared<tls_context>();
    old->server = true;
    old->ctx.reset(SSL_CTX_new(TLS_server_method()));
    SSL_CTX_set_cipher_list(old->ctx.get(), "ALL:@SECLEVEL=0");
    SSL_CTX_set_min_proto_version(old->ctx.get(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(old->ctx.get(), TLS1_1_VERSION);
    const auto pair = w.server_tls();
    SSL_CTX_use_certificate(old->ctx.get(), SSL_CTX_get0_certificate(pair->ctx.get()));
    SSL_CTX_use_PrivateKey(old->ctx.get(), SSL_CTX_get0_privatekey(pair->ctx.get()));
    const std::string said = outcome(w, old, w.trusting(w.ca.pem()));
    BOOST_TEST(said.starts_with("unreachable: TLS with 127.0.0.1:PORT: "), said);
    BOOST_TEST(said.find("protocol") != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(tls_1_2_works_with_aead_ciphers_and_not_without) {
    http_world w;
    const auto only = [&](const char* ciphers) {
        auto t = w.server_tls();
        SSL_CTX_set_max_proto_version(t->ctx.get(), TLS1_2_VERSION);
        SSL_CTX_set_cipher_list(t->ctx.get(), ciphers);
        return outcome(w, t, w.trusting(w.ca.pem()));
    };
    BOOST_TEST(only("ECDHE-ECDSA-AES128-GCM-SHA256") == "200 ok");
    BOOST_TEST(only("ECDHE-ECDSA-AES128-SHA256").starts_with("unreachable: "));
}

BOOST_AUTO_TEST_CASE(a_client_certificate_is_shown_and_its_absence_is_a_request_not_seen) {
    http_world w;
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        auto demanding = w.server_tls();
        SSL_CTX_set_max_proto_version(demanding->ctx.get(), version);
        SSL_CTX_set_verify(demanding->ctx.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
        const auto trusted = w.client_tls();  // for its store
        SSL_CTX_set1_cert_store(demanding->ctx.get(), SSL_CTX_get_cert_store(trusted->ctx.get()));
        tls_settings with = w.trusting(w.ca.pem());
        const test_cert client = w.ca.issue({"client", {}});
        with.client_cert_pem = client.cert_pem;
        with.client_key_pem = secret(client.key_pem);
        BOOST_TEST(outcome(w, demanding, with) == "200 ok");
        const std::string without = outcome(w, demanding, w.trusting(w.ca.pem()));
        BOOST_TEST(without.starts_with("unreachable: TLS with 127.0.0.1:PORT: the peer refused: "), without);
    }
}

BOOST_AUTO_TEST_CASE(the_wrong_protocol_is_named) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        // What Go's server says to a TLS hello on a plain port.
        const auto plain = [&](byte_stream& s, int) -> awaitable<void> {
            std::string text;
            co_await read_until(w.l, s, text, "\x16\x03\x01");
            co_await say(s, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n400 Bad Request");
        };
        co_await against(w.l, nullptr, plain, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            const std::string said = co_await ask(pool, get());
            BOOST_TEST(said ==
                       "unreachable: TLS with 127.0.0.1:" + s.port() + ": the peer does not speak TLS");
        });
    });
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, ""), [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.plain(), nullptr);
            const std::string said = co_await ask(pool, get());
            BOOST_TEST((said.starts_with("bad_data: ") || said.starts_with("connection_lost: ")), said);
        });
    });
}

BOOST_AUTO_TEST_CASE(without_a_context_nothing_goes_out_in_plain_text) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(
            w.l, nullptr, always(w.l, std::string(ok_answer)), [&](raw_server& s) -> awaitable<void> {
                https_pool pool(w.l, s.secure(), [] { return tls_context_ptr(); });
                const std::string said = co_await ask(pool, get());
                BOOST_TEST(said ==
                           "unreachable: TLS with 127.0.0.1:" + s.port() + ": there is no TLS context");
            });
    });
}

BOOST_AUTO_TEST_CASE(a_handshake_that_is_not_answered_times_out_as_not_sent) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        const auto mute = [&](byte_stream& s, int) -> awaitable<void> { co_await read_to_end(w.l, s, 60s); };
        co_await against(w.l, nullptr, mute, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.secure(), w.source());
            timeouts t;
            t.tls = 100ms;
            const std::string said = co_await ask(pool, get(), t);
            BOOST_TEST(
                said.starts_with("unreachable: TLS with 127.0.0.1:" + s.port() + ": the handshake timed out"),
                said);
            // The connection was closed: the server's end sees it.
            const bool closed = co_await w.eventually([&] { return s.ended == 1; });
            BOOST_TEST(closed);
            BOOST_TEST(pool.count().open == 0u);
        });
    });
}

BOOST_AUTO_TEST_SUITE_END()
