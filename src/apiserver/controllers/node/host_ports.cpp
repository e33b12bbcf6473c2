#include "apiserver/controllers/node/host_ports.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

void add_host_ports(const partial_container& c, std::vector<host_port>& to) {
    for (const container_port& p : c.ports)
        if (p.host_port.value_or(0) > 0) to.push_back({*p.host_port, p.protocol, p.host_ip});
}

bool is_any_address(const interned_string& ip) {
    return ip.empty() || ip == "0.0.0.0";
}

bool ports_conflict(const host_port& a, const host_port& b) {
    return a.port == b.port && a.protocol == b.protocol &&
           (a.ip == b.ip || is_any_address(a.ip) || is_any_address(b.ip));
}

}  // namespace

std::vector<host_port> host_ports(const partial_pod_spec& spec) {
    std::vector<host_port> all;
    for (const partial_container& c : spec.init_containers)
        if (c.restart_policy == "Always") add_host_ports(c, all);
    for (const partial_container& c : spec.containers) add_host_ports(c, all);
    return all;
}

bool ports_conflict(const std::vector<host_port>& a, const std::vector<host_port>& b) {
    return std::any_of(a.begin(), a.end(), [&](const host_port& x) {
        return std::any_of(b.begin(), b.end(), [&](const host_port& y) { return ports_conflict(x, y); });
    });
}

}}}  // namespace setpoint::v0::apiserver
