#include "framework/http/connection.hpp"

#include "framework/http/connect.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace http {

error connection::fail(errc code, std::string_view doing, std::string_view why) {
    close();
    return error(code, fmt::format("{} {}: {}", doing, stream_->peer(), why));
}

awaitable<result<response_head>> connection::exchange(std::string_view wire, bool to_head, const timeouts& t,
                                                      const std::function<result<>()>& may_continue) {
    const bool first = !parser_;
    parser_.emplace(limits{}, to_head);
    ended_ = false;
    const std::uint64_t before = stream_->sent();
    // Most requests fit into the socket's buffer and need no coroutine.
    const byte_stream::attempt a = stream_->try_write(wire);
    result<> sent;
    if (a.is == byte_stream::attempt::what::failed || a.is == byte_stream::attempt::what::ended)
        sent = error(errc::connection_lost, stream_->why());
    else if (a.bytes < wire.size())
        sent = co_await stream_->write_all(wire.substr(a.bytes), t.write, &may_continue);
    if (!sent && stream_->sent() == before)
        co_return fail(errc::unreachable, "request to", sent.error().message);
    if (!sent && sent.error().code != errc::connection_lost)
        co_return fail(sent.error().code, "request to", sent.error().message);
    // A server that rejects a large body responds and closes while it is still being sent: the
    // response may have arrived.
    const time_point due = deadline(loop_, t.first_byte);
    // The response takes a while, so reading immediately would be a wasted system call.
    for (bool look = !sent || stream_->pending();; look = true) {
        result<framed> f = look ? next() : framed();
        if (f && f->is == framed::what::head) co_return parser_->take_head();
        if (f) {
            const bool in_time = co_await stream_->wait(look ? need_ : byte_stream::direction::read, due);
            if (in_time) continue;
            f = error(errc::timeout, timed_out(t.first_byte));
        }
        // In TLS 1.3 the server's rejection of our certificate may arrive after the handshake: the
        // request was not processed.
        const bool refused = first && !parser_->started() && stream_->refused();
        if (refused) co_return fail(errc::unreachable, "TLS with", f.error().message);
        if (!sent) co_return fail(errc::connection_lost, "request to", sent.error().message);
        co_return fail(f.error().code, "answer of", f.error().message);
    }
}

result<std::optional<std::string_view>> connection::poll() {
    if (ended_) return std::string_view();
    const result<framed> f = next();
    if (!f) return fail(f.error().code, "response body of", f.error().message);
    if (f->is == framed::what::need_more) return std::nullopt;
    if (f->is == framed::what::piece) return f->piece;
    ended_ = true;
    if (!parser_->keeps_alive()) close();
    return std::string_view();
}

awaitable<result<>> connection::wait(time_point due, duration idle) {
    const bool in_time = co_await stream_->wait(need_, due);
    if (in_time) co_return result<>();
    co_return fail(errc::timeout, "response body of", timed_out(idle));
}

result<framed> connection::parse() {
    result<framed> f = parser_->put(buffer_.unread());
    if (f) buffer_.consume(f->used);
    return f;
}

bool connection::finish() {
    while (!ended_ && stream_->is_open()) {
        const result<framed> f = parse();
        if (!f || f->is == framed::what::need_more) return false;
        ended_ = f->is == framed::what::end;
    }
    return ended_;
}

// need_more: waits first, so that no memory is held meanwhile.
result<framed> connection::next() {
    for (;;) {
        result<framed> f = parse();
        if (!f || f->is != framed::what::need_more) return f;
        char* const room = buffer_.room();
        const byte_stream::attempt a = stream_->try_read(room, buffer_.room_size());
        switch (a.is) {
            case byte_stream::attempt::what::done:
                buffer_.filled(a.bytes);
                break;
            case byte_stream::attempt::what::ended:
                return parser_->put_eof();
            case byte_stream::attempt::what::failed:
                return error(errc::connection_lost, stream_->why());
            case byte_stream::attempt::what::wait:
                buffer_.release();
                need_ = a.need;
                return f;
        }
    }
}

}}}  // namespace setpoint::v0::http
