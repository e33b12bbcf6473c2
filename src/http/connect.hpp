#pragma once
// From an origin to a connected stream: name look-up, TCP, TLS.

#include "byte_stream.hpp"
#include <setpoint/http/message.hpp>
#include <setpoint/http/origin.hpp>

#include <memory>

namespace setpoint::http {

// Tries all addresses in order within t.connect, each of those left with its share of the time. `tls` null:
// plain. Error: unreachable; the message names the host and each address with what went wrong there.
awaitable<result<std::unique_ptr<byte_stream>>> connect(loop& l, const origin& to, tls_context_ptr tls,
                                                        const timeouts& t);

// A dead peer is noticed within about half a minute, idle or not, and small writes go at once.
void set_options(int fd);

// now + d, where a zero d means no limit.
inline time_point deadline(loop& l, duration d) {
    return d == duration::zero() ? never : saturating_add(l.now(), d);
}

}  // namespace setpoint::http
