#pragma once
// Options of the traces of reconciles; docs/tracing.md describes them.

#include "setpoint/core/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

struct trace_options {
    // --otlp-endpoint: the collector, "http://collector:4318"; spans are sent to its path /v1/traces. Empty:
    // no traces.
    std::string endpoint;
    double sample = 1;  // --trace-sample: the share of new traces that is recorded, from 0 to 1
    // --trace-annotation: the annotation with the traceparent that reconciles of the object continue
    std::string annotation = "setpoint.dev/traceparent";
    std::string service;  // the resource attribute service.name; empty: the program's name
    std::vector<std::pair<std::string, std::string>> resource;  // further resource attributes
};

// Reads the variables of OpenTelemetry: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME and
// OTEL_RESOURCE_ATTRIBUTES. Options that are set already stay. An invalid variable is ignored, as
// OpenTelemetry demands. Errors: bad_config, with the name of such a variable.
result<> take_environment(trace_options& o,
                          const std::function<std::optional<std::string>(const std::string& name)>& getenv);
// Errors: bad_config, with the name of the flag.
result<> validate(const trace_options& o);

}}  // namespace setpoint::v0
