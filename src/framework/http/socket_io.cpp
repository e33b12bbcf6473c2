#include "framework/http/socket_io.hpp"

#include <sys/socket.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

#ifdef __APPLE__
constexpr int without_signal = 0;  // new_socket.cpp sets SO_NOSIGPIPE
#else
constexpr int without_signal = MSG_NOSIGNAL;
#endif

}  // namespace

std::ptrdiff_t socket_io::read(void* to, std::size_t size) noexcept {
    if (drained) {
        last_errno = EAGAIN;
        return -1;
    }
    for (;;) {
        const ssize_t n = ::recv(fd, to, size, 0);
        if (n >= 0) {
            ended = n == 0 && size > 0;
            drained = n > 0 && static_cast<std::size_t>(n) < size;
            return n;
        }
        last_errno = errno;
        if (last_errno != EINTR) return -1;
    }
}

bool socket_io::empty() noexcept {
    char byte;
    const ssize_t n = ::recv(fd, &byte, 1, MSG_PEEK);
    if (n >= 0) return false;
    last_errno = errno;
    return would_block();
}

std::ptrdiff_t socket_io::write(const void* from, std::size_t size) noexcept {
    for (;;) {
        const ssize_t n = ::send(fd, from, size, without_signal);
        if (n >= 0) {
            sent += static_cast<std::uint64_t>(n);
            return n;
        }
        last_errno = errno;
        if (last_errno != EINTR) return -1;
    }
}

namespace {

int bio_read(BIO* b, char* to, int size) {
    auto& s = *static_cast<socket_io*>(BIO_get_data(b));
    BIO_clear_retry_flags(b);
    const auto n = s.read(to, static_cast<std::size_t>(size));
    if (n < 0 && s.would_block()) BIO_set_retry_read(b);
    return static_cast<int>(n);
}

int bio_write(BIO* b, const char* from, int size) {
    auto& s = *static_cast<socket_io*>(BIO_get_data(b));
    BIO_clear_retry_flags(b);
    const auto n = s.write(from, static_cast<std::size_t>(size));
    if (n < 0 && s.would_block()) BIO_set_retry_write(b);
    return static_cast<int>(n);
}

long bio_ctrl(BIO* b, int command, long, void*) {
    if (command == BIO_CTRL_FLUSH) return 1;
    if (command == BIO_CTRL_EOF) return static_cast<socket_io*>(BIO_get_data(b))->ended ? 1 : 0;
    return 0;
}

}  // namespace

BIO* make_bio(socket_io& s) {
    static BIO_METHOD* const method = [] {
        BIO_METHOD* m = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket without signals");
        BIO_meth_set_read(m, bio_read);
        BIO_meth_set_write(m, bio_write);
        BIO_meth_set_ctrl(m, bio_ctrl);
        return m;
    }();
    BIO* b = BIO_new(method);
    BIO_set_data(b, &s);
    BIO_set_init(b, 1);
    return b;
}

}}}  // namespace setpoint::v0::http
