#pragma once
// The webhook that converts the objects of a definition whose spec.conversion.strategy is Webhook.

#include <boost/json/object.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace setpoint::apiserver {

// A copy of the definition's (validated) clientConfig: either `url` or a service.
struct conversion_webhook {
    std::string url;
    std::string service_namespace, service_name, service_path;
    std::int64_t service_port = 443;
    std::string ca_pem;                        // trusted CAs; "": the system's store
    std::vector<std::string> review_versions;  // supported by the webhook, preferred first
};
using conversion_webhook_ptr = std::shared_ptr<const conversion_webhook>;

// Null if the strategy is None: versions then differ only in apiVersion.
conversion_webhook_ptr conversion_webhook_of(const boost::json::object& definition);

}  // namespace setpoint::apiserver
