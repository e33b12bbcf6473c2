#pragma once
// What a cluster needs to call the webhooks of a manager, and the names of it. Pure.

#include "framework/webhook/webhook_configurations.hpp"
#include "setpoint/manager/options.hpp"
#include "setpoint/webhook/conversion.hpp"

#include <boost/json/object.hpp>

#include <list>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Where the API server calls, without a CA.
webhook_address address_of(const manager_options& o);
// The Secret of the certificates that the manager makes.
object_key webhook_secret(const manager_options& o);
// The host names that the certificate must be valid for.
std::vector<std::string> webhook_host_names(const webhook_address& at);

// "cronjobs.batch.tutorial.kubebuilder.io"
std::string definition_name(const conversion_declaration& d);
// The value of spec.conversion in the CustomResourceDefinition.
boost::json::object conversion_stanza(const webhook_address& at);

// Allow the manager to put its CA into the configurations and definitions, and to keep the Secret.
std::vector<boost::json::object> webhook_roles(const manager_options& o,
                                               const std::list<webhook_declaration>& webhooks,
                                               const std::list<conversion_declaration>& conversions);

}}  // namespace setpoint::v0
