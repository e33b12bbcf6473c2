#pragma once
// A tunnel through an HTTP proxy: CONNECT (RFC 9110, 9.3.6).

#include "framework/http/byte_stream.hpp"
#include "setpoint/http/proxy.hpp"

namespace setpoint { inline namespace v0 { namespace http {

// Opens the tunnel over a new stream to the proxy, which then carries the bytes of the server `to`.
// Errors: unreachable; the message names the proxy and the setting that named it, and nothing of
// its password.
awaitable<result<>> open_tunnel(loop& l, byte_stream& s, const proxy& via, const origin& to, duration limit);

}}}  // namespace setpoint::v0::http
