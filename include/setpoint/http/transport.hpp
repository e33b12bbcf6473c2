#pragma once
// The transport seam: how requests get to a server. Implemented by the connection pool over TCP and TLS, by
// the embedded API server in memory, and by decorators that record, delay or break things.

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/message.hpp"

#include <memory>

namespace setpoint::http {

// A response whose body is read piece by piece, however long it is. Destroying it before the end closes its
// connection. It may outlive the transport object that made it; reading then fails with connection_lost.
class response_stream {
public:
    virtual ~response_stream() = default;
    virtual const response_head& head() const = 0;
    // The next piece of the body (chunk framing removed), empty at the end. The bytes are valid until the
    // next call. One read at a time. Errors: connection_lost when the body was cut short, timeout when
    // nothing came for timeouts.idle, bad_data when it is not HTTP, too_large. After an error the stream is
    // of no more use. Cancellation closes the connection.
    virtual awaitable<result<std::string_view>> read() = 0;
};

// The code of an error alone tells whether the server may have seen the request. Its last byte was surely not
// sent, and mostly not the first one either:
//   - unreachable: name look-up, connect, TLS, no free connection; also when one of these timed out (the
//     message then says so), or when the server's TLS refused us;
//   - failed: the request itself cannot be put into HTTP (a line break in a header, a bad target);
//   - stopping: the transport is closed;
//   - not_leader: request::may_start refused, before the first byte or before a later part of the request.
// It may have been seen:
//   - connection_lost: the connection ended before the head of the answer was whole;
//   - timeout: timeouts.write or timeouts.first_byte passed;
//   - bad_data: the answer is not HTTP;
//   - too_large: the head of the answer is over the limits.
constexpr bool surely_not_sent(errc code) noexcept {
    return code == errc::unreachable || code == errc::failed || code == errc::stopping ||
           code == errc::not_leader;
}

class transport {
public:
    virtual ~transport() = default;
    // Sends a request; returns when the head of the response has arrived, whatever its status. One attempt,
    // but for a kept connection that turns out to be closed: what was not sent at all, and GET and HEAD
    // without a byte of an answer, go once over a fresh one. Errors: above. A cancelled send closes its
    // connection; the request may have been seen.
    virtual awaitable<result<std::unique_ptr<response_stream>>> send(request r, timeouts t) = 0;
};

// Reads a whole body of at most `limit` bytes: for answers that are known to be small. Errors: those of
// read(), too_large.
awaitable<result<std::string>> read_all(response_stream& s, std::size_t limit);

}  // namespace setpoint::http
