#include "setpoint/http/listen_address.hpp"

#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace http {

std::string listen_address::text() const {
    return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                               : fmt::format("[{}]:{}", host, port);
}

result<listen_address> parse_listen_address(std::string_view s, std::string_view flag) {
    const auto bad = [&](std::string_view why) {
        return error(errc::bad_config, fmt::format("{}: \"{}\" {}", flag, s, why));
    };
    const std::size_t colon = s.rfind(':');
    if (colon == std::string_view::npos) return bad("has no port; write :port or address:port");
    const std::string_view port_text = s.substr(colon + 1);
    listen_address a;
    const auto [end, failed] = std::from_chars(port_text.begin(), port_text.end(), a.port);
    if (failed != std::errc() || end != port_text.end()) return bad("does not end in a port, 0 to 65535");
    std::string_view host = s.substr(0, colon);
    const bool bracketed = host.size() >= 2 && host.front() == '[' && host.back() == ']';
    if (bracketed) host = host.substr(1, host.size() - 2);
    if (host == "localhost") host = "127.0.0.1";
    a.host = host;
    if (host.empty() && !bracketed) return a;
    const auto parsed = parse_ip(a.host);
    if (!parsed) return bad("has no IP address before its port");
    if (parsed->is_v6() != bracketed) return bad("must have brackets around an IPv6 address, and only there");
    return a;
}

}}}  // namespace setpoint::v0::http
