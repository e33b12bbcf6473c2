#pragma once
// From an origin to a connected stream: name resolution, TCP, TLS.

#include "framework/http/byte_stream.hpp"
#include "setpoint/http/message.hpp"
#include "setpoint/http/origin.hpp"
#include "setpoint/http/proxy.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

// Tries all addresses in order within t.connect; each remaining one gets its share of the time.
// `tls` must be set if the scheme is https. `via`: the proxy, or null; the proxy then resolves the
// name. Errors: unreachable; the message names the host and the failure of each address.
awaitable<result<std::unique_ptr<byte_stream>>> connect(loop& l, const origin& to, tls_context_ptr tls,
                                                        const timeouts& t, const proxy* via = nullptr);

// Connects a TCP socket that is open and non-blocking, perhaps one of another network namespace. Takes it
// over. Errors: unreachable; the message is only the reason.
awaitable<result<std::unique_ptr<byte_stream>>> connect_over(loop& l, int fd, asio::ip::tcp::endpoint to,
                                                             time_point due);

}}}  // namespace setpoint::v0::http
