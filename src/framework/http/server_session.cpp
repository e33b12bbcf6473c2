#include "framework/http/server_session.hpp"

#include "framework/http/connect.hpp"
#include "framework/http/serialize.hpp"
#include "framework/http/upgrade.hpp"
#include "framework/http/websocket_handshake.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7).
std::string date_text(wall_time t) {
    constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(t);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(t - day));
    return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                       days[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                       months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                       time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace

server_session::server_session(loop& l, const logger& log, const server_options& options,
                               const server::handler& handle, buffer_stock& stock,
                               std::unique_ptr<byte_stream> stream)
    : loop_(l),
      log_(log),
      options_(options),
      handle_(handle),
      stream_(std::move(stream)),
      buffer_(stock),
      waiting_since_(l.now()) {}

void server_session::finish() {
    last_ = true;
    if (waiting_since_ != never) stream_->close();
    if (streaming_) streaming_->stop();
}

bool server_session::is_stalled(duration limit) {
    if (!writing_ || stuck_since_ == never || stream_->sent() != seen_sent_) {
        stuck_since_ = writing_ ? loop_.now() : never;
        seen_sent_ = stream_->sent();
        return false;
    }
    return loop_.now() - stuck_since_ >= limit;
}

awaitable<void> server_session::run() {
    if (options_.tls) {
        const result<> agreed = co_await stream_->handshake(options_.tls(), "", options_.head_timeout);
        if (!agreed) {
            log_.debug("connection refused", {{"peer", stream_->peer()}, {"error", agreed.error().message}});
            co_return;
        }
        peer_ = stream_->peer_certificate_chain();
    }
    for (bool more = true; more && !last_;) more = co_await serve_one();
    stream_->close();
}

awaitable<bool> server_session::serve_one() {
    request_parser parser(options_.head, options_.max_body);
    server_request request;
    request.peer = peer_;
    request.from = stream_->peer();
    std::optional<refusal> refused;
    waiting_since_ = loop_.now();
    const bool received = co_await read_request(parser, request, refused);
    waiting_since_ = never;
    if (refused) co_await refuse(*refused);
    if (refused || !received) co_return false;
    response r = co_await answer(request);
    const bool keep_alive = parser.keeps_alive() && keeps_ && !last_;
    const bool with_body = request.method != "HEAD";
    if (r.stream && r.websocket && is_websocket_request(request)) {
        handshake hello = answer_handshake(request);
        if (!hello.accepted) r.stream = nullptr;
        request = {};
        using form = stream_sender::form;
        co_await write_messages(std::move(hello.answer), std::move(r.stream),
                                r.framed ? form::framed_messages : form::messages);
        co_return false;
    }
    if (std::dynamic_pointer_cast<upgrade>(r.stream)) {
        request = {};
        co_await write_upgrade(std::move(r));
        co_return false;
    }
    if (r.stream && with_body) {
        request = {};  // a watch lasts
        const bool usable = co_await write_stream(std::move(r), parser.is_http10(), keep_alive);
        co_return usable&& keep_alive;
    }
    const bool written = co_await write(std::move(r), with_body, keep_alive);
    co_return written&& keep_alive;
}

awaitable<server_session::input> server_session::fill(time_point due) {
    for (;;) {
        char* const room = buffer_.room();
        const byte_stream::attempt a = stream_->try_read(room, buffer_.room_size());
        if (a.is == byte_stream::attempt::what::done) {
            buffer_.filled(a.bytes);
            co_return input::data;
        }
        if (a.is != byte_stream::attempt::what::wait) co_return input::ended;
        buffer_.release();
        const bool in_time = co_await stream_->wait(a.need, due);
        if (!in_time) co_return input::late;
    }
}

awaitable<bool> server_session::read_request(request_parser& p, server_request& r,
                                             std::optional<refusal>& refused) {
    time_point due = deadline(loop_, options_.idle_timeout);
    bool begun = false;
    for (;;) {
        const result<framed> f = p.put(buffer_.unread());
        if (!f) {
            refused = refusal{p.refusal(), f.error().message};
            co_return false;
        }
        buffer_.consume(f->used);
        if (!begun && p.started()) {
            begun = true;
            due = deadline(loop_, options_.head_timeout);
        }
        switch (f->is) {
            case framed::what::head:
                r.method = std::move(p.method());
                r.target = std::move(p.target());
                due = deadline(loop_, options_.body_timeout);
                if (p.expects_continue() && buffer_.unread().empty()) {
                    const result<> sent =
                        co_await stream_->write_all("HTTP/1.1 100 Continue\r\n\r\n", options_.write_timeout);
                    if (!sent) co_return false;
                }
                r.headers = p.headers();
                break;
            case framed::what::piece:
                r.body.append(f->piece);
                break;
            case framed::what::end:
                co_return true;
            case framed::what::need_more: {
                const input got = co_await fill(due);
                if (got != input::data) co_return false;
            }
        }
    }
}

awaitable<void> server_session::refuse(const refusal& r) {
    log_.debug("request refused", {{"peer", stream_->peer()}, {"status", r.status}, {"error", r.why}});
    const bool written = co_await write(text_response(r.status, r.why), true, false);
    if (written) co_await close_gracefully();
}

awaitable<void> server_session::close_gracefully() {
    // Closing while the peer still sends would make its TCP discard the response.
    stream_->end_writing();
    waiting_since_ = loop_.now();
    co_await drain();
}

awaitable<void> server_session::drain() {
    constexpr std::size_t most = 256 * 1024;
    const time_point due = loop_.now() + std::chrono::seconds(1);
    for (std::size_t dropped = 0; dropped < most;) {
        const input got = co_await fill(due);
        if (got != input::data) co_return;
        dropped += buffer_.unread().size();
        buffer_.consume(buffer_.unread().size());
    }
}

awaitable<response> server_session::answer(const server_request& r) {
    std::string failure;
    try {
        co_return co_await handle_(r);
    } catch (const std::exception& e) {
        failure = e.what();
    }
    log_.error("a request's handler failed", {{"method", r.method}, {"path", r.path()}, {"error", failure}});
    co_return text_response(500, "internal error");
}

awaitable<bool> server_session::write(response r, bool with_body, bool keep_alive) {
    std::string wire;
    r.headers.push_back({"Date", date_text(loop_.wall_now())});
    // The response to HEAD has the headers that GET would have.
    const result<> ok = r.stream
                            ? append_response_head(wire, r.status, r.headers, body_end::chunks, 0, keep_alive)
                            : append_response(wire, r.status, r.headers, r.body, with_body, keep_alive);
    if (!ok) {
        log_.error("a response cannot be sent", {{"error", ok.error().message}});
        wire.clear();
        (void)append_response(wire, 500, {}, "internal error\n", with_body, keep_alive);
    }
    writing_ = true;
    const result<> written = co_await stream_->write_all(wire, options_.write_timeout);
    writing_ = false;
    co_return written.has_value();
}

awaitable<bool> server_session::write_stream(response r, bool http10, bool keep_alive) {
    // RFC 9110, 6.4.1: no content, so no chunks either; the client would take them for the next
    // response.
    if (r.status == 204 || r.status == 304) {
        r.stream = nullptr;
        co_return co_await write(std::move(r), false, keep_alive);
    }
    const bool chunked = !http10;
    std::string wire;
    r.headers.push_back({"Date", date_text(loop_.wall_now())});
    const result<> ok = append_response_head(wire, r.status, r.headers,
                                             chunked ? body_end::chunks : body_end::close, 0, keep_alive);
    if (!ok) {
        r.stream = nullptr;
        co_return co_await write(std::move(r), true, keep_alive);
    }
    if (chunked)
        append_chunk(wire, r.body);
    else
        wire += r.body;
    r.body = {};
    r.headers.clear();
    using form = stream_sender::form;
    stream_sender sender(loop_, log_, *stream_, buffer_, chunked ? form::chunks : form::plain,
                         options_.write_timeout);
    const stream_sender::ending e = co_await send_stream(sender, std::move(wire), *r.stream);
    if (e == stream_sender::ending::broken) co_return false;
    if (!chunked) co_return true;
    const result<> ended = co_await stream_->write_all(last_chunk, options_.write_timeout);
    co_return ended.has_value();
}

awaitable<stream_sender::ending> server_session::send_stream(stream_sender& sender, std::string head,
                                                             body_source& from) {
    streaming_ = &sender;
    streaming_since_ = loop_.now();
    stream_sender::ending e = stream_sender::ending::broken;
    std::exception_ptr cut;
    try {
        if (last_) sender.stop();
        e = co_await sender.send(std::move(head), from);
    } catch (...) {
        cut = std::current_exception();
    }
    streaming_ = nullptr;
    streaming_since_ = never;
    if (cut) std::rethrow_exception(cut);
    co_return e;
}

class server_session::upgraded : public upgraded_stream {
public:
    explicit upgraded(server_session& of) : of_(of) {}
    awaitable<result<std::string_view>> read(time_point due) override {
        of_.buffer_.consume(std::exchange(given_, 0));
        if (of_.buffer_.unread().empty()) {
            const input got = co_await of_.fill(due);
            if (got == input::late) co_return error(errc::timeout, "nothing came in time");
            if (got == input::ended) co_return std::string_view();
        }
        given_ = of_.buffer_.unread().size();
        co_return of_.buffer_.unread();
    }
    awaitable<result<>> write(std::string_view bytes) override {
        return of_.stream_->write_all(bytes, of_.options_.write_timeout);
    }

private:
    server_session& of_;
    std::size_t given_ = 0;
};

awaitable<void> server_session::write_upgrade(response r) {
    std::string head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n";
    for (const header& h : r.headers) head.append(h.name).append(": ").append(h.value).append("\r\n");
    head += "\r\n";
    waiting_since_ = loop_.now();  // finish() ends it
    const result<> begun = co_await stream_->write_all(head, options_.write_timeout);
    if (!begun) co_return;
    upgraded stream(*this);
    std::string failure;
    try {
        co_await std::static_pointer_cast<upgrade>(r.stream)->speak(stream);
    } catch (const connection_end&) {
        co_return;
    } catch (const std::exception& e) {
        failure = e.what();
    }
    if (failure.empty()) co_return co_await close_gracefully();
    log_.error("an upgraded connection failed", {{"peer", stream_->peer()}, {"error", failure}});
}

awaitable<void> server_session::write_messages(std::string hello, std::shared_ptr<body_source> stream,
                                               stream_sender::form as) {
    std::string last = std::move(hello);
    if (stream) {
        stream_sender sender(loop_, log_, *stream_, buffer_, as, options_.write_timeout);
        const stream_sender::ending e =
            co_await send_stream(sender, std::exchange(last, std::string()), *stream);
        stream = nullptr;
        if (e == stream_sender::ending::broken) co_return;
        // As the real server: its error first, then its usual close.
        if (e == stream_sender::ending::violated) append_close(last, websocket_code::protocol_error);
        append_close(last, websocket_code::normal);
    }
    const result<> written = co_await stream_->write_all(last, options_.write_timeout);
    if (written) co_await close_gracefully();
}

}}}  // namespace setpoint::v0::http
