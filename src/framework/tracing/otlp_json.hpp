#pragma once
// Spans as the body of a request of OTLP/HTTP with JSON:
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding.

#include "framework/tracing/span.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

// The process, as attributes: service.name and the like.
using trace_resource = std::vector<std::pair<std::string, std::string>>;

// An ExportTraceServiceRequest with one resource and one scope.
std::string otlp_json(const trace_resource& resource, std::span<const span> spans);

// Returns how many spans the collector rejected, by the body of a 2xx response (partial success); 0 if the
// body does not say so.
std::uint64_t rejected_spans(std::string_view body);

}}  // namespace setpoint::v0
