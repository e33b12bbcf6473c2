#include "framework/webhook/request_checks.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

std::optional<http::response> refused_before_reading(const http::server_request& r) {
    constexpr int unsupported_media = 415;
    if (r.method != "POST") return http::method_not_allowed("POST");
    const std::string_view type = r.find("Content-Type");
    if (!http::same_token(type.substr(0, type.find(';')), "application/json"))
        return http::text_response(unsupported_media, "expected Content-Type: application/json");
    return std::nullopt;
}

http::response bad_review(std::string_view kind, std::string_view why) {
    constexpr int bad_request = 400;
    return http::text_response(bad_request,
                               why.starts_with(kind) ? std::string(why) : fmt::format("{}: {}", kind, why));
}

}}  // namespace setpoint::v0
