#pragma once
// kube-apiserver's metrics of its storage.

#include "apiserver/state/server_state.hpp"

#include <prometheus/collectable.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Objects per resource, counted when the metrics are read.
class storage_metrics : public prometheus::Collectable {
public:
    explicit storage_metrics(server_state_ptr w) : state_(std::move(w)) {}
    std::vector<prometheus::MetricFamily> Collect() const override;

private:
    server_state_ptr state_;
};

}}}  // namespace setpoint::v0::apiserver
