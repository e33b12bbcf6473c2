#include "apiserver/controllers/service/endpoint_plan.hpp"

#include "setpoint/api/selector.hpp"

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr const char* headless_label = "service.kubernetes.io/headless";
constexpr std::size_t max_addresses = 1000;

std::optional<std::int32_t> port_number(const service_port& p, const partial_pod& pod) {
    if (!p.target_port.is_set()) return p.port;
    if (p.target_port.is_integer()) return p.target_port.integer() == 0 ? p.port : p.target_port.integer();
    for (const partial_container& c : pod.spec.containers)
        for (const container_port& at : c.ports)
            if (at.name == p.target_port.string() && at.protocol == p.protocol) return at.container_port;
    return std::nullopt;
}

std::vector<endpoint_port> ports_of(const partial_service& s, const partial_pod& pod) {
    std::vector<endpoint_port> ports;
    for (const service_port& p : s.spec.ports) {
        const auto number = port_number(p, pod);
        if (!number) continue;
        ports.push_back({p.name, p.protocol, number, p.app_protocol.value_or(interned_string())});
    }
    return ports;
}

object_reference target_of(const partial_pod& p) {
    object_reference r;
    r.kind = "Pod";
    r.ns = p.metadata.ns;
    r.name = p.metadata.name;
    r.uid = p.metadata.uid;
    return r;
}

bool serves(const partial_service& s, const partial_pod& p) {
    return is_ready(p) || s.spec.publish_not_ready_addresses.value_or(false);
}

interned_string host_of(const partial_service& s, const partial_pod& p) {
    return p.spec.subdomain == s.metadata.name && !p.spec.hostname.empty() ? p.spec.hostname
                                                                           : interned_string();
}

endpoint as_endpoint(const partial_service& s, const partial_pod& p) {
    endpoint e;
    e.addresses.push_back(p.status.pod_ip);
    const bool going = is_deleting(p.metadata);
    e.conditions.serving = serves(s, p);
    e.conditions.ready = s.spec.publish_not_ready_addresses.value_or(false) || (serves(s, p) && !going);
    e.conditions.terminating = going;
    e.hostname = host_of(s, p);
    e.node_name = p.spec.node_name;
    e.target = target_of(p);
    return e;
}

endpoint_slice empty_slice(const partial_service& s) {
    endpoint_slice slice;
    slice.metadata.ns = s.metadata.ns;
    slice.metadata.generate_name = s.metadata.name.str() + "-";
    slice.metadata.labels = s.metadata.labels;
    slice.metadata.labels.erase(headless_label);
    slice.metadata.labels[service_name_label] = s.metadata.name;
    slice.metadata.labels[slice_manager_label] = slice_manager;
    if (is_headless(s)) slice.metadata.labels[headless_label] = "";
    slice.metadata.owner_references.push_back(
        make_controller_reference(kind_of<partial_service>().gvk, s.metadata));
    slice.address_type = "IPv4";
    return slice;
}

// Into a slice with its ports that has room, into one without endpoints, or into a new one.
void place(std::vector<endpoint_slice>& slices, const partial_service& s, const partial_pod& p) {
    std::vector<endpoint_port> ports = ports_of(s, p);
    auto at = std::ranges::find_if(slices, [&](const endpoint_slice& x) {
        return !x.endpoints.empty() && x.ports == ports && x.endpoints.size() < slice_limit;
    });
    if (at == slices.end())
        at = std::ranges::find_if(slices, [](const endpoint_slice& x) { return x.endpoints.empty(); });
    if (at == slices.end()) at = slices.insert(slices.end(), empty_slice(s));
    at->ports = std::move(ports);
    at->endpoints.push_back(as_endpoint(s, p));
}

}  // namespace

bool is_headless(const partial_service& s) {
    return s.spec.cluster_ip == "None";
}

std::vector<pod_ptr> endpoints_of(const partial_service& s, const std::vector<pod_ptr>& pods) {
    std::vector<pod_ptr> out;
    if (s.spec.selector.empty()) return out;
    const selector chosen(s.spec.selector);
    for (const pod_ptr& p : pods)
        if (!is_finished(*p) && !p->status.pod_ip.empty() && chosen.matches(p->metadata.labels))
            out.push_back(p);
    return out;
}

std::vector<endpoint_slice> desired_slices(const partial_service& s, const std::vector<pod_ptr>& pods,
                                           const std::vector<slice_ptr>& live) {
    const std::vector<pod_ptr> all = endpoints_of(s, pods);
    std::map<std::string_view, pod_ptr> left;
    for (const pod_ptr& p : all) left.emplace(p->metadata.name, p);
    std::vector<endpoint_slice> slices;
    for (const slice_ptr& old : live) {
        endpoint_slice& slice = slices.emplace_back(empty_slice(s));
        slice.ports = old->ports;
        for (const endpoint& e : old->endpoints) {
            const auto at = e.target ? left.find(e.target->name) : left.end();
            if (at == left.end() || slice.endpoints.size() == slice_limit ||
                ports_of(s, *at->second) != slice.ports)
                continue;
            slice.endpoints.push_back(as_endpoint(s, *at->second));
            left.erase(at);
        }
    }
    for (const pod_ptr& p : all)
        if (left.contains(p->metadata.name)) place(slices, s, *p);
    if (slices.empty()) slices.push_back(empty_slice(s));
    return slices;
}

partial_endpoints desired_endpoints(const partial_service& s, const std::vector<pod_ptr>& pods) {
    partial_endpoints e;
    e.metadata.ns = s.metadata.ns;
    e.metadata.name = s.metadata.name;
    e.metadata.labels = s.metadata.labels;
    e.metadata.labels["endpoints.kubernetes.io/managed-by"] = "endpoint-controller";
    if (is_headless(s)) e.metadata.labels[headless_label] = "";
    std::vector<std::vector<endpoint_port>> seen;
    std::size_t n = 0;
    for (const pod_ptr& p : endpoints_of(s, pods)) {
        if (is_deleting(p->metadata) && !s.spec.publish_not_ready_addresses.value_or(false)) continue;
        if (++n > max_addresses) break;
        const std::vector<endpoint_port> ports = ports_of(s, *p);
        const auto at = std::find(seen.begin(), seen.end(), ports);
        const auto index = static_cast<std::size_t>(at - seen.begin());
        if (at == seen.end()) {
            seen.push_back(ports);
            endpoint_subset subset;
            for (const endpoint_port& x : ports)
                subset.ports.push_back(
                    {x.name.value_or(interned_string()), x.protocol, x.port.value_or(0), x.app_protocol});
            e.subsets.push_back(std::move(subset));
        }
        endpoint_address address{p->status.pod_ip, host_of(s, *p), p->spec.node_name, target_of(*p)};
        (serves(s, *p) ? e.subsets[index].addresses : e.subsets[index].not_ready_addresses)
            .push_back(std::move(address));
    }
    return e;
}

}}}  // namespace setpoint::v0::apiserver
