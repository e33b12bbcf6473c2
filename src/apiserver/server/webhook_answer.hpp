#pragma once
// What a webhook's response over HTTP means, in the words of Go's API client. No I/O.

#include "apiserver/resources/webhook_address.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/message.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct webhook_response {
    int status = 0;
    std::string body, type;  // `type`: the Content-Type
};

// The headers of each call.
std::vector<http::header> webhook_headers();
// The body of a response that has one. Errors: another status than 2xx, an empty body.
result<std::string> body_of(webhook_response got);
// Why a call has no response. `query`: "?timeout=10s".
error failed_post(const webhook_address& to, std::string_view query, const error& why);

}}}  // namespace setpoint::v0::apiserver
