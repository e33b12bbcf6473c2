#pragma once
// Resolves the address of a webhook: its URL, or an endpoint of its Service. No I/O; reads the
// store.

#include "apiserver/resources/conversion_webhook.hpp"
#include "apiserver/store/store.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/origin.hpp"

namespace setpoint::apiserver {

struct webhook_target {
    http::origin at;
    std::string path = "/";
    std::string server_name;  // the name its certificate must have; "": the host
};

// As messages name it: "https://name.namespace.svc:443/path".
std::string url_of(const conversion_webhook& w);

// For a Service: the first ready endpoint of its EndpointSlices, otherwise of its Endpoints.
// Errors: the real server's messages.
result<webhook_target> target_of(const conversion_webhook& w, const versioned_store& store);

}  // namespace setpoint::apiserver
