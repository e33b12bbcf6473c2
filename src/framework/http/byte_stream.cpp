#include "framework/http/byte_stream.hpp"

#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// The alerts of a server that rejects our certificate or requires one (RFC 8446, 6.2).
bool is_refusal(int reason) {
    switch (reason - SSL_AD_REASON_OFFSET) {
        case SSL_AD_HANDSHAKE_FAILURE:
        case SSL_AD_BAD_CERTIFICATE:
        case SSL_AD_UNSUPPORTED_CERTIFICATE:
        case SSL_AD_CERTIFICATE_REVOKED:
        case SSL_AD_CERTIFICATE_EXPIRED:
        case SSL_AD_CERTIFICATE_UNKNOWN:
        case SSL_AD_UNKNOWN_CA:
        case SSL_AD_ACCESS_DENIED:
        case SSL_AD_CERTIFICATE_REQUIRED:
            return true;
        default:
            return false;
    }
}

// Checking the queue costs less than clearing an empty one.
void forget_errors() {
    if (ERR_peek_error() != 0) ERR_clear_error();
}

bool is_address(const std::string& name) {
    return parse_ip(name).has_value();
}

}  // namespace

std::string timed_out(duration limit) {
    return fmt::format("timed out after {:.3g} s", std::chrono::duration<double>(limit).count());
}

std::string text_of_errno(int e) {
    return boost::system::error_code(e, boost::system::system_category()).message();
}

byte_stream::byte_stream(loop& l, asio::ip::tcp::socket socket, std::string peer)
    : loop_(l), socket_(std::move(socket)), peer_(std::move(peer)) {
    io_.fd = socket_.native_handle();
}

result<> byte_stream::prepare(std::string_view name) {
    ssl_ptr fresh(SSL_new(context_->ctx.get()));
    BIO* const bio = !fresh ? nullptr : ssl_ ? BIO_new(BIO_f_ssl()) : make_bio(io_);
    if (!bio) return error(errc::unreachable, "OpenSSL cannot create a connection: " + take_openssl_error());
    if (ssl_) {
        outer_ = ssl_.release();
        BIO_set_ssl(bio, outer_, BIO_CLOSE);
    }
    ssl_ = std::move(fresh);
    established_ = false;
    note_ = refusal_note();
    SSL_set_bio(ssl_.get(), bio, bio);
    SSL_set_app_data(ssl_.get(), &note_);
    if (context_->server) {
        SSL_set_accept_state(ssl_.get());
        return {};
    }
    SSL_set_connect_state(ssl_.get());
    note_.asked_for = context_->server_name.empty() ? std::string(name) : context_->server_name;
    const bool address = is_address(note_.asked_for);
    if (!address) SSL_set_tlsext_host_name(ssl_.get(), note_.asked_for.c_str());  // RFC 6066, 3: no addresses
    if (!context_->verify) return {};
    X509_VERIFY_PARAM* param = SSL_get0_param(ssl_.get());
    // Host names in the common name are obsolete since RFC 6125.
    X509_VERIFY_PARAM_set_hostflags(
        param, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    const int set = address
                        ? X509_VERIFY_PARAM_set1_ip_asc(param, note_.asked_for.c_str())
                        : X509_VERIFY_PARAM_set1_host(param, note_.asked_for.data(), note_.asked_for.size());
    if (set != 1) return error(errc::unreachable, "no certificate can match this name");
    X509_VERIFY_PARAM_set_time(
        param, std::chrono::floor<std::chrono::seconds>(loop_.wall_now().time_since_epoch()).count());
    return {};
}

awaitable<result<>> byte_stream::handshake(tls_context_ptr context, std::string_view name, duration limit) {
    // Continuing would send plain text where encryption was requested.
    if (!context)
        co_return error(errc::unreachable, fmt::format("TLS with {}: there is no TLS context", peer_));
    context_ = std::move(context);
    const time_point due = deadline(loop_, limit);
    const result<> prepared = prepare(name);
    if (!prepared) co_return prepared.error().within(fmt::format("TLS with {}", peer_));
    for (;;) {
        forget_errors();
        const attempt a = tls_result(SSL_do_handshake(ssl_.get()));
        if (a.is == attempt::what::done) {
            established_ = true;
            co_return result<>();
        }
        if (a.is == attempt::what::ended) why_ = "the connection was closed";
        if (a.is != attempt::what::wait) break;
        const bool in_time = co_await wait(a.need, due);
        if (in_time) continue;
        why_ = fmt::format("the handshake {}", timed_out(limit));
        break;
    }
    std::string text = note_.why.empty() ? fmt::format("TLS with {}: {}", peer_, why_)
                                         : fmt::format("the certificate of {} {}", peer_, note_.why);
    close();
    co_return error(errc::unreachable, std::move(text));
}

byte_stream::attempt byte_stream::plain_result(std::ptrdiff_t n, direction d) {
    if (n > 0) return {attempt::what::done, static_cast<std::size_t>(n), d};
    if (n == 0) return {attempt::what::ended, 0, d};
    if (io_.would_block()) return {attempt::what::wait, 0, d};
    why_ = text_of_errno(io_.last_errno);
    broken_ = true;
    return {attempt::what::failed, 0, d};
}

byte_stream::attempt byte_stream::tls_result(int n) {
    if (n > 0) return {attempt::what::done, static_cast<std::size_t>(n)};
    const int outcome = SSL_get_error(ssl_.get(), n);
    if (outcome == SSL_ERROR_WANT_READ) return {attempt::what::wait, 0, direction::read};
    if (outcome == SSL_ERROR_WANT_WRITE) return {attempt::what::wait, 0, direction::write};
    if (outcome == SSL_ERROR_ZERO_RETURN) return {attempt::what::ended};
    broken_ = true;
    const int reason = ERR_GET_REASON(ERR_peek_last_error());
    if (outcome != SSL_ERROR_SSL) {
        why_ = io_.ended ? "the connection was closed" : text_of_errno(io_.last_errno);
    } else if (reason == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
        why_ = "the connection was closed";
    } else if (reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_HTTP_REQUEST) {
        why_ = "the peer does not speak TLS";
    } else if (reason >= SSL_AD_REASON_OFFSET) {
        refused_ = is_refusal(reason);
        why_ = "the peer refused: " + take_openssl_error();
    } else {
        why_ = take_openssl_error();
    }
    return {attempt::what::failed};
}

byte_stream::attempt byte_stream::try_read(char* to, std::size_t size) {
    if (!is_open()) {
        why_ = "the connection was closed on our side";
        return {attempt::what::failed};
    }
    if (!ssl_) return plain_result(io_.read(to, size), direction::read);
    // OpenSSL has no buffered data, and the BIO would report that it has to wait.
    if (io_.drained && !broken_ && !pending()) return {attempt::what::wait, 0, direction::read};
    forget_errors();
    return tls_result(SSL_read(ssl_.get(), to, static_cast<int>(std::min<std::size_t>(size, INT_MAX))));
}

byte_stream::attempt byte_stream::try_write(std::string_view from) {
    if (!is_open()) {
        why_ = "the connection was closed on our side";
        return {attempt::what::failed};
    }
    if (!ssl_) return plain_result(io_.write(from.data(), from.size()), direction::write);
    forget_errors();
    return tls_result(
        SSL_write(ssl_.get(), from.data(), static_cast<int>(std::min<std::size_t>(from.size(), INT_MAX))));
}

awaitable<bool> byte_stream::wait(direction d, time_point due) {
    // Waits for readiness instead of reading: no buffer is in use meanwhile, so cancellation has
    // nothing to wait for.
    const waiter_id id = loop_.reserve();
    socket_.async_wait(d == direction::read ? socket_.wait_read : socket_.wait_write,
                       [&l = loop_, id](boost::system::error_code) { l.ready(id); });
    const wake w = co_await loop_.wait_quietly(id, due);
    io_.drained = false;  // also after a wait to write: a read may have had to write first
    if (w.cause == wake::by::ready) co_return true;
    broken_ = true;
    close();
    if (w.cause == wake::by::cancel) throw cancelled{};
    co_return false;
}

awaitable<void> byte_stream::watch(direction d) {
    if (!is_open()) co_return;
    const waiter_id id = loop_.reserve();
    // If cancelled, Asio's operation stays until the socket is ready and then finds no waiter.
    socket_.async_wait(d == direction::read ? socket_.wait_read : socket_.wait_write,
                       [&l = loop_, id](boost::system::error_code) { l.ready(id); });
    co_await loop_.wait(id);
    io_.drained = false;
}

void byte_stream::abandon_writes() noexcept {
    boost::system::error_code ignored;
    const auto protocol = socket_.local_endpoint(ignored).protocol();
    const int fd = socket_.release(ignored);
    if (fd < 0) return;
    boost::system::error_code failed;
    socket_.assign(protocol, fd, failed);
    if (failed) ::close(fd);
}

awaitable<result<>> byte_stream::write_all(std::string_view from, duration limit,
                                           const std::function<result<>()>* may_continue) {
    const time_point due = deadline(loop_, limit);
    while (!from.empty()) {
        const attempt a = try_write(from);
        if (a.is == attempt::what::done) {
            from.remove_prefix(a.bytes);
        } else if (a.is == attempt::what::wait) {
            const bool in_time = co_await wait(a.need, due);
            if (!in_time) co_return error(errc::timeout, timed_out(limit));
            if (!may_continue || !*may_continue) continue;
            if (const result<> allowed = (*may_continue)(); !allowed) co_return allowed.error();
        } else {
            co_return error(errc::connection_lost,
                            a.is == attempt::what::ended ? "the connection was closed" : why_);
        }
    }
    co_return result<>();
}

bool byte_stream::is_idle() {
    if (!is_open() || broken_) return false;
    if (!pending() && io_.empty()) return true;  // the usual case, cheaper than asking OpenSSL
    io_.drained = false;
    char byte;
    attempt a{attempt::what::failed};
    if (ssl_) {
        forget_errors();
        a = tls_result(SSL_peek(ssl_.get(), &byte, 1));
    } else {
        a = plain_result(io_.read(&byte, 1), direction::read);
    }
    return a.is == attempt::what::wait;
}

void byte_stream::end_writing() noexcept {
    if (ssl_ && established_ && !broken_) SSL_shutdown(ssl_.get());
    boost::system::error_code ignored;
    socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

void byte_stream::close() noexcept {
    if (!is_open()) return;
    if (ssl_ && established_ && !broken_) SSL_shutdown(ssl_.get());
    boost::system::error_code ignored;
    socket_.close(ignored);
    io_.fd = -1;
}

}}}  // namespace setpoint::v0::http
