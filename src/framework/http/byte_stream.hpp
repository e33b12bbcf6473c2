#pragma once
// One TCP connection as bytes, plain or over TLS. Only OpenSSL reads ahead, so that a waiting
// connection holds no buffer. One task may read and one may write at a time; any task of the loop
// may close.

#include "framework/http/peer.hpp"
#include "framework/http/socket_io.hpp"
#include "framework/http/tls_context.hpp"
#include "framework/http/tls_text.hpp"
#include "setpoint/core/loop.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

class byte_stream {
public:
    enum class direction : std::uint8_t { read, write };
    struct attempt {
        // ended: the peer closed in an orderly way; wait: not now, see `need`; failed: see why()
        enum class what : std::uint8_t { done, ended, wait, failed } is;
        std::size_t bytes = 0;
        direction need = direction::read;
    };

    // `socket` is connected and non-blocking. `peer` is for messages: "10.0.0.1:6443".
    byte_stream(loop& l, asio::ip::tcp::socket socket, std::string peer);
    byte_stream(const byte_stream&) = delete;
    byte_stream& operator=(const byte_stream&) = delete;
    ~byte_stream() { close(); }

    // Errors: unreachable, with a message that says why the peer was rejected, that the peer
    // rejected us, or that `limit` passed. `name`: what the server's certificate must be for,
    // unless the context sets it. A second handshake runs inside the first one's TLS: for a server
    // behind a proxy.
    awaitable<result<>> handshake(tls_context_ptr context, std::string_view name, duration limit);

    // Does not wait.
    attempt try_read(char* to, std::size_t size);
    attempt try_write(std::string_view from);
    // Waits until the socket is ready or was closed here (true), or until `due` (false; closes).
    // Cancellation closes.
    awaitable<bool> wait(direction d, time_point due);
    // Waits until the socket is ready or was closed here. Cancellation leaves the connection
    // unchanged: for observing the peer while another task writes.
    awaitable<void> watch(direction d);
    // Call after wait(direction::write): otherwise Asio's reactor keeps asking for writability, and
    // every acknowledged byte wakes the loop. No task may be waiting.
    void abandon_writes() noexcept;
    // Errors: connection_lost, timeout, and the errors of `may_continue`, which is called after
    // each wait. The message is only the reason.
    awaitable<result<>> write_all(std::string_view from, duration limit,
                                  const std::function<result<>()>* may_continue = nullptr);

    // Whether bytes were taken from the socket that try_read() has not returned yet; wait() may not
    // see them.
    bool pending() const {
        return (ssl_ && SSL_has_pending(ssl_.get()) == 1) || (outer_ && SSL_has_pending(outer_) == 1);
    }
    // Returns false if the peer has closed or sent unexpected data.
    bool is_idle();
    bool is_open() const { return socket_.is_open(); }
    // Sends TLS close_notify if that does not block.
    void close() noexcept;
    // Half-closes after the last write; reads continue.
    void end_writing() noexcept;

    std::uint64_t sent() const { return io_.sent; }
    const std::string& peer() const { return peer_; }
    const tls_context_ptr& tls() const { return context_; }
    // After a handshake: null if the client presented no certificate.
    std::shared_ptr<const peer_certificates> peer_certificate_chain() const {
        return ssl_ ? certificates_of_peer(ssl_.get()) : nullptr;
    }
    // The reason why the last attempt failed.
    const std::string& why() const { return why_; }
    // Whether the last failure was a TLS alert that rejects our handshake. In TLS 1.3 it may arrive
    // after the handshake has completed for us; the server has processed nothing else then.
    bool refused() const { return refused_; }

private:
    attempt plain_result(std::ptrdiff_t n, direction d);
    attempt tls_result(int n);
    result<> prepare(std::string_view name);

    loop& loop_;
    asio::ip::tcp::socket socket_;
    std::string peer_;
    socket_io io_;
    tls_context_ptr context_;
    ssl_ptr ssl_;
    SSL* outer_ = nullptr;  // below ssl_, which owns it
    refusal_note note_;
    std::string why_;
    bool established_ = false, broken_ = false, refused_ = false;
};

// Returns the deadline for something that starts now and may take `limit`; zero means none.
inline time_point deadline(loop& l, duration limit) {
    return limit == duration::zero() ? never : saturating_add(l.now(), limit);
}
// "timed out after 10 s"
std::string timed_out(duration limit);
std::string text_of_errno(int e);

}}}  // namespace setpoint::v0::http
