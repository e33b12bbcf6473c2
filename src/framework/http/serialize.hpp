#pragma once
// Writes messages as bytes.

#include "setpoint/core/error.hpp"
#include "setpoint/http/message.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

// Appends the request to `out`: its head with Host and, where a body is present or usual,
// Content-Length; then the body. Errors: failed if a part is invalid in a head (line breaks,
// blanks, control characters) or is a header that this function writes. The message names the
// header, never its value. `out` is unchanged then.
result<> append_request(std::string& out, const request& r, std::string_view host);

// How the end of a response's body is marked.
enum class body_end : std::uint8_t { length, chunks, close };

// Appends the head of a response; `length` is used with body_end::length only. Errors: as above.
result<> append_response_head(std::string& out, int status, const std::vector<header>& headers, body_end end,
                              std::size_t length, bool keep_alive);
// Appends one chunk (RFC 9112, 7.1); nothing for an empty piece, which would mark the end.
void append_chunk(std::string& out, std::string_view piece);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

// Appends a response. `with_body` false: the response to a HEAD request. Errors: as above.
result<> append_response(std::string& out, int status, const std::vector<header>& headers,
                         std::string_view body, bool with_body, bool keep_alive);

// Returns "Not Found" for 404; "" for an unknown status.
std::string_view reason_phrase(int status) noexcept;

}}}  // namespace setpoint::v0::http
