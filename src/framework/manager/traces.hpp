#pragma once
// The traces of a manager: the connection to the collector, the exporter and the tracer.

#include "framework/tracing/span_exporter.hpp"
#include "framework/tracing/tracer.hpp"
#include "setpoint/http/detail/pool.hpp"
#include "setpoint/manager/manager.hpp"

namespace setpoint { inline namespace v0 {

struct manager::traces {
    // Precondition: options.traces has an endpoint. Errors: throws fault for invalid options, and if the
    // system's certificates cannot be loaded for an https endpoint.
    traces(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m);

    http::https_pool pool;
    span_exporter exporter;
    tracer made;
};

// The attributes of the process. Those of the options take precedence.
trace_resource resource_of(const manager_options& options);

}}  // namespace setpoint::v0
