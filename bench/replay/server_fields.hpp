#pragma once
// What an API server adds to an object that a client wrote.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

inline constexpr std::string_view begin_of_time = "2026-01-01T00:00:00Z";

// Adds uid, resourceVersion, creationTimestamp, generation and managedFields, defaults, and the status if
// there is one.
void add_server_fields(boost::json::object& o, std::string_view uid, std::string_view version,
                       const boost::json::object& status);
// The status of a Deployment all of whose pods run.
boost::json::object rolled_out(std::int64_t generation, std::int64_t replicas);

}}}  // namespace setpoint::v0::replay
