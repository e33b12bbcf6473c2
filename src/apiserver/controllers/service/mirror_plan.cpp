#include "apiserver/controllers/service/mirror_plan.hpp"

#include "setpoint/json/compare.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

struct port_key {
    std::string_view name, protocol;
    std::int32_t port = 0;
    std::string_view app_protocol;
    friend auto operator<=>(const port_key&, const port_key&) = default;
};

// An address counts once, by IP and UID.
using address_key = std::pair<std::string_view, std::string_view>;
struct mirrored_address {
    const endpoint_address* address = nullptr;
    bool ready = false;
};
using address_set = std::map<address_key, mirrored_address>;

bool same_addresses(const address_set& a, const address_set& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.ready == y.second.ready;
    });
}

struct repacked_subset {
    std::vector<std::optional<port_key>> ports;  // nothing: the subset has no ports
    address_set addresses;
};

// One subset for each set of addresses (RepackSubsets of pkg/api/v1/endpoints).
std::vector<repacked_subset> repacked(const partial_endpoints& e) {
    std::map<std::optional<port_key>, address_set> by_port;
    for (const endpoint_subset& s : e.subsets) {
        std::vector<std::optional<port_key>> ports;
        for (const subset_port& p : s.ports)
            ports.emplace_back(port_key{p.name.view(), p.protocol.view(), p.port, p.app_protocol.view()});
        if (ports.empty()) ports.emplace_back();
        for (const auto& port : ports) {
            address_set& all = by_port[port];
            const auto add = [&](const std::vector<endpoint_address>& list, bool ready) {
                for (const endpoint_address& a : list) {
                    const address_key key{a.ip.view(), a.target ? a.target->uid.view() : std::string_view()};
                    const auto [at, is_new] = all.emplace(key, mirrored_address{&a, ready});
                    if (!is_new) at->second.ready = at->second.ready && ready;
                }
            };
            add(s.addresses, true);
            add(s.not_ready_addresses, false);
        }
    }
    std::vector<repacked_subset> out;
    for (auto& [port, addresses] : by_port) {
        const auto at = std::ranges::find_if(
            out, [&](const repacked_subset& s) { return same_addresses(s.addresses, addresses); });
        if (at != out.end())
            at->ports.push_back(port);
        else
            out.push_back({{port}, std::move(addresses)});
    }
    return out;
}

std::vector<endpoint_port> slice_ports(const repacked_subset& s) {
    std::vector<endpoint_port> out;
    for (const auto& p : s.ports)
        if (p) out.push_back({interned_string(p->name), p->protocol, p->port, p->app_protocol});
    return out;
}

endpoint mirrored(const mirrored_address& a) {
    endpoint e;
    e.addresses.push_back(a.address->ip);
    e.conditions.ready = a.ready;
    e.hostname = a.address->hostname;
    e.node_name = a.address->node_name;
    e.target = a.address->target;
    return e;
}

endpoint_slice empty_mirror(const partial_endpoints& e, std::string_view type) {
    endpoint_slice s;
    s.metadata.ns = e.metadata.ns;
    s.metadata.generate_name = e.metadata.name.str() + "-";
    s.metadata.labels = e.metadata.labels;
    s.metadata.labels[service_name_label] = e.metadata.name;
    s.metadata.labels[slice_manager_label] = mirror_manager;
    for (const auto& [key, value] : e.metadata.annotations)
        if (key != "endpoints.kubernetes.io/last-change-trigger-time" &&
            key != "kubectl.kubernetes.io/last-applied-configuration")
            s.metadata.annotations[key] = value;
    s.metadata.owner_references.push_back(
        make_controller_reference(kind_of<partial_endpoints>().gvk, e.metadata));
    s.address_type = type;
    return s;
}

// The wanted state on top of the live object.
endpoint_slice merged(endpoint_slice wanted, const endpoint_slice& live) {
    endpoint_slice next = live;
    next.endpoints = std::move(wanted.endpoints);
    next.ports = std::move(wanted.ports);
    next.metadata.labels = std::move(wanted.metadata.labels);
    next.metadata.annotations = std::move(wanted.metadata.annotations);
    next.metadata.owner_references = std::move(wanted.metadata.owner_references);
    return next;
}

std::vector<endpoint_slice> mirrors_of(const partial_endpoints& e, std::size_t& skipped) {
    std::vector<endpoint_slice> out;
    for (const repacked_subset& s : repacked(e)) {
        endpoint_slice four = empty_mirror(e, "IPv4"), six = empty_mirror(e, "IPv6");
        four.ports = six.ports = slice_ports(s);
        std::size_t n = 0;
        for (const auto& [key, address] : s.addresses) {
            if (n == mirror_limit) {
                skipped += s.addresses.size() - n;
                break;
            }
            ++n;
            (key.first.find(':') == std::string_view::npos ? four : six)
                .endpoints.push_back(mirrored(address));
        }
        if (!four.endpoints.empty()) out.push_back(std::move(four));
        if (!six.endpoints.empty()) out.push_back(std::move(six));
    }
    return out;
}

slice_ptr take(std::vector<slice_ptr>& from, const auto& wanted) {
    const auto at = std::ranges::find_if(from, wanted);
    if (at == from.end()) return nullptr;
    slice_ptr out = std::move(*at);
    from.erase(at);
    return out;
}

}  // namespace

bool may_be_mirrored(const partial_endpoints& e) {
    const auto label = e.metadata.labels.find("endpointslice.kubernetes.io/skip-mirror");
    return (label == e.metadata.labels.end() || label->second != "true") &&
           !e.metadata.annotations.contains("control-plane.alpha.kubernetes.io/leader");
}

mirror_plan plan_mirror(const partial_endpoints& e, const std::vector<slice_ptr>& live) {
    mirror_plan plan;
    plan.remove = live;
    std::vector<endpoint_slice> rest;
    for (endpoint_slice& wanted : mirrors_of(e, plan.skipped)) {
        slice_ptr same = take(plan.remove, [&](const slice_ptr& x) {
            return x->address_type == wanted.address_type && x->ports == wanted.ports;
        });
        if (!same) {
            rest.push_back(std::move(wanted));
            continue;
        }
        endpoint_slice next = merged(std::move(wanted), *same);
        if (!json::same(next, *same)) plan.writes.push_back({std::move(next), std::move(same)});
    }
    for (endpoint_slice& wanted : rest) {
        slice_ptr other =
            take(plan.remove, [&](const slice_ptr& x) { return x->address_type == wanted.address_type; });
        endpoint_slice next = other ? merged(std::move(wanted), *other) : std::move(wanted);
        plan.writes.push_back({std::move(next), std::move(other)});
    }
    return plan;
}

}}}  // namespace setpoint::v0::apiserver
