#pragma once
// Validation of Services (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

// `old`: the Service before an update, whose addresses stay valid; null for a create.
void validate_service_spec(const bj::object& service, const bj::object* old, field_errors& to);
// Of an update: allocated addresses stay.
void validate_cluster_ips_kept(const bj::object& spec, const bj::object& old, field_errors& to);
// Of an update: loadBalancerClass and healthCheckNodePort stay.
void validate_balancer_kept(const bj::object& spec, const bj::object& old, field_errors& to);
// ValidateLoadBalancerStatus.
void validate_load_balancer(const bj::object& service, const bj::object& old, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
