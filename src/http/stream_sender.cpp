#include "stream_sender.hpp"

#include "serialize.hpp"

namespace setpoint::http {

namespace {

// Of requests that come before the answer to this one has ended. What is over it waits in the kernel.
constexpr std::size_t max_ahead = 16 * 1024;
// What a buffer may keep between two pieces.
constexpr std::size_t kept = 4 * 1024;
// Pieces that are sent in one turn of the loop when neither source nor socket makes us wait.
constexpr int max_pieces_per_turn = 64;

}  // namespace

void stream_sender::stop() {
    stopped_ = true;
    if (scope_) scope_->cancel();
}

awaitable<stream_sender::ending> stream_sender::send(std::string head, body_source& from, bool chunked) {
    const bool begun = co_await put(head);
    if (!begun) co_return ending::broken;
    int first = 0;
    {
        cancel_scope scope(loop_);
        scope_ = &scope;
        if (stopped_) scope.cancel();
        try {
            first = co_await first_of(loop_, "stream", pump(from, chunked), watch_peer());
        } catch (const cancelled&) {
            if (scope.outer_active()) {
                scope_ = nullptr;
                throw;
            }
        } catch (const std::exception& e) {
            log_.error("a stream failed", {{"peer", stream_.peer()}, {"error", e.what()}});
            broken_ = true;
        }
        scope_ = nullptr;
    }
    if (broken_ || writing_ || first == 1 || !stream_.is_open()) co_return ending::broken;
    co_return stopped_ ? ending::stopped : ending::whole;
}

awaitable<bool> stream_sender::put(std::string_view wire) {
    // Most pieces fit into the socket's buffer: no coroutine for them.
    const byte_stream::attempt a = stream_.try_write(wire);
    if (a.is == byte_stream::attempt::what::done && a.bytes == wire.size()) co_return true;
    if (a.is == byte_stream::attempt::what::failed || a.is == byte_stream::attempt::what::ended)
        co_return false;
    writing_ = true;  // cut now, the framing would be broken
    const result<> written = co_await stream_.write_all(wire.substr(a.bytes), write_timeout_);
    writing_ = false;
    if (!written)
        log_.debug("a stream was cut", {{"peer", stream_.peer()}, {"error", written.error().message}});
    co_return written.has_value();
}

awaitable<void> stream_sender::pump(body_source& from, bool chunked) {
    std::string wire;
    for (int sent_now = 1;; ++sent_now) {
        if (sent_now % max_pieces_per_turn == 0) co_await loop_.yield();
        const result<std::string_view> piece = co_await from.read();
        if (!piece) {
            log_.warn("a stream ended early", {{"peer", stream_.peer()}, {"error", piece.error().message}});
            broken_ = true;
            co_return;
        }
        if (piece->empty()) co_return;
        if (chunked)
            append_chunk(wire, *piece);
        else
            wire = *piece;
        const bool sent = co_await put(wire);
        broken_ = !sent;
        if (broken_) co_return;
        wire.clear();
        if (wire.capacity() > kept) wire.shrink_to_fit();
    }
}

bool stream_sender::take_input() {
    for (;;) {
        char* const room = in_.room();
        const byte_stream::attempt a = stream_.try_read(room, in_.room_size());
        if (a.is == byte_stream::attempt::what::wait) {
            need_ = a.need;
            in_.release();
            return true;
        }
        if (a.is != byte_stream::attempt::what::done) return false;
        in_.filled(a.bytes);
        if (in_.unread().size() >= max_ahead) return true;
    }
}

awaitable<void> stream_sender::watch_peer() {
    for (;;) {
        if (!take_input()) co_return;
        if (in_.unread().size() >= max_ahead) co_await loop_.sleep_until(never);
        co_await stream_.watch(need_);
    }
}

}  // namespace setpoint::http
