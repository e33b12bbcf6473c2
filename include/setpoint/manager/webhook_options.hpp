#pragma once
// How the webhooks of a manager are served, and how the API server reaches them. See docs/webhooks.md.

#include "setpoint/core/error.hpp"
#include "setpoint/http/server.hpp"

#include <functional>
#include <string>

namespace setpoint { inline namespace v0 {

// Without declared webhooks or conversions none of this has an effect.
struct webhook_options {
    // Where they are served, over HTTPS; --webhook-port sets the port. "0": nowhere.
    std::string address = ":9443";
    // --webhook-cert-dir: a directory with tls.crt and tls.key, such as a Secret of cert-manager, read again
    // when they change. Empty: the manager makes a CA and certificates, shares them with other replicas in
    // the Secret <program>-webhook-cert, replaces them in time, and puts the CA into the webhook
    // configurations and the CustomResourceDefinitions.
    std::string cert_dir;
    // --webhook-client-ca-file: only callers with a certificate of these CAs are let in.
    std::string client_ca_file;
    // --webhook-namespace: of the Service and the Secret. Empty: the pod's; in printed manifests
    // <program>-system.
    std::string ns;
    // --webhook-service: the Service through which the API server calls. Empty: <program>-webhook.
    std::string service;
    // --webhook-url: "https://host:9443", where the API server calls instead of the Service, for a manager
    // outside of the cluster. The manager then registers its webhooks itself.
    std::string url;
    // Checks who calls, for each request: the error is answered with its HTTP status, 401 if it has none.
    std::function<awaitable<result<>>(const http::server_request&)> authenticate;
};

// Checks the URL and the names. Errors: bad_config, with the flag's name.
// program::run() and the manager call it; it makes no request and reads no file.
result<> validate(const webhook_options& o);

}}  // namespace setpoint::v0
