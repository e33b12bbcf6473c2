#pragma once
// A tunnel through an HTTP proxy: CONNECT (RFC 9110, 9.3.6).

#include "framework/http/byte_stream.hpp"
#include "setpoint/http/proxy.hpp"

namespace setpoint::http {

// Over a stream to the proxy that has just been opened; afterwards its bytes are those of the server `to`.
// Error: unreachable; the message names the proxy and what named it, and nothing of its password.
awaitable<result<>> open_tunnel(loop& l, byte_stream& s, const proxy& via, const origin& to, duration limit);

}  // namespace setpoint::http
