#pragma once
// Resolves the address of a webhook: its URL, or an endpoint of its Service. No I/O; reads the
// store.

#include "apiserver/resources/webhook_address.hpp"
#include "apiserver/store/store.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/origin.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct webhook_target {
    http::origin at;
    std::string path = "/";
    std::string server_name;  // the name its certificate must have; "": the host
};

// For a Service: the first ready endpoint of its EndpointSlices, otherwise of its Endpoints.
// Errors: the real server's messages.
result<webhook_target> target_of(const webhook_address& w, const versioned_store& store);

}}}  // namespace setpoint::v0::apiserver
