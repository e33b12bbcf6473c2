#pragma once
// Conversions by webhook, in calls bounded in size and time.

#include "apiserver/resources/conversion_review.hpp"
#include "apiserver/rest/server_state.hpp"

namespace setpoint::inline v0::apiserver {

// The real server's limit for one call.
inline constexpr std::chrono::seconds conversion_call_limit(30);
// Limits of one call; the last object may exceed the bytes. Longer lists take several calls.
inline constexpr std::size_t conversion_batch = 256, conversion_batch_bytes = 2 * 1024 * 1024;

// The conversion of `object` as a call that a handler needs.
outside_call conversion_call(std::string key, conversion_webhook_ptr by, bj::object object,
                             std::string wanted);
// Calls the webhook and returns the objects in the version `wanted`, in their order. Ends at `due`.
awaitable<api_result<std::vector<bj::object>>> convert_objects(server_state_ptr w, conversion_webhook_ptr by,
                                                               std::vector<bj::object> objects,
                                                               std::string wanted, time_point due);
// Converts each record to that version of its kind if it is in another one. Does nothing unless a
// webhook converts the kind. `items` must outlive the call.
awaitable<api_result<>> convert_records(server_state_ptr w, resource_ptr r, std::vector<record_ptr>& items,
                                        time_point due);

}  // namespace setpoint::inline v0::apiserver
