#include "framework/http/listener.hpp"

#include "framework/http/new_socket.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

using endpoint = asio::ip::tcp::endpoint;

// Returns the descriptor, or -1 with errno set.
int listen_on(const endpoint& at) {
    const int fd = new_tcp_socket(at.protocol().family());
    if (fd < 0) return -1;
    const int on = 1, off = 0;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    // "All addresses" includes IPv4.
    if (at.address().is_v6()) ::setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (::bind(fd, at.data(), static_cast<socklen_t>(at.size())) == 0 && ::listen(fd, SOMAXCONN) == 0)
        return fd;
    const int why = errno;
    ::close(fd);
    errno = why;
    return -1;
}

std::string lower_first(std::string s) {
    if (!s.empty() && s[0] >= 'A' && s[0] <= 'Z') s[0] = static_cast<char>(s[0] - 'A' + 'a');
    return s;
}

}  // namespace

result<> listener::open(const listen_address& at, std::string_view flag) {
    endpoint where(asio::ip::tcp::v6(), at.port);
    if (!at.host.empty()) where = endpoint(asio::ip::make_address(at.host), at.port);
    int fd = listen_on(where);
    if (fd < 0 && at.host.empty() && (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL)) {
        where = endpoint(asio::ip::tcp::v4(), at.port);
        fd = listen_on(where);
    }
    const int why = errno;
    boost::system::error_code ec;
    if (fd >= 0) acceptor_.assign(where.protocol(), fd, ec);
    if (fd < 0 || ec) {
        std::string text = fmt::format("cannot listen on {}: {}", at.text(),
                                       fd < 0 ? lower_first(text_of_errno(why)) : ec.message());
        if (fd >= 0) ::close(fd);
        if (why == EADDRINUSE && !flag.empty()) text += fmt::format("; choose another with {}", flag);
        return error(errc::bad_config, std::move(text));
    }
    port_ = acceptor_.local_endpoint(ec).port();
    return {};
}

result<> listener::adopt(int socket) {
    endpoint at;
    auto size = static_cast<socklen_t>(at.capacity());
    boost::system::error_code ec;
    if (::getsockname(socket, at.data(), &size) != 0) {
        const int why = errno;
        ::close(socket);
        return error(errc::bad_config, "cannot listen on a given socket: " + text_of_errno(why));
    }
    at.resize(size);
    ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) | O_NONBLOCK);
    acceptor_.assign(at.protocol(), socket, ec);
    if (ec) {
        ::close(socket);
        return error(errc::bad_config, "cannot listen on a given socket: " + ec.message());
    }
    port_ = at.port();
    return {};
}

awaitable<result<std::unique_ptr<byte_stream>>> listener::accept() {
    const waiter_id id = loop_.reserve();
    acceptor_.async_wait(acceptor_.wait_read, [&l = loop_, id](boost::system::error_code) { l.ready(id); });
    co_await loop_.wait(id);
    if (!is_open()) co_return nullptr;
    endpoint peer;
    auto size = static_cast<socklen_t>(peer.capacity());
    const int fd = accept_tcp_socket(acceptor_.native_handle(), peer.data(), &size);
    if (fd < 0) {
        // These concern only the one connection (accept(2)). An error of the listener would recur
        // at once.
        for (const int e :
             {EAGAIN, EWOULDBLOCK, ECONNABORTED, EINTR, EPROTO, EPERM, ENETDOWN, ENETUNREACH, EHOSTUNREACH})
            if (errno == e) co_return nullptr;
        co_return error(errc::failed, fmt::format("cannot accept connections: {}", text_of_errno(errno)));
    }
    peer.resize(size);
    set_options(fd);
    asio::ip::tcp::socket socket(loop_.io());
    boost::system::error_code ec;
    socket.assign(peer.protocol(), fd, ec);
    if (ec) {
        ::close(fd);
        co_return nullptr;
    }
    co_return std::make_unique<byte_stream>(loop_, std::move(socket), peer.address().to_string());
}

void listener::close() noexcept {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
}

}}}  // namespace setpoint::v0::http
