#pragma once
// Reads and writes of a non-blocking socket, for plain HTTP and, as a BIO, for OpenSSL. OpenSSL's
// own socket BIO raises SIGPIPE, and Asio's TLS stream keeps 68 KiB of buffers per connection.

#include <openssl/bio.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace http {

struct socket_io {
    int fd = -1;
    int last_errno = 0;  // of the last failed call
    bool ended = false;  // the peer has sent its last byte
    // the last read emptied the socket, so the next one would block; until wait()
    bool drained = false;
    std::uint64_t sent = 0;  // bytes that the kernel has taken

    // Returns -1 with last_errno set, or 0 at the end of the stream.
    std::ptrdiff_t read(void* to, std::size_t size) noexcept;
    std::ptrdiff_t write(const void* from, std::size_t size) noexcept;
    // Whether a read would block: neither data nor the end has arrived.
    bool empty() noexcept;
    bool would_block() const noexcept { return last_errno == EAGAIN || last_errno == EWOULDBLOCK; }
};

// Creates a BIO over `s`, which must outlive it. The SSL that it is passed to owns it.
BIO* make_bio(socket_io& s);

}}}  // namespace setpoint::v0::http
