// Servers that ask clients for a certificate without requiring one, over real sockets.
#include "setpoint/http/peer.hpp"

#include "peers.hpp"
#include "setpoint/http/server.hpp"

#include <chrono>
#include <string>
#include <vector>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(peer_test)

namespace {

struct peer_world : http_world {
    std::vector<std::shared_ptr<const peer_certificates>> seen;

    tls_context_ptr asking(std::string_view ca_names = {}) const {
        auto made = make_asking_server_tls(local.cert_pem, secret(local.key_pem), ca_names);
        BOOST_REQUIRE_MESSAGE(made.has_value(), (made ? "" : made.error().message));
        return *made;
    }
    tls_context_ptr presenting(const test_cert& c, const std::string& others = {},
                               wall_time at = wall_time(std::chrono::sys_days(std::chrono::year(2021) / 1 /
                                                                              1))) const {
        tls_settings s = trusting(ca.pem());
        s.client_cert_pem = c.cert_pem + others;
        s.client_key_pem = secret(c.key_pem);
        auto made = make_client_tls(s, at);
        BOOST_REQUIRE_MESSAGE(made.has_value(), (made ? "" : made.error().message));
        return *made;
    }
    awaitable<response> handle(const server_request& r) {
        seen.push_back(r.peer);
        co_return text_response(200, "ok");
    }
    // Sends each request on one connection of each client.
    void ask_as(tls_context_ptr served, std::vector<tls_context_ptr> clients, int times = 1) {
        run([&]() -> awaitable<void> {
            server_options options;
            options.name = "test";
            options.at = {"127.0.0.1", 0};
            options.tls = [served] { return served; };
            server s(l, log, options, [this](const server_request& r) { return handle(r); });
            BOOST_REQUIRE(s.start().has_value());
            for (const tls_context_ptr& own : clients) {
                https_pool pool(l, {"https", "127.0.0.1", std::to_string(s.port())}, [own] { return own; });
                for (int i = 0; i < times; ++i) BOOST_TEST(co_await ask(pool, get()) == "200 ok\n");
                pool.close();
            }
            co_await s.stop(5s);
        });
    }
};

// The certificates of a text in PEM as DER.
std::vector<std::string> der_of(const std::string& pem) {
    std::vector<std::string> out;
    BIO* in = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    while (X509* cert = PEM_read_bio_X509(in, nullptr, nullptr, nullptr)) {
        std::string bytes(static_cast<std::size_t>(i2d_X509(cert, nullptr)), '\0');
        auto* to = reinterpret_cast<unsigned char*>(bytes.data());
        i2d_X509(cert, &to);
        out.push_back(std::move(bytes));
        X509_free(cert);
    }
    BIO_free(in);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(client_without_certificate_is_let_in) {
    peer_world w;
    w.ask_as(w.asking(), {w.client_tls()});
    BOOST_REQUIRE(w.seen.size() == 1u);
    BOOST_TEST(w.seen[0] == nullptr);
}

BOOST_AUTO_TEST_CASE(chain_arrives_in_order_whoever_issued_it) {
    peer_world w;
    test_ca stranger("stranger"), between("between", stranger);
    const test_cert client = between.issue({"jane", {}});
    w.ask_as(w.asking(), {w.presenting(client, between.pem())});
    BOOST_REQUIRE(w.seen.size() == 1u);
    BOOST_REQUIRE(w.seen[0] != nullptr);
    BOOST_TEST(w.seen[0]->chain == der_of(client.cert_pem + between.pem()), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(expired_certificate_is_left_to_handlers) {
    peer_world w;
    cert_request old{"jane", {}};
    old.not_after = wall_time(std::chrono::sys_days(std::chrono::year(2022) / 1 / 1));
    const test_cert client = w.ca.issue(old);
    w.ask_as(w.asking(), {w.presenting(client)});
    BOOST_REQUIRE(w.seen.size() == 1u);
    BOOST_TEST(w.seen[0] != nullptr);
}

BOOST_AUTO_TEST_CASE(requests_of_a_connection_share_certificates) {
    peer_world w;
    w.ask_as(w.asking(), {w.presenting(w.ca.issue({"jane", {}})), w.presenting(w.ca.issue({"joe", {}}))}, 2);
    BOOST_REQUIRE(w.seen.size() == 4u);
    BOOST_TEST(w.seen[0] == w.seen[1]);
    BOOST_TEST(w.seen[2] == w.seen[3]);
    BOOST_TEST(w.seen[0] != w.seen[2]);
}

BOOST_AUTO_TEST_CASE(other_servers_ask_for_no_certificate) {
    peer_world w;
    w.ask_as(w.server_tls(), {w.presenting(w.ca.issue({"jane", {}}))});
    BOOST_REQUIRE(w.seen.size() == 1u);
    BOOST_TEST(w.seen[0] == nullptr);
}

BOOST_AUTO_TEST_CASE(names_of_authorities_must_be_certificates) {
    peer_world w;
    const auto made = make_asking_server_tls(w.local.cert_pem, secret(w.local.key_pem), "hello");
    BOOST_REQUIRE(!made.has_value());
    BOOST_TEST(made.error().message == "client-ca: contains no PEM certificate");
    w.ask_as(w.asking(w.ca.pem()), {w.presenting(w.ca.issue({"jane", {}}))});
    BOOST_REQUIRE(w.seen.size() == 1u);
    BOOST_TEST(w.seen[0] != nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
