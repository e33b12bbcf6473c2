#include "framework/http/serialize.hpp"

#include <boost/beast/http/status.hpp>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

// Where a byte is allowed, one bit each.
enum byte_use : std::uint8_t {
    in_token = 1,  // RFC 9110, 5.6.2
    in_value = 2,  // 5.5: no control characters except tab
    in_target = 4
};

constexpr auto byte_uses = [] {
    std::array<std::uint8_t, 256> table{};
    for (int c = 0; c < 256; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letter || (c < 0x80 && std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) !=
                                       std::string_view::npos))
            table[c] |= in_token;
        if ((c >= 0x20 && c != 0x7f) || c == '\t') table[c] |= in_value;
        if (c > 0x20 && c < 0x7f && c != '#') table[c] |= in_target;
    }
    return table;
}();

// One loop for all uses, without a branch per byte.
bool are_all_allowed(std::string_view s, byte_use in) {
    unsigned bits = in;
    for (const char c : s) bits &= byte_uses[static_cast<unsigned char>(c)];
    return bits != 0;
}

bool is_token(std::string_view s) {
    return !s.empty() && are_all_allowed(s, in_token);
}

bool is_target(std::string_view s) {
    return !s.empty() && (s.front() == '/' || s == "*") && are_all_allowed(s, in_target);
}

// Only this file writes the headers that frame a message: two lengths in one head enable request
// smuggling.
bool is_framing_header(std::string_view name) {
    for (const std::string_view ours : {"Host", "Content-Length", "Transfer-Encoding", "Connection"})
        if (same_token(name, ours)) return true;
    return false;
}

// Checks the headers of a request or response.
result<> check(const auto& headers) {
    for (const auto& [name, value] : headers) {
        if (!is_token(name)) return error(errc::failed, "a header's name contains an invalid character");
        if (!are_all_allowed(value, in_value))
            return error(
                errc::failed,
                fmt::format("the header {} contains a line break or another control character", name));
        if (is_framing_header(name))
            return error(errc::failed, fmt::format("the header {} is set by the connection itself", name));
    }
    return {};
}

std::size_t size_of(const auto& headers) {
    std::size_t n = 0;
    for (const auto& [name, value] : headers) n += name.size() + value.size() + 4;
    return n;
}

void append(std::string& out, const auto& headers) {
    for (const auto& [name, value] : headers) out.append(name).append(": ").append(value).append("\r\n");
}

// RFC 9110, 8.6 and 15.4.5.
bool has_no_body(int status) {
    return status == 204 || status == 304;
}

void append_length(std::string& out, std::size_t n) {
    char digits[24];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), n).ptr;
    out.append("Content-Length: ").append(digits, end).append("\r\n");
}

}  // namespace

result<> append_request(std::string& out, const request& r, std::string_view host) {
    if (!is_token(r.method)) return error(errc::failed, "the request's method is invalid: not a token");
    if (!is_target(r.target))
        return error(errc::failed,
                     "the request's target does not begin with '/' or contains an unescaped character");
    if (result<> ok = check(r.headers); !ok) return ok;
    constexpr std::size_t fixed_parts = 64;  // version, Content-Length
    out.reserve(out.size() + fixed_parts + r.method.size() + r.target.size() + host.size() +
                size_of(r.headers) + r.body.size());
    out.append(r.method)
        .append(" ")
        .append(r.target)
        .append(" HTTP/1.1\r\nHost: ")
        .append(host)
        .append("\r\n");
    append(out, r.headers);
    // Methods with a body have a length even if it is empty (RFC 9110, 8.6).
    if (!r.body.empty() || r.method == "POST" || r.method == "PUT" || r.method == "PATCH")
        append_length(out, r.body.size());
    out.append("\r\n").append(r.body);
    return {};
}

result<> append_response_head(std::string& out, int status, const std::vector<header>& headers, body_end end,
                              std::size_t length, bool keep_alive) {
    if (status < 200 || status > 999)
        return error(errc::failed, fmt::format("{} is not a final HTTP status", status));
    if (result<> ok = check(headers); !ok) return ok;
    constexpr std::size_t fixed_parts = 128;
    out.reserve(out.size() + fixed_parts + size_of(headers) + length);
    fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\n", status, reason_phrase(status));
    append(out, headers);
    if (!has_no_body(status)) {
        if (end == body_end::length) append_length(out, length);
        if (end == body_end::chunks) out.append("Transfer-Encoding: chunked\r\n");
    }
    if (!keep_alive) out.append("Connection: close\r\n");
    out.append("\r\n");
    return {};
}

void append_chunk(std::string& out, std::string_view piece) {
    if (piece.empty()) return;
    fmt::format_to(std::back_inserter(out), "{:x}\r\n", piece.size());
    out.append(piece).append("\r\n");
}

result<> append_response(std::string& out, int status, const std::vector<header>& headers,
                         std::string_view body, bool with_body, bool keep_alive) {
    const result<> head =
        append_response_head(out, status, headers, body_end::length, body.size(), keep_alive);
    if (head && with_body && !has_no_body(status)) out.append(body);
    return head;
}

std::string_view reason_phrase(int status) noexcept {
    const auto beast_status = boost::beast::http::int_to_status(static_cast<unsigned>(status));
    if (beast_status == boost::beast::http::status::unknown) return {};
    const boost::beast::string_view s = boost::beast::http::obsolete_reason(beast_status);
    return {s.data(), s.size()};
}

}}}  // namespace setpoint::v0::http
