#pragma once
// One HTTP/1.1 connection of a client: one exchange after the other. After an error, a timeout or a
// cancellation it is closed.

#include "framework/http/byte_stream.hpp"
#include "framework/http/read_buffer.hpp"
#include "framework/http/response_parser.hpp"
#include "setpoint/http/transport.hpp"

#include <memory>
#include <optional>

namespace setpoint::http {

class connection {
public:
    // `stock` must outlive it.
    connection(loop& l, std::unique_ptr<byte_stream> stream, buffer_stock& stock)
        : loop_(l), stream_(std::move(stream)), buffer_(stock) {}

    // Sends the bytes of a request and reads the head of its answer. Errors: those of transport::send.
    // `may_go_on`: request::may_start, which has allowed the beginning.
    awaitable<result<response_head>> exchange(std::string_view wire, bool to_head, const timeouts& t,
                                              const std::function<result<>()>& may_go_on);

    // The body, after exchange(). poll() does not wait: the next piece, which is valid until the next call;
    // "" at the end; nothing when wait() has to come first. Errors of both: those of response_stream::read.
    result<std::optional<std::string_view>> poll();
    awaitable<result<>> wait(time_point due, duration idle);  // `idle`: what to say when it has passed

    // A byte of the answer to the last request has come.
    bool answered() const { return parser_ && parser_->started(); }
    // Whether the whole answer is here: goes on in what has already arrived.
    bool finish();
    // After the end of an answer: whether another request may go over it, as far as the answer told.
    bool reusable() const {
        return ended_ && parser_->keeps_alive() && buffer_.unread().empty() && stream_->is_open();
    }
    // Gives the buffer back until the next exchange.
    void rest() { buffer_.release(); }
    // The server has not closed it meanwhile, nor sent anything.
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

}  // namespace setpoint::http
