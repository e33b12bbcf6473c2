#pragma once
// The ids of traces and spans, and the header that carries them: https://www.w3.org/TR/trace-context/.

#include "setpoint/core/random.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Invalid if both are 0.
struct trace_id {
    std::uint64_t high = 0, low = 0;
    friend bool operator==(const trace_id&, const trace_id&) = default;
};
using span_id = std::uint64_t;  // 0: none

// The span that a header names, of this process or of another one.
struct trace_parent {
    trace_id trace;
    span_id span = 0;
    bool sampled = false;
    friend bool operator==(const trace_parent&, const trace_parent&) = default;
};

trace_id new_trace_id(random_source& random);
span_id new_span_id(random_source& random);
// Lower-case hexadecimal digits: 32 and 16.
std::string to_string(const trace_id& id);
std::string span_id_text(span_id id);

// Parses the value of `traceparent`. Returns nothing if it is invalid. Accepts later versions as the
// specification says: what follows the flags is ignored.
std::optional<trace_parent> parse_traceparent(std::string_view text);
// Returns a value of version 00.
std::string to_traceparent(const trace_parent& p);

// Whether a new trace is sampled: the decision of OpenTelemetry's TraceIdRatioBased sampler in Go, so that
// programs with the same ratio decide alike. `ratio` is from 0 to 1.
bool is_sampled(const trace_id& id, double ratio);

}}  // namespace setpoint::v0
