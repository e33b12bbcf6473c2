#pragma once
// Which spans wait to be exported, when the next batch is due, and whether a failed batch is sent again. No
// I/O.

#include "framework/tracing/span.hpp"
#include "setpoint/core/backoff.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 {

// OpenTelemetry's BatchSpanProcessor has the same size of the queue and the same delay. A batch is smaller:
// it is encoded in one turn of the loop.
struct batch_limits {
    std::size_t queue = 2048, batch = 256;
    duration delay = std::chrono::seconds(5);  // that the oldest span waits for others
};

class span_queue {
public:
    explicit span_queue(batch_limits limits = {}) : limits_(limits) {}
    // Returns false if the queue is full: the span is dropped.
    bool add(span s, time_point now);
    // Returns when the next batch is due: time_point::min() if it is complete, `never` if there is no span.
    time_point due() const;
    // Takes the oldest spans, at most one batch.
    std::vector<span> take(time_point now);
    std::size_t size() const { return spans_.size(); }

private:
    batch_limits limits_;
    std::deque<span> spans_;
    time_point since_{};  // the oldest span waits
};

// The answer to a batch. Status 0: there was none.
struct export_answer {
    int status = 0;
    std::optional<std::chrono::seconds> retry_after;

    bool is_accepted() const { return status >= 200 && status <= 299; }
};

// The attempts to send one batch, by the rules of OTLP/HTTP: after 429, 502, 503 and 504, and without an
// answer, it is sent again, with back-off and not before Retry-After. Any other answer is final.
// https://opentelemetry.io/docs/specs/otlp/#failures-1
class export_attempts {
public:
    static constexpr duration give_up_after = std::chrono::minutes(5);

    explicit export_attempts(time_point now);
    // Returns the delay before the next attempt, or nothing: the batch is dropped.
    std::optional<duration> next(const export_answer& answer, time_point now, random_source& random);

private:
    time_point last_;
    backoff delays_;
};

}}  // namespace setpoint::v0
