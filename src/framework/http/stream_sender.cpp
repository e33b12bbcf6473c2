#include "framework/http/stream_sender.hpp"

#include "framework/http/serialize.hpp"

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// For requests that arrive before this response has ended. More than this waits in the kernel.
constexpr std::size_t max_ahead = 16 * 1024;
// The buffer capacity kept between two pieces.
constexpr std::size_t kept = 4 * 1024;
// The pieces sent in one turn of the loop if neither source nor socket blocks.
constexpr int max_pieces_per_turn = 64;

}  // namespace

void stream_sender::stop() {
    stopped_ = true;
    if (scope_) scope_->cancel();
}

awaitable<stream_sender::ending> stream_sender::send(std::string head, body_source& from) {
    const bool begun = co_await put(head);
    if (!begun) co_return ending::broken;
    int first = 0;
    {
        cancel_scope scope(loop_);
        scope_ = &scope;
        if (stopped_) scope.cancel();
        try {
            first = co_await first_of(loop_, "stream", pump(from), watch_peer());
        } catch (const cancelled&) {
            if (scope.outer_active()) {
                scope_ = nullptr;
                throw;
            }
            if (!stopped_) broken_ = true;
        } catch (const connection_end&) {
            broken_ = true;
        } catch (const std::exception& e) {
            log_.error("a stream failed", {{"peer", stream_.peer()}, {"error", e.what()}});
            broken_ = true;
        }
        scope_ = nullptr;
    }
    if (broken_ || writing_ || !stream_.is_open()) co_return ending::broken;
    if (last_frame_ == websocket_reader::what::close) co_return ending::closed;
    if (last_frame_ == websocket_reader::what::violation) co_return ending::violated;
    if (first == 1) co_return ending::broken;
    co_return stopped_ ? ending::stopped : ending::complete;
}

awaitable<void> stream_sender::turn() {
    while (writing_) co_await written_.wait();
}

awaitable<bool> stream_sender::put(std::string_view wire) {
    if (writing_) co_await turn();
    // Most pieces fit into the socket's buffer and need no coroutine.
    const byte_stream::attempt a = stream_.try_write(wire);
    if (a.is == byte_stream::attempt::what::done && a.bytes == wire.size()) co_return true;
    if (a.is == byte_stream::attempt::what::failed || a.is == byte_stream::attempt::what::ended)
        co_return false;
    writing_ = true;  // stopping now would break the framing
    const result<> written = co_await stream_.write_all(wire.substr(a.bytes), write_timeout_);
    writing_ = false;
    written_.notify();
    if (!written)
        log_.debug("a stream was cut", {{"peer", stream_.peer()}, {"error", written.error().message}});
    co_return written.has_value();
}

awaitable<void> stream_sender::pump(body_source& from) {
    std::string wire;
    for (int sent_now = 1;; ++sent_now) {
        if (sent_now % max_pieces_per_turn == 0) co_await loop_.yield();
        const result<std::string_view> piece = co_await from.read();
        if (!piece) {
            log_.warn("a stream ended early", {{"peer", stream_.peer()}, {"error", piece.error().message}});
            broken_ = true;
            co_return;
        }
        if (piece->empty()) co_return co_await turn();
        if (form_ == form::chunks)
            append_chunk(wire, *piece);
        else if (form_ == form::messages)
            append_messages(wire, *piece);
        else if (form_ == form::framed_messages)
            append_framed_messages(wire, *piece);
        else
            wire = *piece;
        const bool sent = co_await put(wire);
        broken_ = !sent;
        if (broken_) co_return;
        wire.clear();
        if (wire.capacity() > kept) wire.shrink_to_fit();
    }
}

stream_sender::input stream_sender::take_input() {
    for (;;) {
        char* const room = in_.room();
        const byte_stream::attempt a = stream_.try_read(room, in_.room_size());
        if (a.is == byte_stream::attempt::what::wait) {
            need_ = a.need;
            return input::idle;
        }
        if (a.is != byte_stream::attempt::what::done) return input::gone;
        in_.filled(a.bytes);
        if (in_.unread().size() >= max_ahead) return input::more;
    }
}

awaitable<bool> stream_sender::read_frames() {
    std::string pong;
    while (!in_.unread().empty()) {
        const websocket_reader::found f = frames_.put(in_.unread());
        in_.consume(f.used);
        if (f.is == websocket_reader::what::ping) {
            pong.clear();
            append_pong(pong, frames_.payload());
            const bool sent = co_await put(pong);
            broken_ = !sent;
            if (broken_) co_return false;
        } else if (f.is != websocket_reader::what::need_more) {
            co_await turn();
            last_frame_ = f.is;
            co_return false;
        }
    }
    co_return true;
}

awaitable<void> stream_sender::watch_peer() {
    for (;;) {
        const input got = take_input();
        if (to_websocket()) {
            const bool more = co_await read_frames();
            if (!more) co_return;
        }
        if (got == input::gone) co_return;
        in_.release();
        if (got == input::idle)
            co_await stream_.watch(need_);
        else if (to_websocket())
            co_await loop_.yield();
        else
            co_await loop_.sleep_until(never);
    }
}

}}}  // namespace setpoint::v0::http
