#pragma once
// The webhook configurations that follow from declared webhooks. Pure.

#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"
#include "setpoint/webhook/builder.hpp"

#include <list>
#include <string>

namespace setpoint { inline namespace v0 {

// How the API server reaches the webhooks: at a URL, or through a Service.
struct webhook_address {
    std::string url;  // "https://host:9443"; empty: the Service
    std::string service_ns, service_name;
    std::int32_t service_port = 443;
    std::string ca_bundle;  // PEM; empty: somebody injects it, or the certificate is publicly trusted
    std::string own_ns;     // excluded, so that a webhook cannot block its own operator; "": none is

    // Returns the URL of a path. Precondition: `url` is set.
    std::string url_of(std::string_view path) const;
};

// "<operator>-validating-webhook-configuration" and the same with mutating, as kubebuilder has it.
std::string configuration_name(std::string_view operator_name, bool mutating);

// `webhooks` are those with a validator or a defaulter; the others are left out. Errors: invalid for
// a timeout outside of 1 s to 30 s and for an invalid selector, with the kind.
result<admissionregistration_v1::validating_webhook_configuration> validating_configuration(
    std::string_view operator_name, const std::list<webhook_declaration>& webhooks,
    const webhook_address& at);
result<admissionregistration_v1::mutating_webhook_configuration> mutating_configuration(
    std::string_view operator_name, const std::list<webhook_declaration>& webhooks,
    const webhook_address& at);

}}  // namespace setpoint::v0
