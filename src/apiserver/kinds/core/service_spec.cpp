#include "apiserver/kinds/core/service_spec.hpp"

#include "apiserver/go/net.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/core/endpoints.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_headless(const bj::object& spec) {
    const bj::array& ips = list_of(spec, "clusterIPs");
    return ips.size() == 1 && text_of(ips[0]) == "None";
}

void validate_service_port(const bj::object& p, const std::string& path, bool named,
                           std::set<std::string>& names, field_errors& to) {
    const std::string name(text_at(p, "name"));
    if (name.empty()) {
        if (named) required(to, path + ".name");
    } else {
        add_invalid(to, path + ".name", name, dns1123_label(name));
        if (!names.insert(name).second) duplicate(to, path + ".name", name);
    }
    const std::int64_t port = number_at(p, "port").value_or(0);
    add_invalid(to, path + ".port", bj::value(port), port_number(port));
    validate_one_of(text_at(p, "protocol"), {"SCTP", "TCP", "UDP"}, path + ".protocol", to);
    validate_port_or_name(value_at(p, "targetPort"), path + ".targetPort", to);
    if (const bj::value* app = value_at(p, "appProtocol")) {
        add_invalid(to, path + ".appProtocol", *app, qualified_name(text_of(*app)));
    }
}

void validate_port_uniqueness(const bj::object& spec, field_errors& to) {
    const std::string_view type = text_at(spec, "type");
    const bj::array& list = list_of(spec, "ports");
    if (type == "ClusterIP") {
        for_each_object(list, [&](const bj::object& p, std::size_t i) {
            if (number_at(p, "nodePort").value_or(0) == 0) return;
            forbidden(to, indexed("spec.ports", i) + ".nodePort",
                      "may not be used when `type` is 'ClusterIP'");
        });
    }
    std::set<std::string> node_ports, ports;
    for_each_object(list, [&](const bj::object& p, std::size_t i) {
        const std::int64_t n = number_at(p, "nodePort").value_or(0);
        if (n != 0 && !node_ports.insert(fmt::format("{}/{}", text_at(p, "protocol"), n)).second) {
            duplicate_unsorted(to, indexed("spec.ports", i) + ".nodePort", bj::value(n));
        }
    });
    for_each_object(list, [&](const bj::object& p, std::size_t i) {
        const std::int64_t n = number_at(p, "port").value_or(0);
        if (ports.insert(fmt::format("{}/{}", text_at(p, "protocol"), n)).second) return;
        // The real server prints the port as its internal type has it.
        bj::object key{{"Name", ""},
                       {"Protocol", text_at(p, "protocol")},
                       {"AppProtocol", nullptr},
                       {"Port", n},
                       {"TargetPort", 0},
                       {"NodePort", 0}};
        duplicate_unsorted(to, indexed("spec.ports", i), bj::value(key));
    });
}

void validate_service_type(const bj::object& spec, field_errors& to) {
    const std::string_view type = text_at(spec, "type");
    if (list_of(spec, "ports").empty() && !is_headless(spec) && type != "ExternalName")
        required(to, "spec.ports");
    if ((type == "LoadBalancer" || type == "NodePort") && is_headless(spec)) {
        invalid(to, "spec.clusterIPs[0]", "None",
                fmt::format("may not be set to 'None' for {} services", type));
    }
    if (type != "ExternalName") return;
    for (const char* key : {"clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
        if (value_at(spec, key) != nullptr)
            forbidden(to, child("spec", key), "may not be set for ExternalName services");
    }
    std::string_view name = text_at(spec, "externalName");
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty()) {
        required(to, "spec.externalName");
    } else {
        add_invalid(to, "spec.externalName", name, dns1123_subdomain(name));
    }
}

void validate_affinity_of(const bj::object& spec, field_errors& to) {
    const std::string_view affinity = text_at(spec, "sessionAffinity");
    validate_one_of(affinity, {"ClientIP", "None"}, "spec.sessionAffinity", to);
    const bj::object* config = object_at(spec, "sessionAffinityConfig");
    if (affinity == "ClientIP") {
        const std::int64_t seconds =
            config == nullptr ? 0 : number_at(object_of(*config, "clientIP"), "timeoutSeconds").value_or(0);
        if (seconds <= 0 || seconds > 86400) {
            invalid_unsorted(to, "spec.sessionAffinityConfig.clientIP.timeoutSeconds", bj::value(seconds),
                             "must be greater than 0 and less than 86400");
        }
    } else if (affinity == "None" && config != nullptr) {
        forbidden(to, "spec.sessionAffinityConfig", "must not be set when session affinity is None");
    }
}

// Of more than one: one of each family, as ipFamilies say.
void validate_ip_families(const bj::object& spec, field_errors& to) {
    const bj::array &all = list_of(spec, "clusterIPs"), &families = list_of(spec, "ipFamilies");
    const std::string path = "spec.clusterIPs";
    std::set<bool> seen;
    for (const bj::value& ip : all) seen.insert(text_of(ip).find(':') != std::string_view::npos);
    if (all.size() > 1 && seen.size() != 2)
        invalid_unsorted(to, path, bj::value(all), "may specify no more than one IP for each IP family");
    for (std::size_t i = 0; i < all.size() && i < families.size() && !is_headless(spec); ++i) {
        const bool v6 = text_of(all[i]).find(':') != std::string_view::npos;
        const std::string_view family = text_of(families[i]);
        if ((family == "IPv4" && v6) || (family == "IPv6" && !v6))
            invalid(to, indexed(path, i), all[i],
                    fmt::format("expected an {} value as indicated by `ipFamilies[{}]`", family, i));
    }
}

old_addresses old_list(const bj::object* old, std::string_view key) {
    old_addresses out;
    if (old == nullptr) return out;
    for (const bj::value& v : list_of(*old, key)) out.insert(go_text::trimmed(text_of(v)));
    return out;
}

void validate_cluster_ips(const bj::object& spec, const bj::object* old, field_errors& to) {
    if (text_at(spec, "type") == "ExternalName") return;
    const bj::array& all = list_of(spec, "clusterIPs");
    const std::string_view one = text_at(spec, "clusterIP");
    const std::string path = "spec.clusterIPs";
    if (!one.empty()) {
        if (all.empty()) {
            required(to, path);
        } else if (text_of(all[0]) != one) {
            invalid_unsorted(to, path, bj::value(all), "first value must match `clusterIP`");
        }
    } else if (!all.empty()) {
        invalid_unsorted(to, path, bj::value(all), "must be empty when `clusterIP` is not specified");
    }
    const bj::array& families = list_of(spec, "ipFamilies");
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < families.size(); ++i) {
        const std::string_view family = text_of(families[i]);
        if (family != "IPv4" && family != "IPv6") {
            not_supported(to, indexed("spec.ipFamilies", i), family, {"IPv4", "IPv6"});
        }
        if (!seen.insert(family).second) duplicate(to, indexed("spec.ipFamilies", i), family);
    }
    if (const bj::value* policy = value_at(spec, "ipFamilyPolicy")) {
        const std::string_view p = text_of(*policy);
        if (p != "PreferDualStack" && p != "RequireDualStack" && p != "SingleStack")
            not_supported(to, "spec.ipFamilyPolicy", p,
                          {"PreferDualStack", "RequireDualStack", "SingleStack"});
    }
    const old_addresses had = old_list(old, "clusterIPs");
    const std::size_t before = to.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view ip = text_of(all[i]);
        if (i == 0 && ip == "None") {
            if (all.size() > 1)
                invalid_unsorted(to, path, bj::value(all), "'None' must be the first and only value");
            continue;
        }
        if (!had.contains(ip)) validate_ip(ip, indexed(path, i), to);
    }
    const bool readable = to.size() == before;
    if (all.size() > 2) invalid_unsorted(to, path, bj::value(all), "may only hold up to 2 values");
    if (readable) validate_ip_families(spec, to);
}

// Values may have blanks around them.
void validate_source_ranges(const bj::object& o, const bj::object* old, field_errors& to) {
    constexpr std::string_view annotation = "service.beta.kubernetes.io/load-balancer-source-ranges",
                               only = "may only be used when `type` is 'LoadBalancer'";
    const bj::object& spec = object_of(o, "spec");
    const bool balanced = text_at(spec, "type") == "LoadBalancer";
    const bj::array& ranges = list_of(spec, "loadBalancerSourceRanges");
    if (!ranges.empty()) {
        const std::string path = "spec.LoadBalancerSourceRanges";
        if (!balanced) forbidden(to, path, std::string(only));
        const old_addresses had =
            old_list(old == nullptr ? nullptr : object_at(*old, "spec"), "loadBalancerSourceRanges");
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            const std::string_view range = go_text::trimmed(text_of(ranges[i]));
            if (!had.contains(range)) add_invalid(to, indexed(path, i), range, network_text(range));
        }
        return;
    }
    const bj::value* text = value_at(object_of(o, {"metadata", "annotations"}), annotation);
    if (text == nullptr) return;
    const std::string path = keyed("metadata.annotations", annotation);
    if (!balanced) forbidden(to, path, std::string(only));
    if (old != nullptr && same(text, value_at(object_of(*old, {"metadata", "annotations"}), annotation)))
        return;
    std::string_view rest = go_text::trimmed(text_of(*text));
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view range = go_text::trimmed(rest.substr(0, comma));
        add_invalid(to, path, range, network_text(range));
        if (comma == std::string_view::npos) break;
        rest.remove_prefix(comma + 1);
        if (rest.empty()) add_invalid(to, path, rest, network_text(rest));
    }
}

void validate_topology_annotations(const bj::object& o, field_errors& to) {
    constexpr std::string_view hints = "service.kubernetes.io/topology-aware-hints",
                               mode = "service.kubernetes.io/topology-mode";
    const bj::object& annotations = object_of(o, {"metadata", "annotations"});
    const bj::value *a = value_at(annotations, hints), *b = value_at(annotations, mode);
    if (a != nullptr && b != nullptr && *a != *b)
        invalid(to, keyed("metadata.annotations", mode), *b,
                fmt::format("must match annotations[{}] when both are specified", hints));
}

void validate_balancer_class(const bj::object& spec, field_errors& to) {
    const bj::value* name = value_at(spec, "loadBalancerClass");
    if (name == nullptr) return;
    if (text_at(spec, "type") == "LoadBalancer") {
        add_invalid(to, "spec.loadBalancerClass", *name, qualified_name(text_of(*name)));
    } else {
        forbidden(to, "spec.loadBalancerClass", "may only be used when `type` is 'LoadBalancer'");
    }
}

bool needs_health_check(const bj::object& spec) {
    return text_at(spec, "type") == "LoadBalancer" && text_at(spec, "externalTrafficPolicy") == "Local";
}

// The server allocates the port if it is needed and 0.
void validate_health_check_port(const bj::object& spec, field_errors& to) {
    const std::int64_t port = number_at(spec, "healthCheckNodePort").value_or(0);
    if (port == 0) return;
    if (needs_health_check(spec)) {
        add_invalid(to, "spec.healthCheckNodePort", bj::value(port), port_number(port));
    } else {
        invalid(to, "spec.healthCheckNodePort", bj::value(port),
                "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
    }
}

void validate_traffic(const bj::object& spec, field_errors& to) {
    const std::string_view type = text_at(spec, "type"), external = text_at(spec, "externalTrafficPolicy");
    const bool reachable = type == "LoadBalancer" || type == "NodePort" ||
                           (type == "ClusterIP" && !list_of(spec, "externalIPs").empty());
    if (reachable) {
        validate_one_of(external, {"Cluster", "Local"}, "spec.externalTrafficPolicy", to);
    } else if (!external.empty()) {
        invalid(to, "spec.externalTrafficPolicy", external,
                "may only be set for externally-accessible services");
    }
    validate_health_check_port(spec, to);
    const bj::value* internal = value_at(spec, "internalTrafficPolicy");
    if (internal == nullptr && (type == "NodePort" || type == "LoadBalancer" || type == "ClusterIP"))
        required(to, "spec.internalTrafficPolicy");
    if (internal != nullptr) {
        const std::string_view policy = text_of(*internal);
        if (policy != "Cluster" && policy != "Local") {
            not_supported(to, "spec.internalTrafficPolicy", policy, {"Cluster", "Local"});
        }
    }
    if (const bj::value* distribution = value_at(spec, "trafficDistribution")) {
        const std::string_view d = text_of(*distribution);
        if (d != "PreferClose" && d != "PreferSameZone" && d != "PreferSameNode")
            not_supported(to, "spec.trafficDistribution", d,
                          {"PreferClose", "PreferSameZone", "PreferSameNode"});
    }
}

void validate_balancer(const bj::object& o, const bj::object* old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const bool balanced = text_at(spec, "type") == "LoadBalancer",
               allocates = value_at(spec, "allocateLoadBalancerNodePorts") != nullptr;
    validate_source_ranges(o, old, to);
    if (allocates && !balanced)
        forbidden(to, "spec.allocateLoadBalancerNodePorts", "may only be used when `type` is 'LoadBalancer'");
    if (!allocates && balanced) required(to, "allocateLoadBalancerNodePorts");
    validate_balancer_class(spec, to);
}

}  // namespace

void validate_service_spec(const bj::object& o, const bj::object* old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const bj::object* before = old == nullptr ? nullptr : &object_of(*old, "spec");
    validate_topology_annotations(o, to);
    validate_service_type(spec, to);
    const bj::array& ports = list_of(spec, "ports");
    std::set<std::string> names;
    for_each_object(ports, [&](const bj::object& p, std::size_t i) {
        validate_service_port(p, indexed("spec.ports", i), ports.size() > 1, names, to);
    });
    validate_labels(object_of(spec, "selector"), "spec.selector", to);
    validate_affinity_of(spec, to);
    validate_cluster_ips(spec, before, to);
    const old_addresses had = old_list(before, "externalIPs");
    const bj::array& external = list_of(spec, "externalIPs");
    for (std::size_t i = 0; i < external.size(); ++i) {
        const std::string_view ip = text_of(external[i]);
        const std::size_t errors = to.size();
        if (!had.contains(ip)) validate_ip(ip, indexed("spec.externalIPs", i), to);
        if (to.size() == errors) validate_endpoint_ip(ip, indexed("spec.externalIPs", i), to);
    }
    validate_one_of(text_at(spec, "type"), {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"},
                    "spec.type", to);
    validate_port_uniqueness(spec, to);
    validate_balancer(o, old, to);
    validate_traffic(spec, to);
}

namespace {

// clusterIPs or ipFamilies, of which the second may come and go and the first may not change.
void validate_kept_field(const bj::object& spec, const bj::object& old, std::string_view key,
                         std::string_view name, field_errors& to) {
    const bj::array &now = list_of(spec, key), &before = list_of(old, key);
    const std::string first = indexed(child("spec", key), 0);
    const bj::value shown = value_at(spec, key) == nullptr ? bj::value() : bj::value(now);
    const auto refuse = [&](const std::string& path, std::string detail) {
        invalid_unsorted(to, path, shown, std::move(detail));
    };
    if (now.size() == before.size()) {
        for (std::size_t i = 0; i < now.size(); ++i)
            if (now[i] != before[i])
                refuse(key == "clusterIPs" ? indexed(child("spec", key), i) : first,
                       "may not change once set");
        return;
    }
    if (now.size() < before.size() && list_of(spec, "clusterIPs").empty())
        refuse(first, fmt::format("primary {} can not be unset", name));
    if (!now.empty() && !before.empty() && now[0] != before[0]) {
        const bj::value* ips = value_at(spec, "clusterIPs");
        invalid_unsorted(to, first, ips == nullptr ? bj::value() : *ips, "may not change once set");
    }
    if (now.size() == 1 && before.size() > 1 && text_at(spec, "ipFamilyPolicy") != "SingleStack") {
        const bj::value* policy = value_at(spec, "ipFamilyPolicy");
        invalid(to, "spec.ipFamilyPolicy", policy == nullptr ? bj::value() : *policy,
                fmt::format("must be set to 'SingleStack' when releasing the secondary {}", name));
    }
}

}  // namespace

void validate_cluster_ips_kept(const bj::object& spec, const bj::object& old, field_errors& to) {
    if (text_at(spec, "type") == "ExternalName" || text_at(old, "type") == "ExternalName") return;
    const bool headless = is_headless(spec), was_headless = is_headless(old);
    if (!headless || !was_headless) validate_kept_field(spec, old, "clusterIPs", "clusterIP", to);
    if (!headless && !was_headless) validate_kept_field(spec, old, "ipFamilies", "ipFamily", to);
}

void validate_balancer_kept(const bj::object& spec, const bj::object& old, field_errors& to) {
    const bool balanced = text_at(spec, "type") == "LoadBalancer" && text_at(old, "type") == "LoadBalancer";
    if (balanced && !same_field(spec, old, "loadBalancerClass")) {
        const bj::value* name = value_at(spec, "loadBalancerClass");
        invalid(to, "spec.loadBalancerClass", name == nullptr ? bj::value() : *name,
                "may not change once set");
    }
    validate_balancer_class(spec, to);
    const std::int64_t now = number_at(spec, "healthCheckNodePort").value_or(0),
                       before = number_at(old, "healthCheckNodePort").value_or(0);
    if (needs_health_check(spec) && needs_health_check(old) && now != before)
        forbidden(to, "spec.healthCheckNodePort", "field is immutable");
}

namespace {

void validate_balancer_ingress(const bj::object& ingress, const old_addresses& had, const std::string& path,
                               field_errors& to) {
    const std::string_view ip = text_at(ingress, "ip"), host = text_at(ingress, "hostname");
    const bj::value* const mode = value_at(ingress, "ipMode");
    if (!ip.empty() && !had.contains(ip)) add_invalid(to, path + ".ip", ip, ip_address(ip));
    if (!mode && !ip.empty()) required(to, path + ".ipMode", "must be specified when `ip` is set");
    if (mode && ip.empty()) forbidden(to, path + ".ipMode", "may not be specified when `ip` is not set");
    if (mode && !ip.empty() && text_of(*mode) != "Proxy" && text_of(*mode) != "VIP")
        not_supported(to, path + ".ipMode", text_of(*mode), {"Proxy", "VIP"});
    if (host.empty()) return;
    add_invalid(to, path + ".hostname", host, dns1123_subdomain(host));
    if (sloppy_ip(host) != address_family::none)
        invalid(to, path + ".hostname", host, "must be a DNS name, not an IP address");
}

}  // namespace

void validate_load_balancer(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::array& ingress = list_of(object_of(o, {"status", "loadBalancer"}), "ingress");
    const std::string path = "status.loadBalancer.ingress";
    if (!ingress.empty() && text_at(object_of(o, "spec"), "type") != "LoadBalancer") {
        forbidden(to, path, "may only be used when `spec.type` is 'LoadBalancer'");
        return;
    }
    old_addresses had;
    for_each_object(list_of(object_of(old, {"status", "loadBalancer"}), "ingress"),
                    [&](const bj::object& one, std::size_t) { had.insert(text_at(one, "ip")); });
    for_each_object(ingress, [&](const bj::object& one, std::size_t i) {
        validate_balancer_ingress(one, had, indexed(path, i), to);
    });
}

}}}  // namespace setpoint::v0::apiserver
