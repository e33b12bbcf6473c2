#include "framework/http/new_socket.hpp"

#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace http {

#ifdef __linux__

int new_tcp_socket(int family) noexcept {
    return ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
}

int accept_tcp_socket(int listening, sockaddr* peer, socklen_t* size) noexcept {
    return ::accept4(listening, peer, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

#else

namespace {

// macOS sets nothing when it makes a descriptor: a program that another thread starts meanwhile inherits it.
int prepared(int fd) noexcept {
    if (fd < 0) return fd;
    const int on = 1;
    if (::fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && ::fcntl(fd, F_SETFL, O_NONBLOCK) == 0 &&
        ::setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on) == 0)
        return fd;
    const int why = errno;
    ::close(fd);
    errno = why == EINVAL ? ECONNABORTED : why;  // EINVAL: the peer has closed the connection already
    return -1;
}

}  // namespace

int new_tcp_socket(int family) noexcept {
    return prepared(::socket(family, SOCK_STREAM, IPPROTO_TCP));
}

int accept_tcp_socket(int listening, sockaddr* peer, socklen_t* size) noexcept {
    return prepared(::accept(listening, peer, size));
}

#endif

void set_options(int fd) noexcept {
    const auto set = [fd](int level, int name, int value) {
        ::setsockopt(fd, level, name, &value, sizeof value);
    };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
#ifdef __linux__
    set(IPPROTO_TCP, TCP_KEEPIDLE, 15);
    set(IPPROTO_TCP, TCP_USER_TIMEOUT, 30000);
#else
    set(IPPROTO_TCP, TCP_KEEPALIVE, 15);
    set(IPPROTO_TCP, TCP_RXT_CONNDROPTIME, 30);
#endif
    set(IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set(IPPROTO_TCP, TCP_KEEPCNT, 3);
}

}}}  // namespace setpoint::v0::http
