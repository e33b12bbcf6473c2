#pragma once
// What requests to all webhooks have in common.

#include "setpoint/http/server.hpp"

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// 405 unless it is a POST, 415 unless it is JSON.
std::optional<http::response> refused_before_reading(const http::server_request& r);
// 400, for a body that is not a review.
http::response bad_review(std::string_view kind, std::string_view why);

}}  // namespace setpoint::v0
