#pragma once
// Values as messages of Kubernetes print them: its internal types have no JSON names.

#include <boost/json/value.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A value of the Go type "batch.v1.SuccessPolicy", or a list of these, with Go's field names; absent fields
// are null or zero. For types whose internal form differs from the versioned one in names only.
boost::json::value internal_form(std::string_view type, const boost::json::value& value);

}}}  // namespace setpoint::v0::apiserver
