#pragma once
// How long requests may take.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/core/clock.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// The real server's limits for a whole request, and for a write, apart from a deletecollection
// (requestTimeoutUpperBound of apiserver, endpoints/handlers).
inline constexpr duration request_limit = std::chrono::minutes(1), write_limit = std::chrono::seconds(34);

// 504, for a request that took too long.
api_error request_timeout();

}}}  // namespace setpoint::v0::apiserver
