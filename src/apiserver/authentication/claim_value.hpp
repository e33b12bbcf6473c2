#pragma once
// The claims of a token as the variable of an expression: numbers are doubles, and names may be escaped, as
// in kube-apiserver (plugin/pkg/authenticator/token/oidc: newClaimsValue).

#include "setpoint/cel/value.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

// `from` must outlive the value.
cel::value claim_value(const bj::object& from);

}}}  // namespace setpoint::v0::apiserver::authentication
