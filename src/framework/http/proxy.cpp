#include "setpoint/http/proxy.hpp"

#include "setpoint/core/ip_text.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

namespace ip = boost::asio::ip;

std::string lower(std::string_view s) {
    std::string out(s);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

std::string_view trimmed(std::string_view s) {
    const std::size_t begin = s.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return s.substr(begin, s.find_last_not_of(" \t") + 1 - begin);
}

std::optional<ip::address> address_of(std::string_view text) {
    auto a = parse_ip(text);
    if (a && a->is_v6() && a->to_v6().is_v4_mapped()) a = ip::make_address_v4(ip::v4_mapped, a->to_v6());
    return a;
}

bool is_port(std::string_view s) {
    std::uint16_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    return ec == std::errc() && end == s.data() + s.size() && n != 0;
}

bool in_network(std::string_view cidr, const ip::address& a) {
    boost::system::error_code ec;
    if (a.is_v4()) {
        const auto net = ip::make_network_v4(std::string(cidr), ec);
        return !ec && ip::network_v4(a.to_v4(), net.prefix_length()).canonical() == net.canonical();
    }
    const auto net = ip::make_network_v6(std::string(cidr), ec);
    return !ec && ip::network_v6(a.to_v6(), net.prefix_length()).canonical() == net.canonical();
}

// One entry of NO_PROXY in lower case: host, host:port, [v6], [v6]:port, network.
struct exception {
    std::string host, port;

    explicit exception(std::string_view text) : host(text) {
        if (host.starts_with('[')) {
            const std::size_t end = host.find(']');
            if (end == std::string::npos) return;
            if (host.substr(end + 1).starts_with(':')) port = host.substr(end + 2);
            host = host.substr(1, end - 1);
        } else if (std::count(host.begin(), host.end(), ':') == 1) {
            port = host.substr(host.find(':') + 1);
            host.resize(host.find(':'));
        }
    }
    bool names(const std::string& server, const std::optional<ip::address>& address,
               const std::string& server_port) const {
        if (host.find('/') != std::string::npos) return address && in_network(host, *address);
        if (!port.empty() && port != server_port) return false;
        if (const auto own = address_of(host)) return address && *own == *address;
        if (address || host.empty()) return false;
        std::string below = host.starts_with("*.") ? host.substr(1) : host;
        if (!below.starts_with('.')) {
            if (server == below) return true;
            below.insert(0, ".");
        }
        return server.size() > below.size() && server.ends_with(below);
    }
};

std::optional<std::string> first_of(const environment& getenv, std::initializer_list<const char*> names,
                                    std::string& found) {
    for (const char* name : names)
        if (auto value = getenv(name); value && !value->empty()) {
            found = name;
            return value;
        }
    return std::nullopt;
}

}  // namespace

result<proxy> parse_proxy(std::string_view text, std::string named_by) {
    const auto refuse = [&named_by](std::string_view why) {
        return error(errc::bad_config, fmt::format("{}: {}", named_by, why));
    };
    constexpr std::string_view expected = "expected a URL such as http://proxy.example.com:3128";
    std::string url(trimmed(text));
    if (url.find("://") == std::string::npos) url.insert(0, "http://");
    const auto parsed = boost::urls::parse_uri(url);
    if (!parsed) return refuse(expected);
    const std::string scheme = lower({parsed->scheme().data(), parsed->scheme().size()});
    if (scheme.starts_with("socks"))
        return refuse("SOCKS proxies are not supported; use a proxy that speaks HTTP (http:// or https://)");
    if (scheme != "http" && scheme != "https") return refuse("a proxy's URL begins with http:// or https://");
    proxy p;
    p.at.scheme = scheme;
    p.at.host = parsed->host_address();
    p.at.port = std::string(parsed->port());
    if (p.at.port.empty()) p.at.port = p.at.tls() ? "443" : "80";
    const std::string_view path(parsed->encoded_path().data(), parsed->encoded_path().size());
    if (p.at.host.empty() || !is_port(p.at.port)) return refuse(expected);
    if ((!path.empty() && path != "/") || parsed->has_query() || parsed->has_fragment())
        return refuse("a proxy's URL has no path");
    p.username = parsed->user();
    p.password = secret(parsed->password());
    if (p.username.find(':') != std::string::npos)
        return refuse("the user name contains a ':'");  // RFC 7617, 2
    p.named_by = std::move(named_by);
    return p;
}

result<std::optional<proxy>> proxy_of_environment(const environment& getenv, const origin& to) {
    std::string name, unused;
    const auto url = to.tls() ? first_of(getenv, {"HTTPS_PROXY", "https_proxy"}, name)
                              : first_of(getenv, {"HTTP_PROXY", "http_proxy"}, name);
    if (!url || lower(to.host) == "localhost") return std::optional<proxy>();
    const auto address = address_of(to.host);
    if (address && address->is_loopback()) return std::optional<proxy>();
    const auto none = first_of(getenv, {"NO_PROXY", "no_proxy"}, unused);
    if (none && no_proxy_names(*none, to)) return std::optional<proxy>();
    auto p = parse_proxy(*url, name);
    if (!p) return p.error();
    return std::optional<proxy>(std::move(*p));
}

bool no_proxy_names(std::string_view list, const origin& to) {
    std::string server = lower(to.host);
    if (server.ends_with('.')) server.pop_back();
    const auto address = address_of(server);
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string entry = lower(trimmed(list.substr(begin, end - begin)));
        begin = end + 1;
        if (entry == "*" || (!entry.empty() && exception(entry).names(server, address, to.port))) return true;
    }
    return false;
}

}}}  // namespace setpoint::v0::http
