#include "serialize.hpp"

#include <boost/beast/http/status.hpp>
#include <fmt/format.h>

#include <array>
#include <iterator>

namespace setpoint::http {

namespace {

// RFC 9110, 5.6.2.
constexpr auto token_bytes = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("!#$%&'*+-.^_`|~")) table[static_cast<unsigned char>(c)] = true;
    for (int c = '0'; c <= '9'; ++c) table[c] = true;
    for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = true;
    return table;
}();

bool is_token(std::string_view s) {
    return !s.empty() &&
           std::all_of(s.begin(), s.end(), [](char c) { return token_bytes[static_cast<unsigned char>(c)]; });
}

// RFC 9110, 5.5: no control bytes but the tab.
bool is_value(std::string_view s) {
    return std::all_of(s.begin(), s.end(), [](char c) {
        const auto b = static_cast<unsigned char>(c);
        return (b >= 0x20 && b != 0x7f) || b == '\t';
    });
}

bool is_target(std::string_view s) {
    return !s.empty() && (s.front() == '/' || s == "*") && std::all_of(s.begin(), s.end(), [](char c) {
        const auto b = static_cast<unsigned char>(c);
        return b > 0x20 && b < 0x7f && b != '#';
    });
}

// What frames a message is ours to say: two lengths in one head is how requests are smuggled.
result<> check(const std::vector<header>& headers) {
    for (const header& h : headers) {
        if (!is_token(h.name))
            return error(errc::failed, "a header's name holds a character that may not be in one");
        if (!is_value(h.value))
            return error(errc::failed,
                         fmt::format("the header {} holds a line break or another control byte", h.name));
        for (const std::string_view ours : {"Host", "Content-Length", "Transfer-Encoding", "Connection"})
            if (same_token(h.name, ours))
                return error(errc::failed, fmt::format("the header {} is not the caller's to set", h.name));
    }
    return {};
}

std::size_t size_of(const std::vector<header>& headers) {
    std::size_t n = 0;
    for (const header& h : headers) n += h.name.size() + h.value.size() + 4;
    return n;
}

void append(std::string& out, const std::vector<header>& headers) {
    for (const header& h : headers) out.append(h.name).append(": ").append(h.value).append("\r\n");
}

// RFC 9110, 8.6 and 15.4.5.
bool has_no_body(int status) {
    return status == 204 || status == 304;
}

void append_length(std::string& out, std::size_t n) {
    fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n", n);
}

}  // namespace

result<> append_request(std::string& out, const request& r, std::string_view host) {
    if (!is_token(r.method)) return error(errc::failed, "the request's method is not a word");
    if (!is_target(r.target))
        return error(errc::failed,
                     "the request's target does not begin with '/' or holds an unescaped character");
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
    // Methods that are about a body say so even when it is empty (RFC 9110, 8.6).
    if (!r.body.empty() || r.method == "POST" || r.method == "PUT" || r.method == "PATCH")
        append_length(out, r.body.size());
    out.append("\r\n").append(r.body);
    return {};
}

result<> append_response_head(std::string& out, int status, const std::vector<header>& headers, body_end end,
                              std::size_t length, bool keep_alive) {
    if (status < 200 || status > 999)
        return error(errc::failed, fmt::format("{} is no final HTTP status", status));
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
    const auto known = boost::beast::http::int_to_status(static_cast<unsigned>(status));
    if (known == boost::beast::http::status::unknown) return {};
    const boost::beast::string_view s = boost::beast::http::obsolete_reason(known);
    return {s.data(), s.size()};
}

}  // namespace setpoint::http
