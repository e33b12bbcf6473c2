#include "framework/manager/traces.hpp"

#include "framework/client/server_url.hpp"

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

server_url collector_url(const trace_options& o) {
    if (const auto valid = validate(o); !valid) throw fault(valid.error());
    auto parsed = parse_server_url(o.endpoint);
    if (!parsed) throw fault(parsed.error());
    return std::move(*parsed);
}

// Trusts the system's certificates.
http::https_pool::tls_source collector_tls(const http::origin& to, wall_time now) {
    if (!to.tls()) return [] { return http::tls_context_ptr(); };
    auto made = http::make_client_tls({}, now);
    if (!made) throw fault(made.error().within("--otlp-endpoint"));
    return [tls = std::move(*made)] { return tls; };
}

// One request at a time.
http::pool_options one_connection() {
    http::pool_options o;
    o.max_connections = o.max_idle = 1;
    return o;
}

exporter_settings export_settings_of(const manager_options& options) {
    exporter_settings s;
    s.endpoint = options.traces.endpoint;
    s.target = collector_url(options.traces).path + "/v1/traces";
    s.resource = resource_of(options);
    return s;
}

}  // namespace

trace_resource resource_of(const manager_options& options) {
    const trace_options& o = options.traces;
    trace_resource all{{"service.name", o.service.empty() ? options.name : o.service},
                       {"service.instance.id", options.instance},
                       {"telemetry.sdk.name", "setpoint"},
                       {"telemetry.sdk.language", "cpp"},
                       {"telemetry.sdk.version", SETPOINT_VERSION}};
    for (const auto& [key, value] : o.resource) {
        const auto there =
            std::find_if(all.begin(), all.end(), [&k = key](const auto& a) { return a.first == k; });
        if (there != all.end())
            there->second = value;
        else
            all.emplace_back(key, value);
    }
    return all;
}

manager::traces::traces(loop& l, const manager_options& options, const logger& log, setpoint::metrics& m)
    : pool(l, collector_url(options.traces).server,
           collector_tls(collector_url(options.traces).server, l.wall_now()), one_connection()),
      exporter(l, pool, export_settings_of(options), log, m),
      made(l, {options.traces.sample, options.traces.annotation},
           [this](span s) { exporter.add(std::move(s)); }) {
    log.info("Traces are exported",
             {{"endpoint", options.traces.endpoint}, {"sample", options.traces.sample}});
}

}}  // namespace setpoint::v0
