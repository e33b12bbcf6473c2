#pragma once
// What a conversion may not change about an object (apiextensions-apiserver, webhook_converter.go). Each says
// what is wrong, in the real server's words; "" when nothing is.

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace setpoint::apiserver::kinds {

// Not of the version that was asked for, or of another kind.
std::string misfit(const boost::json::object& original, const boost::json::object& converted,
                   std::string_view wanted);
// Another name, namespace or UID.
std::string misnamed(const boost::json::object& original, const boost::json::object& converted);
// Gives `converted` the metadata of the original, but for its own labels and annotations.
std::string restore_metadata(const boost::json::object& original, boost::json::object& converted);

}  // namespace setpoint::apiserver::kinds
