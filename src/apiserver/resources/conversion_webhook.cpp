#include "apiserver/resources/conversion_webhook.hpp"

#include "framework/core/base64.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint::apiserver {

conversion_webhook_ptr conversion_webhook_of(const boost::json::object& definition) {
    const bj::object& conversion = object_of(definition, {"spec", "conversion"});
    if (text_at(conversion, "strategy") != "Webhook") return nullptr;
    const bj::object& webhook = object_of(conversion, "webhook");
    const bj::object& client = object_of(webhook, "clientConfig");
    auto out = std::make_shared<conversion_webhook>();
    out->url = text_at(client, "url");
    const bj::object& service = object_of(client, "service");
    out->service_namespace = text_at(service, "namespace");
    out->service_name = text_at(service, "name");
    out->service_path = text_at(service, "path");
    out->service_port = number_at(service, "port").value_or(out->service_port);
    out->ca_pem = base64_decode(text_at(client, "caBundle")).value_or("");
    if (out->ca_pem.find_first_not_of(" \t\r\n") == std::string::npos) out->ca_pem.clear();
    for (const bj::value& v : list_of(webhook, "conversionReviewVersions"))
        out->review_versions.emplace_back(text_of(v));
    return out;
}

}  // namespace setpoint::apiserver
