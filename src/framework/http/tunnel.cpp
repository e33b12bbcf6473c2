#include "framework/http/tunnel.hpp"

#include "framework/core/base64.hpp"
#include "framework/http/response_parser.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

std::string request_of(const proxy& via, const origin& to) {
    std::string text = fmt::format("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n", to.authority());
    if (!via.username.empty())
        text += fmt::format("Proxy-Authorization: Basic {}\r\n",
                            base64_encode(fmt::format("{}:{}", via.username, via.password.reveal())));
    return text + "\r\n";
}

std::string_view advice(int status, const proxy& via) {
    if (status == 407)
        return via.username.empty() ? "; it requires a user name and a password: http://user:password@..."
                                    : "; the user name or the password is wrong";
    if (status == 403) return "; it does not allow this address";
    return "";
}

// Reads the head of the response. The error's message is only the reason.
awaitable<result<int>> answer_of(byte_stream& s, time_point due, duration limit) {
    constexpr std::size_t piece = 4096;
    response_parser parser(limits{}, true);
    const auto memory = std::make_unique<char[]>(piece);
    std::string unread;
    for (;;) {
        const byte_stream::attempt a = s.try_read(memory.get(), piece);
        if (a.is == byte_stream::attempt::what::wait) {
            const bool in_time = co_await s.wait(a.need, due);
            if (!in_time) co_return error(errc::unreachable, timed_out(limit));
            continue;
        }
        if (a.is == byte_stream::attempt::what::ended)
            co_return error(errc::unreachable, "it closed the connection");
        if (a.is == byte_stream::attempt::what::failed) co_return error(errc::unreachable, s.why());
        unread.append(memory.get(), a.bytes);
        const result<framed> f = parser.put(unread);
        if (!f) co_return error(errc::unreachable, "its response is not HTTP: " + f.error().message);
        unread.erase(0, f->used);
        if (f->is != framed::what::head) continue;
        const int status = parser.take_head().status;
        // Our servers do not send first.
        if (status >= 200 && status <= 299 && !unread.empty())
            co_return error(errc::unreachable, "it sent unexpected bytes into the tunnel");
        co_return status;
    }
}

}  // namespace

awaitable<result<>> open_tunnel(loop& l, byte_stream& s, const proxy& via, const origin& to, duration limit) {
    const time_point due = deadline(l, limit);
    const auto failed = [&](std::string_view why) {
        s.close();
        return error(errc::unreachable, fmt::format("the proxy {} ({}) cannot reach {}: {}",
                                                    via.at.authority(), via.named_by, to.authority(), why));
    };
    const result<> sent = co_await s.write_all(request_of(via, to), limit);
    if (!sent) co_return failed(sent.error().message);
    const result<int> status = co_await answer_of(s, due, limit);
    if (!status) co_return failed(status.error().message);
    if (*status < 200 || *status > 299)
        co_return failed(fmt::format("it answered {}{}", *status, advice(*status, via)));
    co_return result<>();
}

}}}  // namespace setpoint::v0::http
