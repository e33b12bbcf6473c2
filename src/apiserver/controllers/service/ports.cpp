#include "apiserver/controllers/service/address_allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr int first_port = 30000, last_port = 32767;
constexpr int reserved_ports = 86;  // min(max(16, 2768 / 32), 128)
constexpr int dry_run_port = 32769;

bool has_ports(std::string_view type) {
    return type == "NodePort" || type == "LoadBalancer";
}

std::vector<int> ports_of(const bj::object& service) {
    std::vector<int> ports;
    for_each_object(list_of(object_of(service, "spec"), "ports"), [&](const bj::object& p, std::size_t) {
        const auto n = number_at(p, "nodePort").value_or(0);
        if (n != 0 && std::find(ports.begin(), ports.end(), n) == ports.end())
            ports.push_back(static_cast<int>(n));
    });
    return ports;
}

bool needs_health_check(const bj::object& service) {
    const bj::object& spec = object_of(service, "spec");
    return text_at(spec, "type") == "LoadBalancer" && text_at(spec, "externalTrafficPolicy") == "Local";
}

bool contains(const std::vector<int>& list, int n) {
    return std::find(list.begin(), list.end(), n) != list.end();
}

}  // namespace

std::vector<int> all_ports_of(const bj::object& service) {
    if (!has_ports(text_at(object_of(service, "spec"), "type"))) return {};
    std::vector<int> ports = ports_of(service);
    const auto health = number_at(object_of(service, "spec"), "healthCheckNodePort").value_or(0);
    if (health != 0) ports.push_back(static_cast<int>(health));
    return ports;
}

std::optional<int> service_addresses::allocation::any_port() {
    if (dry_run) return dry_run_port;
    const auto probe = [&](int from, int to) -> std::optional<int> {
        const int n = to - from + 1;
        const int start = static_cast<int>(all.below_(static_cast<std::uint64_t>(n)));
        for (int i = 0; i < n; ++i) {
            const int port = from + (start + i) % n;
            if (!all.ports_.contains(port) && !contains(taken_ports, port)) return port;
        }
        return std::nullopt;
    };
    auto port = probe(first_port + reserved_ports, last_port);
    if (!port) port = probe(first_port, first_port + reserved_ports - 1);
    if (port) taken_ports.push_back(*port);
    return port;
}

std::string service_addresses::allocation::request_port(int port) {
    if (port < first_port || port > last_port) {
        if (dry_run) return {};
        return "provided port is not in the valid range. The range of valid ports is 30000-32767";
    }
    if (all.ports_.contains(port) || contains(taken_ports, port)) return "provided port is already allocated";
    if (!dry_run) taken_ports.push_back(port);
    return {};
}

void service_addresses::allocation::take_port(std::size_t i, bj::object& port, int number) {
    if (const std::string why = request_port(number); !why.empty())
        invalid(errors, child(indexed("spec.ports", i), "nodePort"), number, why);
    else
        port["nodePort"] = number;
}

// Ports with the same number (TCP and UDP) share a node port, unless they request different ones.
void service_addresses::allocation::new_ports() {
    const bj::value* allocate = value_at(spec, "allocateLoadBalancerNodePorts");
    const bool choose = !is("LoadBalancer") || !allocate || !allocate->is_bool() || allocate->get_bool();
    bj::array* list = list_at(spec, "ports");
    if (!list) return;
    std::map<std::int64_t, int> given, wishes;  // by the number of the port
    for_each_object(*list, [&](const bj::object& p, std::size_t) {
        if (const auto asked = number_at(p, "nodePort").value_or(0); asked != 0)
            wishes.emplace(number_at(p, "port").value_or(0), static_cast<int>(asked));
    });
    for (std::size_t i = 0; i < list->size() && errors.empty() && !failed; ++i) {
        bj::object* p = (*list)[i].if_object();
        if (!p) continue;
        const auto asked = static_cast<int>(number_at(*p, "nodePort").value_or(0));
        if (asked == 0 && !choose) continue;
        const std::int64_t number = number_at(*p, "port").value_or(0);
        const auto found = given.find(number);
        if (found != given.end()) {
            if (asked == 0)
                (*p)["nodePort"] = found->second;
            else if (asked != found->second)
                take_port(i, *p, asked);
            continue;
        }
        int wish = asked;
        if (const auto later = wishes.find(number); wish == 0 && later != wishes.end()) wish = later->second;
        if (wish != 0) {
            take_port(i, *p, wish);
        } else if (const auto port = any_port()) {
            (*p)["nodePort"] = *port;
            wish = *port;
        } else {
            failed = internal("failed to allocate a nodePort: range is full");
        }
        given[number] = wish;
    }
}

void service_addresses::allocation::changed_ports() {
    const std::vector<int> before = ports_of(*old);
    const bj::value* allocate = value_at(spec, "allocateLoadBalancerNodePorts");
    const bool choose = !is("LoadBalancer") || !allocate || !allocate->is_bool() || allocate->get_bool();
    bj::array* list = list_at(spec, "ports");
    for (std::size_t i = 0; list && i < list->size() && errors.empty() && !failed; ++i) {
        bj::object* p = (*list)[i].if_object();
        if (!p) continue;
        const auto asked = static_cast<int>(number_at(*p, "nodePort").value_or(0));
        if (asked == 0 && !choose) continue;
        if (asked != 0) {
            if (!contains(before, asked) && !contains(taken_ports, asked)) take_port(i, *p, asked);
        } else if (const auto port = any_port()) {
            (*p)["nodePort"] = *port;
        } else {
            failed = internal("failed to allocate a nodePort: range is full");
        }
    }
}

void service_addresses::allocation::ports() {
    if (!has_ports(text_at(spec, "type"))) return;
    if (old)
        changed_ports();
    else
        new_ports();
}

void service_addresses::allocation::health_check() {
    const bool needed = old && needs_health_check(*old);
    if (!needs_health_check(service) || needed || !errors.empty() || failed) return;
    const auto asked = static_cast<int>(number_at(spec, "healthCheckNodePort").value_or(0));
    if (asked != 0) {
        if (const std::string why = request_port(asked); !why.empty())
            failed =
                internal(fmt::format("failed to allocate requested HealthCheck NodePort {}: {}", asked, why));
    } else if (const auto port = any_port()) {
        spec["healthCheckNodePort"] = *port;
    } else {
        failed = internal("failed to allocate a HealthCheck NodePort 0: range is full");
    }
}

}}}  // namespace setpoint::v0::apiserver
