#include "framework/http/connect.hpp"

#include "framework/http/new_socket.hpp"
#include "framework/http/tunnel.hpp"
#include "setpoint/core/ip_text.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

using endpoint = asio::ip::tcp::endpoint;

constexpr std::size_t max_addresses = 16;

std::string text_of(const endpoint& e) {
    const std::string address = e.address().to_string();
    return e.address().is_v6() ? fmt::format("[{}]:{}", address, e.port())
                               : fmt::format("{}:{}", address, e.port());
}

struct lookup_result {
    int code = 0, error_number = 0;
    std::vector<endpoint> found;
};

// Blocks the thread.
lookup_result look_up(const std::string& host, const std::string& port) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
    addrinfo* list = nullptr;
    lookup_result answer;
    answer.code = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &list);
    answer.error_number = errno;
    for (const addrinfo* a = list; a && answer.found.size() < max_addresses; a = a->ai_next) {
        endpoint e;
        if (a->ai_addrlen > e.capacity()) continue;
        std::copy_n(reinterpret_cast<const char*>(a->ai_addr), a->ai_addrlen,
                    reinterpret_cast<char*>(e.data()));
        e.resize(a->ai_addrlen);
        answer.found.push_back(e);
    }
    if (list) ::freeaddrinfo(list);
    return answer;
}

awaitable<result<std::vector<endpoint>>> addresses_of(loop& l, const origin& to, time_point due) {
    if (const auto literal = parse_ip(to.host)) {
        const int port = std::atoi(to.port.c_str());
        co_return std::vector<endpoint>{endpoint(*literal, static_cast<unsigned short>(port))};
    }
    const std::string what = fmt::format("look-up of {}", to.host);
    auto job = [host = to.host, port = to.port] { return look_up(host, port); };
    result<lookup_result> answer = co_await with_deadline(l, due, what, l.blocking(what, std::move(job)));
    if (!answer) co_return error(errc::unreachable, answer.error().message);
    if (answer->code != 0 || answer->found.empty()) {
        const std::string why = answer->code == EAI_SYSTEM ? text_of_errno(answer->error_number)
                                : answer->code != 0        ? ::gai_strerror(answer->code)
                                                           : "it has no address";
        co_return error(errc::unreachable, fmt::format("{} failed: {}", what, why));
    }
    co_return std::move(answer->found);
}

// The error's message is only the reason.
awaitable<result<std::unique_ptr<byte_stream>>> connect_to(loop& l, const endpoint& to, time_point due) {
    const int fd = new_tcp_socket(to.protocol().family());
    if (fd < 0) co_return error(errc::unreachable, text_of_errno(errno));
    co_return co_await connect_over(l, fd, to, due);
}

// Opens a TCP connection to one of the addresses of `to`.
awaitable<result<std::unique_ptr<byte_stream>>> dial(loop& l, const origin& to, const timeouts& t) {
    const time_point due = deadline(l, t.connect);
    const result<std::vector<endpoint>> addresses = co_await addresses_of(l, to, due);
    if (!addresses) co_return addresses.error();
    std::string failures;
    for (std::size_t i = 0; i < addresses->size(); ++i) {
        const auto left = static_cast<duration::rep>(addresses->size() - i);
        const time_point share = due == never ? never : l.now() + (due - l.now()) / left;
        result<std::unique_ptr<byte_stream>> stream = co_await connect_to(l, (*addresses)[i], share);
        if (stream) co_return stream;
        failures += fmt::format("{}{}: {}", failures.empty() ? "" : "; ", text_of((*addresses)[i]),
                                stream.error().message);
    }
    co_return error(errc::unreachable, fmt::format("cannot connect to {}: {}", to.authority(), failures));
}

// Opens a tunnel to `to`. Errors name the proxy and the setting that named it.
awaitable<result<std::unique_ptr<byte_stream>>> dial_through(loop& l, const proxy& via, const origin& to,
                                                             const timeouts& t) {
    const std::string where = fmt::format("proxy ({})", via.named_by);
    result<std::unique_ptr<byte_stream>> stream = co_await dial(l, via.at, t);
    if (!stream) co_return stream.error().within(where);
    if (via.at.tls()) {
        const result<> agreed = co_await (*stream)->handshake(via.tls, via.at.host, t.tls);
        if (!agreed) co_return agreed.error().within(where);
    }
    const result<> tunnel = co_await open_tunnel(l, **stream, via, to, t.connect);
    if (!tunnel) co_return tunnel.error();
    co_return stream;
}

}  // namespace

awaitable<result<std::unique_ptr<byte_stream>>> connect_over(loop& l, int fd, asio::ip::tcp::endpoint to,
                                                             time_point due) {
    set_options(fd);
    const int begun = ::connect(fd, to.data(), static_cast<socklen_t>(to.size()));
    const int why = errno;
    if (begun != 0 && why != EINPROGRESS) {
        ::close(fd);
        co_return error(errc::unreachable, text_of_errno(why));
    }
    asio::ip::tcp::socket socket(l.io());
    boost::system::error_code ec;
    socket.assign(to.protocol(), fd, ec);
    if (ec) {
        ::close(fd);
        co_return error(errc::unreachable, ec.message());
    }
    auto stream = std::make_unique<byte_stream>(l, std::move(socket), text_of(to));
    if (begun == 0) co_return stream;
    const bool in_time = co_await stream->wait(byte_stream::direction::write, due);
    if (!in_time) co_return error(errc::unreachable, "timed out");
    int failure = 0;
    socklen_t size = sizeof failure;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size);
    if (failure != 0) co_return error(errc::unreachable, text_of_errno(failure));
    stream->abandon_writes();
    co_return stream;
}

awaitable<result<std::unique_ptr<byte_stream>>> connect(loop& l, const origin& to, tls_context_ptr tls,
                                                        const timeouts& t, const proxy* via) {
    auto dialled = via ? dial_through(l, *via, to, t) : dial(l, to, t);
    result<std::unique_ptr<byte_stream>> stream = co_await std::move(dialled);
    if (!stream || !to.tls()) co_return stream;
    const result<> agreed = co_await (*stream)->handshake(std::move(tls), to.host, t.tls);
    if (!agreed) co_return agreed.error();
    co_return stream;
}

}}}  // namespace setpoint::v0::http
