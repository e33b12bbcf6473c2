#pragma once
// Sockets that are non-blocking, that no other program inherits, and whose writes raise no SIGPIPE.

#include <sys/socket.h>

namespace setpoint { inline namespace v0 { namespace http {

// Opens a TCP socket; `family` is AF_INET or AF_INET6. Returns -1 with errno set.
int new_tcp_socket(int family) noexcept;
// accept(2).
int accept_tcp_socket(int listening, sockaddr* peer, socklen_t* size) noexcept;

// Detects a dead peer within about half a minute, idle or not, and sends small writes immediately.
void set_options(int fd) noexcept;

}}}  // namespace setpoint::v0::http
