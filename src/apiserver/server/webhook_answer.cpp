#include "apiserver/server/webhook_answer.hpp"

#include "apiserver/go/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The message of Go's API client.
error refused_by_webhook(int status, const std::string& body) {
    constexpr int not_found = 404, internal_error = 500;
    if (status == not_found) return {errc::not_found, "the server could not find the requested resource"};
    if (status == internal_error)
        return {errc::server_error,
                fmt::format("an error on the server ({}) has prevented the request from succeeding",
                            go_text::quoted(body.empty() ? "unknown" : body))};
    return {errc::server_error,
            fmt::format("the server responded with the status code {} but did not return more information",
                        status)};
}

}  // namespace

std::vector<http::header> webhook_headers() {
    return {{"Content-Type", "application/json"},
            {"Accept", "application/json"},
            {"User-Agent", "setpoint-apiserver"}};
}

result<std::string> body_of(webhook_response got) {
    constexpr int ok_from = 200, ok_to = 299;
    if (got.status < ok_from || got.status > ok_to) return refused_by_webhook(got.status, got.body);
    if (got.body.empty())
        return error(
            errc::bad_data,
            fmt::format("0-length response with status code: {} and content type: {}", got.status, got.type));
    return std::move(got.body);
}

error failed_post(const webhook_address& to, std::string_view query, const error& why) {
    return {why.code,
            fmt::format("Post {}: {}", go_text::quoted(fmt::format("{}{}", url_of(to), query)), why.message)};
}

}}}  // namespace setpoint::v0::apiserver
