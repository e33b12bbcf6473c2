#pragma once
// A client's HTTP/1.1 connection: one exchange after another. An error, timeout or cancellation
// closes it.

#include "framework/http/byte_stream.hpp"
#include "framework/http/read_buffer.hpp"
#include "framework/http/response_parser.hpp"
#include "setpoint/http/transport.hpp"

#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace http {

class connection {
public:
    // `stock` must outlive it.
    connection(loop& l, std::unique_ptr<byte_stream> stream, buffer_stock& stock)
        : loop_(l), stream_(std::move(stream)), buffer_(stock) {}

    // Sends the bytes of a request and reads the head of the response. Errors: those of
    // transport::send. `may_continue` is request::may_start, which has allowed the beginning.
    awaitable<result<response_head>> exchange(std::string_view wire, bool to_head, const timeouts& t,
                                              const std::function<result<>()>& may_continue);

    // Reads the body after exchange(). poll() does not wait: it returns the next piece, valid until
    // the next call; "" at the end; nothing if wait() must come first. Errors of both: those of
    // response_stream::read.
    result<std::optional<std::string_view>> poll();
    awaitable<result<>> wait(time_point due, duration idle);  // `idle`: the limit, for the message

    // Whether a byte of the response to the last request has arrived.
    bool answered() const { return parser_ && parser_->started(); }
    // Whether the whole response has arrived; parses what is buffered.
    bool finish();
    // Precondition: the response has ended. Whether the response allows another request.
    bool reusable() const {
        return ended_ && parser_->keeps_alive() && buffer_.unread().empty() && stream_->is_open();
    }
    // Returns the buffer to the stock until the next exchange.
    void release_buffer() { buffer_.release(); }
    // Whether the server has neither closed nor sent anything meanwhile.
    bool still_open() { return stream_->is_idle(); }
    void close() noexcept { stream_->close(); }
    const tls_context_ptr& tls() const { return stream_->tls(); }

private:
    result<framed> next();
    result<framed> parse();
    error fail(errc code, std::string_view doing, std::string_view why);

    loop& loop_;
    std::unique_ptr<byte_stream> stream_;
    read_buffer buffer_;
    std::optional<response_parser> parser_;
    byte_stream::direction need_ = byte_stream::direction::read;
    bool ended_ = false;
};

}}}  // namespace setpoint::v0::http
