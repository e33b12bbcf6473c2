#pragma once
// Sends a body while it is produced, and watches meanwhile whether the client is still connected.
// Over a WebSocket it also answers pings.

#include "framework/http/byte_stream.hpp"
#include "framework/http/read_buffer.hpp"
#include "framework/http/websocket_frames.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace http {

class stream_sender {
public:
    // How each piece is sent: unchanged, as a chunk, or each of its lines or frames as a WebSocket message.
    enum class form : std::uint8_t { plain, chunks, messages, framed_messages };

    // `in` receives what the client sends meanwhile: the next request, unless the form is one of a WebSocket.
    // All references must outlive it.
    stream_sender(loop& l, const logger& log, byte_stream& stream, read_buffer& in, form as,
                  duration write_timeout)
        : loop_(l),
          log_(log),
          stream_(stream),
          in_(in),
          form_(as),
          write_timeout_(write_timeout),
          written_(l) {}

    // The result: the body was sent completely; it was stopped between two pieces, so that the end
    // of the body can still be sent; the client closed a WebSocket, or violated its protocol; or
    // the connection is unusable.
    enum class ending : std::uint8_t { complete, stopped, closed, violated, broken };

    // Sends `head` in any case, then the body piece by piece. Sends neither the last chunk nor a
    // close.
    awaitable<ending> send(std::string head, body_source& from);
    // May be called from any task: no more pieces are requested.
    void stop();

private:
    enum class input : std::uint8_t { idle, more, gone };

    bool to_websocket() const { return form_ == form::messages || form_ == form::framed_messages; }
    awaitable<void> pump(body_source& from);
    awaitable<void> watch_peer();
    input take_input();
    // Returns false if no more frames are read.
    awaitable<bool> read_frames();
    awaitable<bool> put(std::string_view wire);
    // Waits until no other task writes.
    awaitable<void> turn();

    loop& loop_;
    const logger& log_;
    byte_stream& stream_;
    read_buffer& in_;
    form form_;
    duration write_timeout_;
    notifier written_;
    websocket_reader frames_;
    websocket_reader::what last_frame_ = websocket_reader::what::need_more;
    cancel_scope* scope_ = nullptr;
    byte_stream::direction need_ = byte_stream::direction::read;
    bool writing_ = false, broken_ = false, stopped_ = false;
};

}}}  // namespace setpoint::v0::http
