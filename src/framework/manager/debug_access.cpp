#include "framework/manager/debug_access.hpp"

#include "framework/core/ascii.hpp"
#include "setpoint/core/ip_text.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

namespace {

// Without the port, and without the brackets of an IPv6 address.
std::string_view name_of(std::string_view host) {
    if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
    return host.substr(0, host.find(':'));
}

// True also for text that is not an address.
bool is_loopback(std::string_view address) {
    const auto ip = parse_ip(address);
    if (!ip) return true;
    if (ip->is_v6() && ip->to_v6().is_v4_mapped())
        return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, ip->to_v6()).is_loopback();
    return ip->is_loopback();
}

}  // namespace

bool is_own_host(std::string_view host) {
    const std::string name = lower_case(name_of(host));
    if (name.find('.') == std::string::npos || parse_ip(name)) return true;
    return name.ends_with(".localhost") || name.ends_with(".svc") || name.ends_with(".svc.cluster.local");
}

std::optional<http::response> refuse_other_host(const http::server_request& r) {
    if (is_own_host(r.find("Host"))) return std::nullopt;
    if (!r.find("X-Forwarded-Uri").empty() && !is_loopback(r.from)) return std::nullopt;
    return http::text_response(403,
                               "the Host of the request is not one of this server: use localhost (kubectl "
                               "port-forward), an IP address, or the name of a Service that ends with .svc");
}

std::optional<http::response> refuse_other_client(const http::server_request& r) {
    const bool is_proxied = !r.find("X-Forwarded-For").empty() || !r.find("Forwarded").empty();
    if (!r.from.empty() && is_loopback(r.from) && !is_proxied) return std::nullopt;
    return http::text_response(403, "this path is only served to this host: use kubectl port-forward");
}

bool is_same_origin(const http::server_request& r) {
    const std::string_view site = r.find("Sec-Fetch-Site"), origin = r.find("Origin");
    if (!site.empty() && site != "same-origin" && site != "none") return false;
    return origin.empty() || origin == "http://" + std::string(r.find("Host"));
}

}}  // namespace setpoint::v0
