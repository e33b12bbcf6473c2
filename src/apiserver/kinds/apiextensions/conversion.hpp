#pragma once
// What a conversion must not change (apiextensions-apiserver, webhook_converter.go). Each function
// returns the message of kube-apiserver, or "" if valid.

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The converted object must have the requested version and the same kind.
std::string type_mismatch(const boost::json::object& original, const boost::json::object& converted,
                          std::string_view wanted);
// The converted object must have the same name, namespace and UID.
std::string identity_mismatch(const boost::json::object& original, const boost::json::object& converted);
// Restores the metadata of the original except for labels and annotations.
std::string restore_metadata(const boost::json::object& original, boost::json::object& converted);

}}}  // namespace setpoint::v0::apiserver
