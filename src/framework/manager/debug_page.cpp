#include "framework/manager/debug_page.hpp"

#include "framework/core/base64.hpp"
#include "framework/core/embedded_text.hpp"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <array>
#include <stdexcept>

SETPOINT_TABLE(debug_page, "debug.html");

namespace setpoint { inline namespace v0 {

namespace {

// A CSP source for the content of the first element of that name, which has no attributes.
std::string hash_source(std::string_view html, std::string_view name) {
    const std::string open = fmt::format("<{}>", name), close = fmt::format("</{}>", name);
    const std::size_t begin = html.find(open), end = html.find(close);
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
        throw std::logic_error("the page has no " + open);
    const std::string_view content = html.substr(begin + open.size(), end - begin - open.size());
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(content.data()), content.size(), digest.data());
    return fmt::format("'sha256-{}'", base64_encode(std::string_view(
                                          reinterpret_cast<const char*>(digest.data()), digest.size())));
}

}  // namespace

std::string_view debug_page_text() {
    return SETPOINT_TABLE_TEXT(debug_page);
}

std::string content_policy(std::string_view html) {
    return fmt::format(
        "default-src 'none'; style-src {}; script-src {}; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        hash_source(html, "style"), hash_source(html, "script"));
}

http::response debug_page() {
    const std::string_view html = debug_page_text();
    return {200,
            {{"Content-Type", "text/html; charset=utf-8"},
             {"Content-Security-Policy", content_policy(html)},
             {"X-Content-Type-Options", "nosniff"},
             {"X-Frame-Options", "DENY"},
             {"Referrer-Policy", "no-referrer"},
             {"Cross-Origin-Opener-Policy", "same-origin"},
             {"Cross-Origin-Resource-Policy", "same-origin"},
             {"Cache-Control", "no-cache"}},
            std::string(html)};
}

}}  // namespace setpoint::v0
