// Endpoints.

#include "apiserver/kinds/core/endpoints.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_endpoint_ip(std::string_view ip, const std::string& path, field_errors& to) {
    const auto parsed = parse_ip(ip);
    if (!parsed) return invalid(to, path, ip, "must be a valid IP address");
    if (!ip_address(ip).empty()) return validate_ip(ip, path, to);
    const boost::asio::ip::address& a = *parsed;
    const bool v4 = a.is_v4();
    const std::uint32_t n = v4 ? a.to_v4().to_uint() : 0;
    if (a.is_unspecified()) invalid(to, path, ip, fmt::format("may not be unspecified ({})", ip));
    if (a.is_loopback()) invalid(to, path, ip, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
    if (v4 ? n >> 16 == 0xa9fe : a.to_v6().is_link_local()) {
        invalid(to, path, ip, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    }
    if (v4 ? n >> 8 == 0xe00000 : a.to_v6().is_multicast_link_local()) {
        invalid(to, path, ip, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
    }
}

namespace {

void validate_endpoints_address(const bj::object& a, const std::string& path, field_errors& to) {
    const std::string_view ip = text_at(a, "ip");
    const messages wrong = ip_address(ip);
    add_invalid(to, path + ".ip", ip, wrong);
    const std::string_view host = text_at(a, "hostname");
    if (!host.empty()) add_invalid(to, path + ".hostname", host, dns1123_label(host));
    if (const bj::value* node = value_at(a, "nodeName")) {
        add_invalid(to, path + ".nodeName", *node, dns1123_subdomain(text_of(*node)));
    }
    if (wrong.empty()) {
        validate_endpoint_ip(ip, path + ".ip", to);
    } else if (wrong.front().starts_with("must be")) {
        invalid(to, path + ".ip", ip, "must be a valid IP address");
    }
}

void validate_subsets(const bj::object& o, field_errors& to) {
    for_each_object(list_of(o, "subsets"), [&](const bj::object& s, std::size_t i) {
        const std::string path = indexed("subsets", i);
        if (list_of(s, "addresses").empty() && list_of(s, "notReadyAddresses").empty()) {
            required(to, path, "must specify `addresses` or `notReadyAddresses`");
        }
        for (const char* list : {"addresses", "notReadyAddresses"}) {
            for_each_object(list_of(s, list), [&](const bj::object& a, std::size_t k) {
                validate_endpoints_address(a, indexed(child(path, list), k), to);
            });
        }
        const bj::array& ports = list_of(s, "ports");
        for_each_object(ports, [&](const bj::object& p, std::size_t k) {
            const std::string here = indexed(path + ".ports", k);
            const std::string_view name = text_at(p, "name");
            if (name.empty()) {
                if (ports.size() > 1) required(to, here + ".name");
            } else {
                add_invalid(to, here + ".name", name, dns1123_label(name));
            }
            const std::int64_t port = number_at(p, "port").value_or(0);
            add_invalid(to, here + ".port", bj::value(port), port_number(port));
            validate_one_of(text_at(p, "protocol"), {"SCTP", "TCP", "UDP"}, here + ".protocol", to);
            if (const bj::value* app = value_at(p, "appProtocol"))
                add_invalid(to, here + ".appProtocol", *app, qualified_name(text_of(*app)));
        });
    });
}

void validate_endpoints(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_subsets(o, to);
}

void validate_endpoints_update(const bj::object& o, const bj::object& old, const kind_context&,
                               field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_metadata(o, true, subdomain_name, to);
    if (!same_field(o, old, "subsets")) validate_subsets(o, to);
}

void warn_of_endpoints(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for_each_object(list_of(o, "subsets"), [&](const bj::object& subset, std::size_t i) {
        for (const char* list : {"addresses", "notReadyAddresses"})
            for_each_object(list_of(subset, list), [&](const bj::object& a, std::size_t k) {
                warn_of_ip(text_at(a, "ip"), indexed(indexed("subsets", i) + "." + list, k) + ".ip", to);
            });
    });
}

bj::value endpoints_cell(const bj::object& o, wall_time) {
    constexpr std::size_t most = 3;
    const bj::array& subsets = list_of(o, "subsets");
    if (subsets.empty()) return "<none>";
    std::vector<std::string> all;
    for_each_object(subsets, [&](const bj::object& s, std::size_t) {
        const bj::array& ports = list_of(s, "ports");
        const auto add = [&](const std::string& suffix) {
            for_each_object(list_of(s, "addresses"), [&](const bj::object& a, std::size_t) {
                const std::string ip(text_at(a, "ip"));
                const bool six = !suffix.empty() && ip.find(':') != std::string::npos;
                all.push_back((six ? "[" + ip + "]" : ip) + suffix);
            });
        };
        if (ports.empty()) add("");
        for_each_object(ports, [&](const bj::object& p, std::size_t) {
            add(":" + std::to_string(number_at(p, "port").value_or(0)));
        });
    });
    const std::size_t total = all.size();
    all.resize(std::min(total, most));
    std::string out = fmt::format("{}", fmt::join(all, ","));
    if (total > most) out += fmt::format(" + {} more...", total - most);
    return cell(out);
}

constexpr cell_row endpoints_cells[] = {
    {"Endpoints", endpoints_cell},
};

}  // namespace

constinit const kind_code endpoints_kind{.defaults = apply_go_encoding,
                                         .validate = validate_endpoints,
                                         .validate_update = validate_endpoints_update,
                                         .warn = warn_of_endpoints,
                                         .cells = endpoints_cells,
                                         .has_generation = false,
                                         .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
