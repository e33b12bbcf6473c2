#pragma once
// Sends a body that is made while it is sent, and looks meanwhile whether there is still somebody to read it.

#include "byte_stream.hpp"
#include "read_buffer.hpp"
#include <setpoint/core/log.hpp>
#include <setpoint/core/race.hpp>
#include <setpoint/http/server.hpp>

namespace setpoint::http {

class stream_sender {
public:
    // `in` gets what the client sends meanwhile: the next request. The references outlive it.
    stream_sender(loop& l, const logger& log, byte_stream& stream, read_buffer& in, duration write_timeout)
        : loop_(l), log_(log), stream_(stream), in_(in), write_timeout_(write_timeout) {}

    // What happened: the body was sent to its end; it was stopped between two pieces, so that the end of the
    // body can still be told; or the connection is of no more use.
    enum class ending : std::uint8_t { whole, stopped, broken };

    // Sends `head`, whatever happens, and then, piece by piece, the body. Neither the last chunk nor a close.
    awaitable<ending> send(std::string head, body_source& from, bool chunked);
    // From any task: no more pieces are asked for.
    void stop();

private:
    awaitable<void> pump(body_source& from, bool chunked);
    awaitable<void> watch_peer();
    // False: the peer has gone.
    bool take_input();
    awaitable<bool> put(std::string_view wire);

    loop& loop_;
    const logger& log_;
    byte_stream& stream_;
    read_buffer& in_;
    duration write_timeout_;
    cancel_scope* scope_ = nullptr;
    byte_stream::direction need_ = byte_stream::direction::read;
    bool writing_ = false, broken_ = false, stopped_ = false;
};

}  // namespace setpoint::http
