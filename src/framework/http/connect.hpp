#pragma once
// From an origin to a connected stream: name look-up, TCP, TLS.

#include "framework/http/byte_stream.hpp"
#include "setpoint/http/message.hpp"
#include "setpoint/http/origin.hpp"
#include "setpoint/http/proxy.hpp"

#include <memory>

namespace setpoint::http {

// Tries all addresses in order within t.connect, each of those left with its share of the time. `tls` is used
// when the scheme is https, and must be there then. `via`: through this proxy, unless null; the name of `to`
// is then looked up by the proxy. Error: unreachable; the message names the host and each address with what
// went wrong there.
awaitable<result<std::unique_ptr<byte_stream>>> connect(loop& l, const origin& to, tls_context_ptr tls,
                                                        const timeouts& t, const proxy* via = nullptr);

// A dead peer is noticed within about half a minute, idle or not, and small writes go at once.
void set_options(int fd);

}  // namespace setpoint::http
