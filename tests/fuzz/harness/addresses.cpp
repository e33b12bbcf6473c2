// Addresses that people write: a proxy's URL, a list of servers that need none, where to listen.
#include "harness.hpp"
#include "setpoint/http/listen_address.hpp"
#include "setpoint/http/proxy.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

void addresses(std::string_view input) {
    const auto p = http::parse_proxy(input, "HTTPS_PROXY");
    if (!p) {
        expect(p.error().code == errc::bad_config, "a refusal is a bad_config");
        expect(p.error().message.starts_with("HTTPS_PROXY"), "and begins with who named it");
    } else {
        expect(!p->at.host.empty() && !p->at.port.empty(), "a proxy has a host and a port");
    }
    const auto a = http::parse_listen_address(input, "--metrics-bind-address");
    if (a) {
        const auto again = http::parse_listen_address(a->text(), "--metrics-bind-address");
        expect(again.has_value() && again->host == a->host && again->port == a->port,
               "an address is printed and read: " + a->text());
    }
    for (const char* host : {"a.example.com", "10.1.2.3", "fd00::1"})
        static_cast<void>(http::no_proxy_names(input, {.scheme = "https", .host = host, .port = "6443"}));
}

}}}  // namespace setpoint::v0::fuzz
