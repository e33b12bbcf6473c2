#pragma once
// The types of a kubeconfig's fields.

#include <boost/json/object.hpp>

#include <string>

namespace setpoint { inline namespace v0 {

// Rejects (see refuse_config()) everything that client-go cannot decode: a field of the wrong type,
// invalid base64 data, a duplicate name in one of its lists; anywhere, whether it is used or not.
// Unknown fields and null are allowed.
void check_kubeconfig_types(const boost::json::object& root, const std::string& path);

}}  // namespace setpoint::v0
