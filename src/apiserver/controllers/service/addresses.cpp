#include "apiserver/controllers/service/addresses.hpp"

#include "apiserver/controllers/service/address_allocation.hpp"

#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::uint32_t range_base = (10U << 24) | (96U << 16);
constexpr std::uint32_t range_size = 1U << 16;
constexpr std::uint32_t first_ip = range_base + 1, last_ip = range_base + range_size - 2;
constexpr std::uint32_t reserved_ips = 256;  // min(max(16, range_size / 16), 256)

std::string ip_text(std::uint32_t ip) {
    return fmt::format("{}.{}.{}.{}", ip >> 24, (ip >> 16) & 255, (ip >> 8) & 255, ip & 255);
}

std::optional<std::uint32_t> parse_ip(std::string_view s) {
    std::uint32_t ip = 0;
    for (int i = 0; i < 4; ++i) {
        std::uint32_t part = 0;
        const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), part);
        if (ec != std::errc() || part > 255) return std::nullopt;
        s.remove_prefix(static_cast<std::size_t>(end - s.data()));
        ip = ip << 8 | part;
        if (i == 3) return s.empty() ? std::optional(ip) : std::nullopt;
        if (s.empty() || s.front() != '.') return std::nullopt;
        s.remove_prefix(1);
    }
    return std::nullopt;
}

std::optional<std::uint32_t> address_of(const bj::object& service) {
    const bj::object& spec = object_of(service, "spec");
    if (text_at(spec, "type") == "ExternalName") return std::nullopt;
    return parse_ip(text_at(spec, "clusterIP"));  // nothing for "None" and ""
}

}  // namespace

bool service_addresses::taken(std::uint32_t ip) const {
    return ips_.contains(ip) || (has_object_ && has_object_(ip_text(ip)));
}

// The part of ValidateServiceClusterIPsRelatedFields that the real allocator reports before its own errors.
void service_addresses::allocation::check_lists() {
    std::set<std::string_view> seen;
    const bj::array &given = list_of(spec, "ipFamilies"), &addresses = list_of(spec, "clusterIPs");
    for (std::size_t i = 0; i < given.size(); ++i)
        if (!seen.insert(text_of(given[i])).second)
            duplicate(errors, indexed("spec.ipFamilies", i), given[i]);
    const auto is_six = [](const bj::value& ip) { return text_of(ip).find(':') != std::string_view::npos; };
    if (addresses.size() == 2 && is_six(addresses[0]) == is_six(addresses[1]))
        invalid(errors, "spec.clusterIPs", bj::value(addresses),
                "may specify no more than one IP for each IP family");
    if (!errors.empty() || old) return;
    const bj::array shown = addresses.empty() ? bj::array{bj::string(text_at(spec, "clusterIP"))} : addresses;
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (is_six(shown[i]))
            invalid(errors, indexed("spec.clusterIPs", i), bj::value(shown),
                    "IPv6 is not configured on this cluster");
}

void service_addresses::allocation::families() {
    if (is("ExternalName")) return;
    check_lists();
    if (!errors.empty()) return;
    const bool headless = text_at(spec, "clusterIP") == "None";
    const bool selects = !object_of(spec, "selector").empty();
    if (text_at(spec, "ipFamilyPolicy").empty()) {
        const std::string_view before =
            old ? text_at(object_of(*old, "spec"), "ipFamilyPolicy") : std::string_view();
        if (!before.empty())
            spec["ipFamilyPolicy"] = before;
        else
            spec["ipFamilyPolicy"] = headless && !selects ? "RequireDualStack" : "SingleStack";
    }
    const std::string policy(text_at(spec, "ipFamilyPolicy"));
    if (headless && !selects) {
        if (list_of(spec, "ipFamilies").empty()) spec["ipFamilies"] = bj::array{bj::string("IPv4")};
        bj::array& families = spec["ipFamilies"].as_array();
        if (families.size() < 2 && policy != "SingleStack") {
            const bool four = families[0].is_string() && families[0].get_string() == "IPv4";
            families.push_back(bj::string(four ? "IPv6" : "IPv4"));
        }
        return;
    }
    if (policy == "SingleStack" && list_of(spec, "clusterIPs").size() == 2)
        invalid(errors, "spec.ipFamilyPolicy", bj::string(policy),
                "must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified");
    if (policy == "SingleStack" && list_of(spec, "ipFamilies").size() == 2)
        invalid(errors, "spec.ipFamilyPolicy", bj::string(policy),
                "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified");
    if (!errors.empty()) return;
    if (policy == "RequireDualStack")
        invalid(errors, "spec.ipFamilyPolicy", bj::string(policy),
                "this cluster is not configured for dual-stack services");
    for (std::size_t i = 0; i < list_of(spec, "ipFamilies").size(); ++i) {
        const bj::value& family = list_of(spec, "ipFamilies")[i];
        if (family.is_string() && family.get_string() == "IPv4") continue;
        invalid(errors, indexed("spec.ipFamilies", i), family, "not configured on this cluster");
    }
    if (errors.empty() && list_of(spec, "ipFamilies").empty())
        spec["ipFamilies"] = bj::array{bj::string("IPv4")};
}

void service_addresses::allocation::set_address(std::string ip) {
    spec["clusterIP"] = ip;
    spec["clusterIPs"] = bj::array{bj::string(ip)};
}

void service_addresses::allocation::choose_address() {
    if (dry_run) return set_address(ip_text(range_base));
    const auto probe = [&](std::uint32_t from, std::uint32_t to) -> bool {
        const std::uint32_t n = to - from + 1;
        const auto start = static_cast<std::uint32_t>(all.below_(n));
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t ip = from + (start + i) % n;
            if (all.taken(ip)) continue;
            set_address(ip_text(ip));
            return true;
        }
        return false;
    };
    if (probe(first_ip + reserved_ips, last_ip) || probe(first_ip, first_ip + reserved_ips - 1)) return;
    failed =
        internal(fmt::format("failed to allocate a serviceIP for Service \"{}\": range is full", name()));
}

void service_addresses::allocation::request_address(std::string_view text) {
    const auto ip = parse_ip(text);
    std::string why;
    // The real server has another message for a dry run.
    if ((!ip || *ip < first_ip || *ip > last_ip) && dry_run)
        why = fmt::format(
            "the provided IP ({}) is not in the valid range. The range of valid IPs is 10.96.0.0/16", text);
    else if (!ip || *ip < first_ip || *ip > last_ip)
        why = "the provided network does not match the current range";
    else if (!dry_run && all.taken(*ip))
        why = "provided IP is already allocated";
    if (why.empty()) return set_address(std::string(text));
    invalid(errors, "spec.clusterIPs", bj::array{bj::string(text)},
            fmt::format("failed to allocate IP {}: {}", text, why));
}

void service_addresses::allocation::addresses() {
    if (is("ExternalName")) return;
    if (text_at(spec, "clusterIP") == "None") {
        spec["clusterIPs"] = bj::array{bj::string("None")};
        return;
    }
    // Only a Service that had no address can get one: it is immutable.
    if (old && text_at(object_of(*old, "spec"), "type") != "ExternalName") return;
    std::string asked(text_at(spec, "clusterIP"));
    if (asked.empty())
        choose_address();
    else
        request_address(asked);
}

api_result<> service_addresses::prepare(bj::object& service, const bj::object* old, bool dry_run) {
    bj::object* spec = object_at(service, "spec");
    if (!spec) return {};
    allocation p{*this, service, old, dry_run, *spec};
    p.families();
    if (p.errors.empty()) p.addresses();
    if (p.errors.empty() && !p.failed) p.ports();
    p.health_check();
    if (p.failed) return *p.failed;
    if (!p.errors.empty()) return invalid_object({"", "Service"}, p.name(), p.errors);
    return {};
}

void service_addresses::replace(const bj::object* before, const bj::object* now) {
    if (before) {
        if (const auto ip = address_of(*before)) ips_.erase(*ip);
        for (const int port : all_ports_of(*before)) ports_.erase(port);
    }
    if (now) {
        if (const auto ip = address_of(*now)) ips_.insert(*ip);
        for (const int port : all_ports_of(*now)) ports_.insert(port);
    }
}

}}}  // namespace setpoint::v0::apiserver
