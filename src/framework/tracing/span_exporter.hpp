#pragma once
// Sends ended spans to an OpenTelemetry collector, in batches, by OTLP/HTTP with JSON.
//
// Best effort: what runs never waits for it and never fails because of it. Spans beyond the queue are dropped
// and counted.

#include "framework/tracing/otlp_json.hpp"
#include "framework/tracing/span_queue.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/transport.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

struct exporter_settings {
    std::string endpoint;               // for log lines
    std::string target = "/v1/traces";  // of requests
    trace_resource resource;
    batch_limits limits;
};

// One request at a time. All references must outlive it.
class span_exporter {
public:
    span_exporter(loop& l, http::transport& net, exporter_settings settings, logger log, metrics& m);
    span_exporter(const span_exporter&) = delete;
    span_exporter& operator=(const span_exporter&) = delete;

    // Never suspends and never fails.
    void add(span s);
    // Sends batches until cancelled. A batch that was being sent is kept for drain(), which may then send it
    // a second time: collectors tell spans apart by their ids.
    awaitable<void> run();
    // Sends what waits, each batch once, until one fails. Not together with run().
    awaitable<void> drain(duration limit);

private:
    awaitable<void> send_rest();
    // Returns false if the batch was dropped.
    awaitable<bool> send_batch(bool may_repeat);
    awaitable<export_answer> post();
    void accepted(std::string_view body);
    void failed(std::string_view why);

    loop& loop_;
    http::transport& transport_;
    exporter_settings settings_;
    logger log_;
    prometheus::Counter &sent_, &dropped_, &failed_;
    span_queue queue_;
    notifier wake_;
    std::string body_;                           // of the batch that is being sent; empty: none
    std::size_t count_ = 0;                      // its spans
    std::string why_;                            // the last attempt failed
    bool is_failing_ = false, is_full_ = false;  // was logged
};

}}  // namespace setpoint::v0
