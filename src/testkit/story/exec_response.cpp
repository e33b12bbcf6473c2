#include "testkit/story/exec_response.hpp"

#include "apiserver/request/query.hpp"
#include "framework/http/upgrade.hpp"
#include "framework/http/websocket_frames.hpp"
#include "framework/http/websocket_handshake.hpp"
#include "testkit/story/spdy_streams.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::string_view websocket_protocol_5 = "v5.channel.k8s.io", protocol_4 = "v4.channel.k8s.io";
constexpr duration until_streams = std::chrono::seconds(30), until_closed = std::chrono::seconds(10);
enum channel : char { channel_out = 1, channel_err = 2, channel_error = 3 };

// The headers of that name, each of which may list several.
bool offers(const http::server_request& r, std::string_view name, std::string_view protocol) {
    for (const http::header& h : r.headers) {
        if (!http::same_token(h.name, name)) continue;
        std::string_view rest = h.value;
        while (!rest.empty()) {
            std::string_view one = rest.substr(0, rest.find(','));
            rest.remove_prefix(std::min(rest.size(), one.size() + 1));
            const std::size_t begin = std::min(one.find_first_not_of(' '), one.size());
            one.remove_prefix(begin);
            if (one.substr(0, one.find_last_not_of(' ') + 1) == protocol) return true;
        }
    }
    return false;
}

// Which streams the client opens.
struct exec_streams {
    bool in = false, out = false, err = false;
};

exec_streams streams_of(const http::server_request& r) {
    const apiserver::query_parameters q(r.query());
    return {q.flag("stdin"), q.flag("stdout"), q.flag("stderr") && !q.flag("tty")};
}

std::string message_on(channel c, std::string_view text) {
    constexpr std::size_t largest = 16 * 1024;
    std::string frames;
    do {
        std::string message(1, c);
        message += text.substr(0, largest);
        std::string size;
        for (int i = 3; i >= 0; --i) size += static_cast<char>(message.size() >> (8 * i) & 0xff);
        http::append_framed_messages(frames, size + message);
        text.remove_prefix(std::min(text.size(), largest));
    } while (!text.empty());
    return frames;
}

awaitable<void> speak_websocket(loop& l, exec_result e, exec_streams s, http::upgraded_stream& to) {
    // The real server sends this, too: clients then know that the command has started.
    const channel first = s.out ? channel_out : s.err ? channel_err : channel_error;
    const auto begun = co_await to.write(message_on(first, ""));
    if (!begun) co_return;
    if (e.after > duration::zero()) co_await l.sleep(e.after);
    std::string all;
    if (s.out && !e.out.empty()) all += message_on(channel_out, e.out);
    if (s.err && !e.err.empty()) all += message_on(channel_err, e.err);
    if (!e.is_cut) {
        all += message_on(channel_error, exec_status(e.exit_code));
        http::append_close(all, http::websocket_code::normal);
    }
    (void)co_await to.write(all);
}

// The order in which client-go opens its streams (tools/remotecommand/v2.go, createStreams): errors, input,
// output, error output.
std::string spdy_result(const exec_result& e, exec_streams s, const std::vector<std::uint32_t>& opened) {
    std::size_t next = 0;
    const std::uint32_t errors = opened[next++];
    std::string all;
    if (s.in) ++next;
    for (const auto& [is_open, text] : {std::pair(s.out, &e.out), std::pair(s.err, &e.err)}) {
        if (!is_open) continue;
        all += spdy_streams::data(opened[next], *text);
        if (!e.is_cut) all += spdy_streams::end(opened[next]);
        ++next;
    }
    if (!e.is_cut) all += spdy_streams::data(errors, exec_status(e.exit_code)) + spdy_streams::end(errors);
    return all;
}

awaitable<void> speak_spdy(loop& l, exec_result e, exec_streams s, http::upgraded_stream& to) {
    const std::size_t wanted = 1U + (s.in ? 1 : 0) + (s.out ? 1 : 0) + (s.err ? 1 : 0);
    spdy_streams streams;
    for (time_point due = saturating_add(l.now(), until_streams); streams.opened().size() < wanted;) {
        const result<std::string_view> got = co_await to.read(due);
        if (!got || got->empty()) co_return;
        const std::string replies = streams.put(*got);
        const auto sent = co_await to.write(replies);
        if (!sent || streams.has_ended()) co_return;
    }
    if (e.after > duration::zero()) co_await l.sleep(e.after);
    const auto sent = co_await to.write(spdy_result(e, s, streams.opened()));
    if (!sent || e.is_cut) co_return;
    // The client closes the connection when it has read everything.
    for (const time_point due = saturating_add(l.now(), until_closed); !streams.has_ended();) {
        const result<std::string_view> got = co_await to.read(due);
        if (!got || got->empty()) co_return;
        const auto replied = co_await to.write(streams.put(*got));
        if (!replied) co_return;
    }
}

}  // namespace

std::string exec_status(int exit_code) {
    if (exit_code == 0) return R"({"metadata":{},"status":"Success"})";
    return fmt::format(
        R"({{"metadata":{{}},"status":"Failure","message":"command terminated with non-zero exit code: exit status {0}",)"
        R"("reason":"NonZeroExitCode","details":{{"causes":[{{"reason":"ExitCode","message":"{0}"}}]}}}})",
        exit_code);
}

apiserver::api_result<http::response> exec_response(loop& l, const http::server_request& r,
                                                    exec_result result) {
    using apiserver::bad_request;
    const exec_streams s = streams_of(r);
    http::response out;
    out.status = 101;
    if (http::is_websocket_request(r)) {
        constexpr const char* name = "Sec-WebSocket-Protocol";
        const std::string_view protocol =
            offers(r, name, websocket_protocol_5) ? websocket_protocol_5 : protocol_4;
        if (!offers(r, name, protocol))
            return bad_request(
                fmt::format("exec over a WebSocket needs {} or {}", websocket_protocol_5, protocol_4));
        const std::string_view key = r.find("Sec-WebSocket-Key");
        if (key.empty()) return bad_request("a WebSocket needs Sec-WebSocket-Key");
        out.headers = {{"Upgrade", "websocket"},
                       {"Sec-WebSocket-Accept", http::websocket_accept(key)},
                       {name, std::string(protocol)}};
        out.stream = std::make_shared<http::upgrade>(
            [&l, e = std::move(result), s](http::upgraded_stream& to) mutable {
                return speak_websocket(l, std::move(e), s, to);
            });
        return out;
    }
    if (!http::same_token(r.find("Upgrade"), "SPDY/3.1")) return bad_request("Upgrade request required");
    constexpr const char* name = "X-Stream-Protocol-Version";
    if (!offers(r, name, protocol_4)) return bad_request(fmt::format("exec over SPDY needs {}", protocol_4));
    out.headers = {{"Upgrade", "SPDY/3.1"}, {name, std::string(protocol_4)}};
    out.stream =
        std::make_shared<http::upgrade>([&l, e = std::move(result), s](http::upgraded_stream& to) mutable {
            return speak_spdy(l, std::move(e), s, to);
        });
    return out;
}

}}}  // namespace setpoint::v0::story
