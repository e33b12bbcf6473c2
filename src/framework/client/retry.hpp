#pragma once
// Decides whether and when a failed call may be sent again. No I/O, no timer.

#include "framework/http/retry_after.hpp"
#include "framework/tracing/tracer.hpp"
#include "setpoint/client/call.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/error.hpp"

#include <optional>

namespace setpoint { inline namespace v0 {

// The progress of a call.
struct attempt_state {
    bool sent = false;        // a request was sent, or may have been, and has no response
    int accepted = 0;         // the 2xx status, once the response's head has arrived
    credential_stamp with{};  // of the last request
    unsigned attempts = 0;    // requests so far
    call_span span{};         // of the last request, until its response was read
};

// One per call. The rules follow client-go's rest/with_retry.go, but are stricter for writes:
//   - 429 and 503 with Retry-After, any verb: retry after that time, but not before a back-off from
//     0.1 s doubling to 5 s. The server has not started. A 503 counts only if its body is a Status.
//   - other 5xx with Retry-After: reads only. client-go repeats writes too, but a 500 or 504 may
//     come after the write was committed (etcd changed its leader, a gateway timed out), and
//     repeating it could turn a success into "already exists".
//   - connection lost before or during the response: reads only, with back-off.
//   - anything else: no retry. Nothing is sent later than `due`.
class retry_policy {
public:
    static constexpr unsigned max_retries = 10;  // client-go's
    static constexpr duration least_wait =
        std::chrono::milliseconds(100);    // for Retry-After: 0, then doubling
    static constexpr double jitter = 0.2;  // of Retry-After, added

    retry_policy(bool writes, time_point due);
    // Returns the delay before the next attempt, or nothing: give up with this error.
    std::optional<duration> next(const error& why, time_point now, random_source& random);

private:
    bool writes_;
    time_point due_;
    unsigned retries_ = 0, answered_ = 0;
    backoff connection_backoff_;
};

// Returns the error that the caller of a failed write gets, depending on how far it progressed. A
// read's error is returned unchanged.
error outcome_of(const call& c, error why, const attempt_state& state);

using http::parse_retry_after;

}}  // namespace setpoint::v0
