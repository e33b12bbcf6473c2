#pragma once
// kube-apiserver's metrics of requests, with its names, labels and buckets
// (k8s.io/apiserver/pkg/endpoints/metrics).

#include "setpoint/core/clock.hpp"
#include "setpoint/http/server.hpp"

#include <prometheus/collectable.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::apiserver {

// The labels of one request. `verb` is Kubernetes' ("GET", "LIST", "APPLY", "CONNECT"); `scope` is
// "resource", "namespace" or "cluster".
struct request_labels {
    std::string_view verb, group, version, resource, subresource, scope, dry_run;
};

class request_metrics : public prometheus::Collectable {
public:
    // A request between its arrival and its response. Long-running requests are not among those in flight.
    class running {
    public:
        running(std::shared_ptr<request_metrics> to, const request_labels& labels, bool long_running,
                time_point begun);
        running(running&&) noexcept = default;
        running& operator=(running&&) = delete;
        ~running();
        // Counts the response. Call it once; a request that was cancelled is not counted.
        void answered(int code, time_point now);

    private:
        std::shared_ptr<request_metrics> to_;
        std::string key_;
        bool long_running_;
        time_point begun_;
    };

    std::vector<prometheus::MetricFamily> Collect() const override;

private:
    static constexpr std::array<double, 23> limits{.005, .025, .05, .1, .2, .4, .6, .8, 1,  1.25, 1.5, 2,
                                                   3,    4,    5,   6,  8,  10, 15, 20, 30, 45,   60};
    // Of all requests with the same labels.
    struct series {
        std::map<int, std::uint64_t> codes;
        std::array<std::uint64_t, limits.size() + 1> buckets{};
        double seconds = 0;
        std::int64_t long_running = 0;
    };
    std::map<std::string, series, std::less<>> all_;
    std::int64_t reading_ = 0, mutating_ = 0;
};

// Keeps `while_open` until the stream ends.
std::shared_ptr<http::body_source> holding(std::shared_ptr<http::body_source> stream,
                                           std::shared_ptr<void> while_open);

}  // namespace setpoint::inline v0::apiserver
