#pragma once
// clang-format off
// WebhookClientConfig (admissionregistration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace admissionregistration_v1 {

struct service_reference {
    interned_string ns{};
    interned_string name{};
    std::optional<interned_string> path{};
    std::optional<std::int32_t> port{};

    template <class Self = service_reference>
    static constexpr auto describe() {
        return schema::object(
            "ServiceReference holds a reference to Service.legacy.k8s.io",
            schema::field(&Self::ns, "namespace", "namespace is the namespace of the service.",
                          schema::required),
            schema::field(&Self::name, "name", "name is the name of the service.", schema::required),
            schema::field(&Self::path, "path",
                          "path is an optional URL path which will be sent in any request to this service."),
            schema::field(&Self::port, "port", "port is the port on the service that hosts the webhook."));
    }
};

struct webhook_client_config {
    std::optional<interned_string> url{};
    boxed<service_reference> service{};
    std::string ca_bundle{};

    template <class Self = webhook_client_config>
    static constexpr auto describe() {
        return schema::object(
            "WebhookClientConfig contains the information to make a TLS connection with the webhook",
            schema::field(&Self::url, "url", "url gives the location of the webhook, in standard URL form "
                          "(`scheme://host:port/path`)."),
            schema::field(&Self::service, "service",
                          "service is a reference to the service for this webhook."),
            schema::field(&Self::ca_bundle, "caBundle",
                          "caBundle is a PEM encoded CA bundle which will be used to validate the "
                          "webhook's server certificate."));
    }
};

}}}  // namespace setpoint::v0::admissionregistration_v1

SETPOINT_COMPILED_TABLE(setpoint::admissionregistration_v1::webhook_client_config);
