#include "framework/http/websocket_handshake.hpp"

#include "framework/core/base64.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

constexpr std::string_view accept_salt = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";  // RFC 6455, 1.3
constexpr std::string_view version = "13";
constexpr std::string_view bearer_protocol = "base64url.bearer.authorization.k8s.io.";

std::string_view trimmed(std::string_view s) {
    constexpr std::string_view blanks = " \t";
    const std::size_t begin = std::min(s.find_first_not_of(blanks), s.size());
    s.remove_prefix(begin);
    return s.substr(0, s.find_last_not_of(blanks) + 1);
}

// As the real server: anywhere in the header.
bool contains_upgrade(std::string_view connection) {
    constexpr std::string_view word = "upgrade";
    for (; connection.size() >= word.size(); connection.remove_prefix(1))
        if (same_token(connection.substr(0, word.size()), word)) return true;
    return false;
}

// A URI or a path, as url.ParseRequestURI accepts it; "null" is not an origin.
bool is_origin(std::string_view s) {
    if (s == "*" || s.starts_with('/')) return true;
    return boost::urls::parse_uri(s).has_value();
}

std::vector<std::string_view> protocols_of(std::string_view header) {
    std::vector<std::string_view> out;
    header = trimmed(header);
    for (bool more = !header.empty(); more;) {
        const std::size_t comma = header.find(',');
        more = comma != std::string_view::npos;
        const std::string_view one = trimmed(header.substr(0, comma));
        if (!one.starts_with(bearer_protocol)) out.push_back(one);
        if (more) header.remove_prefix(comma + 1);
    }
    return out;
}

handshake refused(std::string_view status, std::string_view headers, std::string_view body) {
    return {false, fmt::format("HTTP/1.1 {}\r\n{}\r\n{}", status, headers, body)};
}

}  // namespace

std::string websocket_accept(std::string_view key) {
    constexpr std::size_t digest_size = 20;
    const std::string salted = std::string(key).append(accept_salt);
    std::array<unsigned char, digest_size> digest{};
    std::size_t size = digest.size();
    if (EVP_Q_digest(nullptr, "SHA1", nullptr, salted.data(), salted.size(), digest.data(), &size) != 1)
        return {};
    return base64_encode({reinterpret_cast<const char*>(digest.data()), size});
}

bool is_websocket_request(const server_request& r) {
    if (!same_token(r.find("Upgrade"), "websocket")) return false;
    return std::any_of(r.headers.begin(), r.headers.end(), [](const header& h) {
        return same_token(h.name, "Connection") && contains_upgrade(h.value);
    });
}

handshake answer_handshake(const server_request& r) {
    const std::string_view key = r.find("Sec-WebSocket-Key");
    if (key.empty()) return refused("400 Bad Request", "", "mismatch challenge/response");
    if (r.find("Sec-WebSocket-Version") != version)
        return refused("400 Bad Request", fmt::format("Sec-WebSocket-Version: {}\r\n", version),
                       "missing or bad WebSocket Version");
    if (!is_origin(r.find("Origin"))) return refused("403 Forbidden", "", "");
    const std::vector<std::string_view> protocols = protocols_of(r.find("Sec-WebSocket-Protocol"));
    if (protocols.size() > 1) return refused("400 Bad Request", "", "");
    const std::string accept = websocket_accept(key);
    if (accept.empty()) return refused("500 Internal Server Error", "", "");
    std::string head =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: " +
        accept + "\r\n";
    if (!protocols.empty()) head.append("Sec-WebSocket-Protocol: ").append(protocols[0]).append("\r\n");
    return {true, head + "\r\n"};
}

}}}  // namespace setpoint::v0::http
