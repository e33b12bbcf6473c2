#pragma once
// kube-apiserver's metrics of requests, with its names, labels and buckets
// (k8s.io/apiserver/pkg/endpoints/metrics).

#include "setpoint/core/clock.hpp"
#include "setpoint/http/server.hpp"

#include <prometheus/collectable.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The labels of one request. `verb` is Kubernetes' ("GET", "LIST", "APPLY", "CONNECT"); `scope` is
// "resource", "namespace" or "cluster".
struct request_labels {
    std::string_view verb, group, version, resource, subresource, scope, dry_run;

    std::array<std::string_view, 7> values() const {
        return {verb, group, version, resource, subresource, scope, dry_run};
    }
    friend bool operator==(const request_labels&, const request_labels&) = default;
};

// A request costs one look-up, and allocates nothing unless it is the first with its labels.
class request_metrics : public prometheus::Collectable {
    struct series;

public:
    // Beyond so many combinations of labels, all further ones count as one resource, "other": definitions of
    // custom resources come and go, and their series stay.
    static constexpr std::size_t most_series = 10'000;

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
        std::int64_t& gauge() const;

        std::shared_ptr<request_metrics> to_;
        series* of_;
        bool long_running_, reads_;
        time_point begun_;
    };

    std::vector<prometheus::MetricFamily> Collect() const override;
    std::size_t size() const { return all_.size(); }

private:
    static constexpr std::array<double, 23> limits{.005, .025, .05, .1, .2, .4, .6, .8, 1,  1.25, 1.5, 2,
                                                   3,    4,    5,   6,  8,  10, 15, 20, 30, 45,   60};
    // Of all requests with the same labels.
    struct series {
        std::string text;  // of the labels, which refer to it
        std::vector<std::pair<int, std::uint64_t>> codes;
        std::array<std::uint64_t, limits.size() + 1> buckets{};
        double seconds = 0;
        std::int64_t long_running = 0;
    };
    struct hash_of_labels {
        std::size_t operator()(const request_labels& l) const noexcept;
    };
    using series_map = std::unordered_map<request_labels, std::unique_ptr<series>, hash_of_labels>;

    series& find(const request_labels& l);
    series& add(const request_labels& l);
    std::vector<const series_map::value_type*> in_order() const;

    series_map all_;
    std::int64_t reading_ = 0, mutating_ = 0;
};

// Keeps `while_open` until the stream ends.
std::shared_ptr<http::body_source> holding(std::shared_ptr<http::body_source> stream,
                                           std::shared_ptr<void> while_open);

}}}  // namespace setpoint::v0::apiserver
