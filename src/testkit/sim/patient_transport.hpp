#pragma once
// The way of a writer who is not the operator: a write that goes through the webhooks of an operator that is
// down is tried again.

#include "setpoint/http/transport.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

class world;

class patient_transport final : public http::transport {
public:
    // Both must outlive it.
    patient_transport(world& w, http::transport& api) : world_(w), api_(api) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;

private:
    world& world_;
    http::transport& api_;
};

}}}  // namespace setpoint::v0::sim
