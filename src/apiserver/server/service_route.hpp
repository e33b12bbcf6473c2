#pragma once
// Where a webhook is called: its URL, or an endpoint behind its Service. Pure, but that it reads the store.

#include "apiserver/resources/conversion_webhook.hpp"
#include "apiserver/store/store.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/origin.hpp"

namespace setpoint::apiserver {

struct webhook_target {
    http::origin at;
    std::string path = "/";
    std::string server_name;  // that its certificate must be for; "": the host
};

// As messages name it: "https://name.namespace.svc:443/path".
std::string url_of(const conversion_webhook& w);

// Of a Service: the first endpoint of its EndpointSlices that is ready, else of its Endpoints. Errors: in the
// real server's words.
result<webhook_target> target_of(const conversion_webhook& w, const versioned_store& store);

}  // namespace setpoint::apiserver
