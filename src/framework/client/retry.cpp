#include "framework/client/retry.hpp"

#include "setpoint/http/transport.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

constexpr backoff_policy after_lost_connection{
    .base = std::chrono::milliseconds(200), .factor = 2.0, .cap = std::chrono::seconds(5), .jitter = 0.5};

// For a server that gives no time (Retry-After: 0), or the same short one again and again.
constexpr backoff_policy deferral_backoff{
    .base = retry_policy::least_wait, .factor = 2.0, .cap = std::chrono::seconds(5)};

// The server answered that it has not started to process the request. A 503 without a Status is from a
// gateway, which may have passed the request on; kube-apiserver's own is that of a server that is shutting
// down (apiserver/pkg/server/filters/waitgroup.go).
bool was_deferred(const error& e) {
    return e.retry_after && (e.http_status == 429 || (e.http_status == 503 && !e.reason.empty()));
}

}  // namespace

retry_policy::retry_policy(bool writes, time_point due)
    : writes_(writes), due_(due), connection_backoff_(after_lost_connection) {}

std::optional<duration> retry_policy::next(const error& why, time_point now, random_source& random) {
    if (retries_ >= max_retries) return std::nullopt;
    duration wait;
    if (why.http_status >= 400) {
        if (!why.retry_after || (why.http_status != 429 && why.http_status < 500)) return std::nullopt;
        if (writes_ && !was_deferred(why)) return std::nullopt;
        wait = std::max<duration>(*why.retry_after, exponential_delay(deferral_backoff, answered_++));
        wait += std::chrono::duration_cast<duration>(std::chrono::duration<double, std::nano>(
            static_cast<double>(wait.count()) * jitter * random.unit()));
    } else {
        if (writes_ || why.code != errc::connection_lost) return std::nullopt;
        wait = connection_backoff_.next(now, random);
    }
    if (saturating_add(now, wait) >= due_) return std::nullopt;
    ++retries_;
    return wait;
}

error outcome_of(const call& c, error why, const attempt_state& state) {
    if (!c.writes()) return why;
    if (state.accepted != 0) {
        why.http_status = state.accepted;
        if (why.code == errc::connection_lost || why.code == errc::timeout) why.code = errc::unknown_outcome;
        why.message += fmt::format("; it was executed ({}), but its response is unusable", state.accepted);
        return why;
    }
    const bool server_failed =
        why.http_status >= 500 && why.http_status != 501 && why.http_status != 505 && !was_deferred(why);
    const bool unanswered = why.http_status == 0 && state.sent && !http::surely_not_sent(why.code);
    if (server_failed || unanswered) {
        why.code = errc::unknown_outcome;
        why.message += "; it is unknown whether it was executed";
    }
    return why;
}

}}  // namespace setpoint::v0
