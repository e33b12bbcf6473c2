#pragma once
// The webhook that converts the objects of a definition whose spec.conversion.strategy is Webhook.

#include "apiserver/resources/webhook_address.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct conversion_webhook : webhook_address {
    std::vector<std::string> review_versions;  // supported by the webhook, preferred first
};
using conversion_webhook_ptr = std::shared_ptr<const conversion_webhook>;

// Null if the strategy is None: versions then differ only in apiVersion.
conversion_webhook_ptr conversion_webhook_of(const boost::json::object& definition);

}}}  // namespace setpoint::v0::apiserver
