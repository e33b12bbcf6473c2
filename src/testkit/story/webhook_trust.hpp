#pragma once
// The certificates for the webhooks of an operator: made by us, in files as controller-runtime reads them, in
// a Secret as cert-manager writes it, and as caBundle in objects, as cert-manager's injector does it. Pure,
// except write_certificates().

#include "apiserver/resources/webhook_address.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/http/certificates.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

struct webhook_certificates {
    std::string ca_pem;           // what the API server must trust
    http::certificate serving{};  // what the operator serves
    std::string other_ca_pem{};   // of another authority, for a fault
};

// For these Services and for this machine. Errors: those of http::make_ca() and http::issue_certificate().
result<webhook_certificates> make_webhook_certificates(const std::vector<object_key>& services, wall_time now,
                                                       random_source& random);

// A Secret of the type kubernetes.io/tls, with ca.crt.
bj::object certificate_secret(const object_key& name, const webhook_certificates& c);

// The folder below `temporary` in which controller-runtime looks for tls.crt and tls.key.
std::string certificate_folder(const std::string& temporary);
// Writes tls.crt, tls.key and ca.crt into that folder. Throws cannot_explore.
void write_certificates(const std::string& folder, const webhook_certificates& c);

// --- in objects ---

// Calls f for each clientConfig of a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration, and
// for that of a definition that is converted by a webhook. `kind`: of the object.
void for_each_client_config(bj::object& o, std::string_view kind, const std::function<void(bj::object&)>& f);
// The Services that they name, each once.
void add_services(const bj::object& o, std::vector<object_key>& to);
// Whether cert-manager would inject a CA: by the annotations inject-ca-from and inject-ca-from-secret.
bool asks_for_ca(const bj::object& o);
// Sets caBundle in each of them. `ca`: in base64.
void inject_ca(bj::object& o, std::string_view kind, const std::string& ca);
// Sets caBundle where there is none and one of these Services, or this machine, is called.
void fill_ca(bj::object& o, const std::vector<object_key>& services, const std::string& ca);
// Whether the address is one of these Services, or a port of this machine.
bool is_called_at(const apiserver::webhook_address& at, const std::vector<object_key>& services,
                  const std::vector<std::uint16_t>& ports);

}}}  // namespace setpoint::v0::story
