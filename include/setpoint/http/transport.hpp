#pragma once
// The transport seam: how requests reach a server. Implemented by the connection pool over TCP and
// TLS, by the embedded API server in memory, and by decorators that record, delay or fail requests.

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/message.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

// A response whose body is read in pieces, of any length. Destroying it before the end closes its
// connection. It may outlive its transport; reads then fail with connection_lost.
class response_stream {
public:
    virtual ~response_stream() = default;
    virtual const response_head& head() const = 0;
    // Returns the next piece of the body (without chunk framing), valid until the next call; empty
    // at the end. One read at a time. Errors, after which the stream is unusable: connection_lost
    // if the body was cut short, timeout if nothing arrived for timeouts.idle, bad_data if it is
    // not HTTP, too_large. Cancellation closes the connection.
    virtual awaitable<result<std::string_view>> read() = 0;
};

// Whether an error's code rules out that the server has seen the complete request. With these codes
// its last byte was never sent, and usually not the first one either:
//   - unreachable: name resolution, connect, TLS, or no free connection failed or timed out (the
//     message tells which), or the server's TLS refused us;
//   - failed: the request cannot be expressed in HTTP (a line break in a header, an invalid
//     target);
//   - stopping: the transport is closed;
//   - not_leader: request::may_start refused, before the first byte or before a later part.
// With these the server may have seen it:
//   - connection_lost: the connection ended before the head of the response was complete;
//   - timeout: timeouts.write or timeouts.first_byte passed;
//   - bad_data: the response is not HTTP;
//   - too_large: the head of the response exceeds the limits.
constexpr bool surely_not_sent(errc code) noexcept {
    return code == errc::unreachable || code == errc::failed || code == errc::stopping ||
           code == errc::not_leader;
}

// Calls may overlap. The transport must outlive its sends, but not the streams that they returned.
class transport {
public:
    virtual ~transport() = default;
    // Sends a request and returns when the head of the response has arrived, with any status. Makes
    // one attempt, except when a kept connection turns out to be closed: requests of which nothing
    // was sent, and GET and HEAD without a byte of a response, are sent once more over a new
    // connection. Errors: see surely_not_sent(). Cancellation closes the connection; the server may
    // have seen the request.
    virtual awaitable<result<std::unique_ptr<response_stream>>> send(request r, timeouts t) = 0;
};

// Reads a whole body of at most `limit` bytes, for responses that are small. Errors: those of
// read(), too_large.
awaitable<result<std::string>> read_all(response_stream& s, std::size_t limit);

}}}  // namespace setpoint::v0::http
