#include "framework/http/tls_context.hpp"

#include "framework/http/system_certificates.hpp"
#include "framework/http/tls_text.hpp"
#include "setpoint/http/peer.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>

#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

using bio_ptr = std::unique_ptr<BIO, openssl_free<BIO_free>>;

error bad(std::string_view input, std::string_view what) {
    ERR_clear_error();
    return error(errc::bad_config, fmt::format("{}: {}", input, what));
}

// Prevents the prompt for a pass phrase on the terminal, OpenSSL's default.
int refuse_passphrase(char*, int, int, void* asked) {
    *static_cast<bool*>(asked) = true;
    return -1;
}

bio_ptr reader(std::string_view text) {
    return bio_ptr(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

result<std::vector<x509_ptr>> parse_certificates(std::string_view pem, std::string_view input) {
    ERR_clear_error();
    bool asked = false;
    const bio_ptr in = reader(pem);
    std::vector<x509_ptr> all;
    while (x509_ptr cert{PEM_read_bio_X509(in.get(), nullptr, refuse_passphrase, &asked)})
        all.push_back(std::move(cert));
    const unsigned long e = ERR_peek_last_error();
    const bool at_end = ERR_GET_LIB(e) == ERR_LIB_PEM && ERR_GET_REASON(e) == PEM_R_NO_START_LINE;
    if (!at_end)
        return bad(input, fmt::format("PEM certificate {} cannot be read: {}", all.size() + 1,
                                      take_openssl_error()));
    if (all.empty()) return bad(input, "contains no PEM certificate");
    ERR_clear_error();
    return all;
}

result<pkey_ptr> parse_key(std::string_view pem, std::string_view input) {
    ERR_clear_error();
    bool asked = false;
    const bio_ptr in = reader(pem);
    pkey_ptr key(PEM_read_bio_PrivateKey(in.get(), nullptr, refuse_passphrase, &asked));
    if (key) return key;
    if (asked) return bad(input, "is encrypted; only keys without a pass phrase can be used");
    // OpenSSL's decoders report "unsupported" for this.
    if (pem.find("PRIVATE KEY-----") == std::string_view::npos)
        return bad(input, "contains no PEM private key");
    return bad(input, fmt::format("cannot be read: {}", take_openssl_error()));
}

result<ssl_ctx_ptr> make_context(const SSL_METHOD* method) {
    ssl_ctx_ptr ctx(SSL_CTX_new(method));
    if (!ctx) return error(errc::failed, "OpenSSL cannot create a context: " + take_openssl_error());
    SSL_CTX_set_min_proto_version(ctx.get(), TLS1_2_VERSION);
    // For TLS 1.2; all suites of 1.3 are AEAD with forward secrecy.
    SSL_CTX_set_cipher_list(ctx.get(), "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_options(ctx.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    // Sessions would save a signature check per reconnect, but skip the verification of the
    // certificate.
    SSL_CTX_set_session_cache_mode(ctx.get(), SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(ctx.get(), 0);
    SSL_CTX_set_mode(ctx.get(), SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                    SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_read_ahead(ctx.get(), 1);  // one system call per record instead of two
    return ctx;
}

result<> use_pair(SSL_CTX* ctx, std::string_view cert_pem, const secret& key_pem, std::string_view cert_input,
                  std::string_view key_input, std::optional<wall_time> valid_at) {
    if (key_pem.empty()) return bad(key_input, fmt::format("is missing, but there is a {}", cert_input));
    if (cert_pem.empty()) return bad(cert_input, fmt::format("is missing, but there is a {}", key_input));
    result<std::vector<x509_ptr>> chain = parse_certificates(cert_pem, cert_input);
    if (!chain) return chain.error();
    result<pkey_ptr> key = parse_key(key_pem.reveal(), key_input);
    if (!key) return key.error();
    X509* leaf = chain->front().get();
    if (valid_at) {
        time_t at = std::chrono::floor<std::chrono::seconds>(valid_at->time_since_epoch()).count();
        if (X509_cmp_time(X509_get0_notAfter(leaf), &at) < 0)
            return bad(cert_input, fmt::format("expired on {}", date_of(X509_get0_notAfter(leaf))));
        if (X509_cmp_time(X509_get0_notBefore(leaf), &at) > 0)
            return bad(cert_input, fmt::format("is not valid before {}", date_of(X509_get0_notBefore(leaf))));
    }
    if (X509_check_private_key(leaf, key->get()) != 1)
        return bad(key_input, fmt::format("does not belong to the {}", cert_input));
    if (SSL_CTX_use_certificate(ctx, leaf) != 1)
        return bad(cert_input, fmt::format("cannot be used: {}", take_openssl_error()));
    if (SSL_CTX_use_PrivateKey(ctx, key->get()) != 1)
        return bad(key_input, fmt::format("cannot be used: {}", take_openssl_error()));
    for (std::size_t i = 1; i < chain->size(); ++i)
        if (SSL_CTX_add1_chain_cert(ctx, (*chain)[i].get()) != 1)
            return bad(cert_input,
                       fmt::format("certificate {} cannot be used: {}", i + 1, take_openssl_error()));
    return {};
}

result<> trust_listed(SSL_CTX* ctx, std::string_view ca_pem, std::string_view input) {
    result<std::vector<x509_ptr>> all = parse_certificates(ca_pem, input);
    if (!all) return all.error();
    X509_STORE* store = SSL_CTX_get_cert_store(ctx);
    for (std::size_t i = 0; i < all->size(); ++i)
        if (X509_STORE_add_cert(store, (*all)[i].get()) != 1)
            return bad(input, fmt::format("certificate {} cannot be used: {}", i + 1, take_openssl_error()));
    // Listed certificates are trusted whether or not they are self-signed.
    X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
    return {};
}

result<> trust(SSL_CTX* ctx, const std::string& ca_pem, bool also_system) {
    if (ca_pem.empty() || also_system)
        if (const auto loaded = trust_system(ctx); !loaded) return loaded.error();
    if (ca_pem.empty()) return {};
    return trust_listed(ctx, ca_pem, "certificate-authority");
}

// Clients that prefer HTTP/2 list their other protocols (RFC 7301). A client that lists none of
// ours gets an alert.
int select_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size,
                    const unsigned char* offered, unsigned int offered_size, void*) {
    static constexpr unsigned char ours[] = "\x08http/1.1\x08http/1.0";
    unsigned char* out = nullptr;
    const int found = SSL_select_next_proto(&out, chosen_size, ours, sizeof ours - 1, offered, offered_size);
    if (found != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_ALERT_FATAL;
    *chosen = out;
    return SSL_TLSEXT_ERR_OK;
}

// Whoever asks for the certificate verifies it, for each request: it may expire while the connection lasts.
int accept_unverified(X509_STORE_CTX*, void*) {
    return 1;
}

result<std::shared_ptr<tls_context>> server_context(std::string_view cert_pem, const secret& key_pem) {
    auto context = std::make_shared<tls_context>();
    result<ssl_ctx_ptr> ctx = make_context(TLS_server_method());
    if (!ctx) return ctx.error();
    context->ctx = std::move(*ctx);
    context->server = true;
    SSL_CTX_set_options(context->ctx.get(), SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_alpn_select_cb(context->ctx.get(), select_protocol, nullptr);
    const result<> used = use_pair(context->ctx.get(), cert_pem, key_pem, "certificate", "key", std::nullopt);
    if (!used) return used.error();
    return context;
}

}  // namespace

std::string take_openssl_error() {
    const unsigned long e = ERR_peek_last_error();
    const char* reason = ERR_reason_error_string(e);
    std::string text = reason ? reason : fmt::format("OpenSSL error {:x}", e);
    ERR_clear_error();
    return text;
}

result<tls_context_ptr> make_client_tls(const tls_settings& settings, wall_time now) {
    auto context = std::make_shared<tls_context>();
    result<ssl_ctx_ptr> ctx = make_context(TLS_client_method());
    if (!ctx) return ctx.error();
    context->ctx = std::move(*ctx);
    context->server_name = settings.server_name;
    context->verify = !settings.insecure_skip_verify;
    if (context->verify) {
        const result<> trusted = trust(context->ctx.get(), settings.ca_pem, settings.also_system);
        if (!trusted) return trusted.error();
    }
    SSL_CTX_set_verify(context->ctx.get(), context->verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, note_refusal);
    if (!settings.client_cert_pem.empty() || !settings.client_key_pem.empty()) {
        const result<> used = use_pair(context->ctx.get(), settings.client_cert_pem, settings.client_key_pem,
                                       "client-certificate", "client-key", now);
        if (!used) return used.error();
    }
    return tls_context_ptr(std::move(context));
}

result<tls_context_ptr> make_server_tls(std::string_view cert_pem, const secret& key_pem,
                                        std::string_view client_ca_pem) {
    result<std::shared_ptr<tls_context>> context = server_context(cert_pem, key_pem);
    if (!context) return context.error();
    if (!client_ca_pem.empty()) {
        SSL_CTX* const ctx = (*context)->ctx.get();
        const result<> trusted = trust_listed(ctx, client_ca_pem, "client-ca");
        if (!trusted) return trusted.error();
        SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    return tls_context_ptr(std::move(*context));
}

result<tls_context_ptr> make_asking_server_tls(std::string_view cert_pem, const secret& key_pem,
                                               std::string_view ca_names_pem) {
    result<std::shared_ptr<tls_context>> context = server_context(cert_pem, key_pem);
    if (!context) return context.error();
    SSL_CTX* const ctx = (*context)->ctx.get();
    if (!ca_names_pem.empty()) {
        result<std::vector<x509_ptr>> all = parse_certificates(ca_names_pem, "client-ca");
        if (!all) return all.error();
        for (const x509_ptr& ca : *all)
            if (SSL_CTX_add_client_CA(ctx, ca.get()) != 1)
                return bad("client-ca", "a name cannot be used: " + take_openssl_error());
    }
    SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, nullptr);
    SSL_CTX_set_cert_verify_callback(ctx, accept_unverified, nullptr);
    return tls_context_ptr(std::move(*context));
}

}}}  // namespace setpoint::v0::http
