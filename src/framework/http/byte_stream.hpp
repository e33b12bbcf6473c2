#pragma once
// One TCP connection, plain or under TLS, as bytes. Nothing is read ahead of need but by OpenSSL, so that a
// connection that waits holds no buffer. One task reads and one writes at a time; any task of the loop may
// close.

#include "framework/http/socket_io.hpp"
#include "framework/http/tls_context.hpp"
#include "framework/http/tls_text.hpp"
#include "setpoint/core/loop.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <string>
#include <string_view>

namespace setpoint::http {

class byte_stream {
public:
    enum class direction : std::uint8_t { read, write };
    struct attempt {
        // ended: the peer has closed in good order; wait: not now, see `need`; failed: see why()
        enum class what : std::uint8_t { done, ended, wait, failed } is;
        std::size_t bytes = 0;
        direction need = direction::read;
    };

    // A connected, non-blocking socket. `peer`: "10.0.0.1:6443", for messages.
    byte_stream(loop& l, asio::ip::tcp::socket socket, std::string peer);
    byte_stream(const byte_stream&) = delete;
    byte_stream& operator=(const byte_stream&) = delete;
    ~byte_stream() { close(); }

    // Error: unreachable; the message says why the peer was refused, or that it refused us, or that `limit`
    // passed. `name`: what the certificate of a server must be for, unless the context says. A second
    // handshake is one inside the first one's TLS: with a server behind a proxy.
    awaitable<result<>> handshake(tls_context_ptr context, std::string_view name, duration limit);

    // Without waiting.
    attempt try_read(char* to, std::size_t size);
    attempt try_write(std::string_view from);
    // Until the socket is ready, was closed here (true), or `due` has passed (false; closed then).
    // Cancellation closes.
    awaitable<bool> wait(direction d, time_point due);
    // Until the socket is ready or was closed here. Cancellation leaves the connection as it is: for looking
    // at the peer while another task writes.
    awaitable<void> watch(direction d);
    // After wait(direction::write): Asio's reactor goes on asking for writability otherwise, so that every
    // acknowledged byte wakes the loop. Nobody waits meanwhile.
    void forget_writing() noexcept;
    // Errors: connection_lost, timeout, and what `may_go_on`, asked after each wait, refuses with. The
    // message holds the reason alone.
    awaitable<result<>> write_all(std::string_view from, duration limit,
                                  const std::function<result<>()>* may_go_on = nullptr);

    // Bytes have been taken from the socket that try_read() has not given yet, so that wait() may not see
    // them.
    bool pending() const {
        return (ssl_ && SSL_has_pending(ssl_.get()) == 1) || (outer_ && SSL_has_pending(outer_) == 1);
    }
    // False: the peer has closed, or has sent what nobody asked for.
    bool is_idle();
    bool is_open() const { return socket_.is_open(); }
    // Says goodbye under TLS if that can be done without waiting.
    void close() noexcept;
    // After the last write: no more comes from here, while reading goes on.
    void end_writing() noexcept;

    std::uint64_t sent() const { return io_.sent; }
    const std::string& peer() const { return peer_; }
    const tls_context_ptr& tls() const { return context_; }
    // Why the last attempt failed.
    const std::string& why() const { return why_; }
    // The last failure was the peer's TLS refusing our side of the handshake, which a server may say after it
    // has ended for us (TLS 1.3). It has read nothing else then.
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
    SSL* outer_ = nullptr;  // under ssl_, which owns it
    refusal_note note_;
    std::string why_;
    bool established_ = false, broken_ = false, refused_ = false;
};

// When something that begins now and may take `limit` is late; a limit of zero is none.
inline time_point deadline(loop& l, duration limit) {
    return limit == duration::zero() ? never : saturating_add(l.now(), limit);
}
// "timed out after 10 s"
std::string timed_out(duration limit);
std::string text_of_errno(int e);

}  // namespace setpoint::http
