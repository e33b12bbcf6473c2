#pragma once
// Reads and writes of a non-blocking socket, for plain HTTP and, as a BIO, for OpenSSL: the socket BIO that
// OpenSSL brings raises SIGPIPE, and Asio's TLS stream keeps 68 KiB of buffers per connection.

#include <openssl/bio.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace setpoint::http {

struct socket_io {
    int fd = -1;
    int last_errno = 0;      // of the last call that failed
    bool ended = false;      // the peer has sent its last byte
    bool drained = false;    // the last read took all there was: the next one would block; until wait()
    std::uint64_t sent = 0;  // bytes that the kernel has taken

    // -1: see last_errno. A read of 0 bytes: the end.
    std::ptrdiff_t read(void* to, std::size_t size) noexcept;
    std::ptrdiff_t write(const void* from, std::size_t size) noexcept;
    // Nothing has come, not even the end: a read would block.
    bool empty() noexcept;
    bool would_block() const noexcept { return last_errno == EAGAIN || last_errno == EWOULDBLOCK; }
};

// A BIO over `s`, which must outlive it. Owned by the SSL it is given to.
BIO* make_bio(socket_io& s);

}  // namespace setpoint::http
