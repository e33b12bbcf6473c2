#include "apiserver/resources/conversion_webhook.hpp"

#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

conversion_webhook_ptr conversion_webhook_of(const boost::json::object& definition) {
    const bj::object& conversion = object_of(definition, {"spec", "conversion"});
    if (text_at(conversion, "strategy") != "Webhook") return nullptr;
    const bj::object& webhook = object_of(conversion, "webhook");
    auto out = std::make_shared<conversion_webhook>();
    static_cast<webhook_address&>(*out) = webhook_address_of(object_of(webhook, "clientConfig"));
    for (const bj::value& v : list_of(webhook, "conversionReviewVersions"))
        out->review_versions.emplace_back(text_of(v));
    return out;
}

}}}  // namespace setpoint::v0::apiserver
