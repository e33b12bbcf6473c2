#pragma once
// The types of a kubeconfig's fields.

#include <boost/json/object.hpp>

#include <string>

namespace setpoint {

// Refuses (see refuse_config()) what client-go cannot decode: a field of another type than it has, data that
// is not base64, a name twice in one of its lists; wherever it stands, whether it is used or not. Unknown
// fields and null are allowed.
void check_kubeconfig_types(const boost::json::object& root, const std::string& path);

}  // namespace setpoint
