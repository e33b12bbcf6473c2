#include "apiserver/validation/service.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/names.hpp"
#include "apiserver/validation/network.hpp"
#include "apiserver/validation/pod.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

bool is_headless(const bj::object& spec) {
    const bj::array& ips = list_of(spec, "clusterIPs");
    return (ips.size() == 1 && text_of(ips[0]) == "None") || text_at(spec, "clusterIP") == "None";
}

void check_port(const bj::object& p, const std::string& path, bool named, std::set<std::string>& names,
                field_errors& to) {
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

void check_port_uniqueness(const bj::object& spec, field_errors& to) {
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

void check_service_type(const bj::object& spec, field_errors& to) {
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

void check_affinity_of(const bj::object& spec, field_errors& to) {
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

void check_cluster_ips(const bj::object& spec, field_errors& to) {
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
    for (std::size_t i = 0; i < families.size(); ++i) {
        const std::string_view family = text_of(families[i]);
        if (family != "IPv4" && family != "IPv6") {
            not_supported(to, indexed("spec.ipFamilies", i), family, {"IPv4", "IPv6"});
        }
    }
    if (const bj::value* policy = value_at(spec, "ipFamilyPolicy")) {
        validate_one_of(text_of(*policy), {"PreferDualStack", "RequireDualStack", "SingleStack"},
                        "spec.ipFamilyPolicy", to);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view ip = text_of(all[i]);
        if (i == 0 && ip == "None") {
            if (all.size() > 1)
                invalid_unsorted(to, path, bj::value(all), "'None' must be the first and only value");
            continue;
        }
        validate_ip(ip, indexed(path, i), to);
    }
    if (all.size() > 2) invalid_unsorted(to, path, bj::value(all), "may only hold up to 2 values");
}

void check_traffic(const bj::object& spec, field_errors& to) {
    const std::string_view type = text_at(spec, "type"), external = text_at(spec, "externalTrafficPolicy");
    const bool reachable = type == "LoadBalancer" || type == "NodePort" ||
                           (type == "ClusterIP" && !list_of(spec, "externalIPs").empty());
    if (reachable) {
        validate_one_of(external, {"Cluster", "Local"}, "spec.externalTrafficPolicy", to);
    } else if (!external.empty()) {
        invalid(to, "spec.externalTrafficPolicy", external,
                "may only be set for externally-accessible services");
    }
    const bj::value* internal = value_at(spec, "internalTrafficPolicy");
    if (internal != nullptr) {
        const std::string_view policy = text_of(*internal);
        if (policy != "Cluster" && policy != "Local") {
            not_supported(to, "spec.internalTrafficPolicy", policy, {"Cluster", "Local"});
        }
    }
    if (value_at(spec, "allocateLoadBalancerNodePorts") != nullptr && type != "LoadBalancer") {
        forbidden(to, "spec.allocateLoadBalancerNodePorts", "may only be used when `type` is 'LoadBalancer'");
    }
}

}  // namespace

void validate_service_spec(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    check_service_type(spec, to);
    const bj::array& ports = list_of(spec, "ports");
    std::set<std::string> names;
    for_each_object(ports, [&](const bj::object& p, std::size_t i) {
        check_port(p, indexed("spec.ports", i), ports.size() > 1, names, to);
    });
    validate_labels(object_of(spec, "selector"), "spec.selector", to);
    check_affinity_of(spec, to);
    check_cluster_ips(spec, to);
    const bj::array& external = list_of(spec, "externalIPs");
    for (std::size_t i = 0; i < external.size(); ++i) {
        validate_endpoint_ip(text_of(external[i]), indexed("spec.externalIPs", i), to);
    }
    validate_one_of(text_at(spec, "type"), {"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"},
                    "spec.type", to);
    check_port_uniqueness(spec, to);
    check_traffic(spec, to);
}

void validate_cluster_ips_kept(const bj::object& spec, const bj::object& old, field_errors& to) {
    if (text_at(spec, "type") == "ExternalName" || text_at(old, "type") == "ExternalName") return;
    if (is_headless(spec) && is_headless(old)) return;
    const bj::array &now = list_of(spec, "clusterIPs"), &before = list_of(old, "clusterIPs");
    for (std::size_t i = 0; i < before.size(); ++i) {
        const std::string path = indexed("spec.clusterIPs", i);
        if (now.empty()) {
            invalid_unsorted(to, path, bj::value(now), "primary clusterIP can not be unset");
            return;
        }
        if (i < now.size() && now[i] != before[i]) {
            invalid_unsorted(to, path, bj::value(now), "may not change once set");
        }
    }
}

namespace {

void check_ingress(const bj::object& ingress, const std::string& path, field_errors& to) {
    const std::string_view ip = text_at(ingress, "ip"), host = text_at(ingress, "hostname");
    const bj::value* const mode = value_at(ingress, "ipMode");
    if (!ip.empty()) add_invalid(to, path + ".ip", ip, ip_address(ip));
    if (!mode && !ip.empty()) required(to, path + ".ipMode", "must be specified when `ip` is set");
    if (mode && ip.empty()) forbidden(to, path + ".ipMode", "may not be specified when `ip` is not set");
    if (mode && !ip.empty() && text_of(*mode) != "Proxy" && text_of(*mode) != "VIP")
        not_supported(to, path + ".ipMode", text_of(*mode), {"Proxy", "VIP"});
    if (host.empty()) return;
    add_invalid(to, path + ".hostname", host, dns1123_subdomain(host));
    if (ip_address(host).empty())
        invalid(to, path + ".hostname", host, "must be a DNS name, not an IP address");
}

}  // namespace

void validate_load_balancer(const bj::object& o, field_errors& to) {
    const bj::array& ingress = list_of(object_of(o, {"status", "loadBalancer"}), "ingress");
    const std::string path = "status.loadBalancer.ingress";
    if (!ingress.empty() && text_at(object_of(o, "spec"), "type") != "LoadBalancer") {
        forbidden(to, path, "may only be used when `spec.type` is 'LoadBalancer'");
        return;
    }
    for_each_object(ingress,
                    [&](const bj::object& one, std::size_t i) { check_ingress(one, indexed(path, i), to); });
}

}  // namespace setpoint::inline v0::apiserver
