// Services. The server allocates addresses and ports: see controllers/service/addresses.hpp.

#include "apiserver/kinds/core/service_cells.hpp"
#include "apiserver/kinds/core/service_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// clusterIP and the first of clusterIPs are the same: a field given alone fills in the other.
void normalize_cluster_ip(bj::object& spec, const bj::object* old) {
    const std::string one(text_at(spec, "clusterIP"));
    const bj::array& all = list_of(spec, "clusterIPs");
    if (old == nullptr) {
        if (!one.empty() && all.empty()) spec["clusterIPs"] = bj::array{bj::value(bj::string(one))};
        return;
    }
    // The field that changed is the one that counts.
    if (!same_field(spec, *old, "clusterIP") && same_field(spec, *old, "clusterIPs")) {
        if (one.empty()) {
            spec.stable_erase("clusterIPs");
        } else {
            spec["clusterIPs"] = bj::array{bj::value(bj::string(one))};
        }
    }
}

bool needs_node_ports(const bj::object& spec) {
    const std::string_view type = text_at(spec, "type");
    const bj::value* allocate = value_at(spec, "allocateLoadBalancerNodePorts");
    return type == "NodePort" ||
           (type == "LoadBalancer" && (!allocate || !allocate->is_bool() || allocate->get_bool()));
}

// A port keeps its node port by its name, even if other fields of it changed:
// patchAllocatedValues() in registry/core/service/storage/storage.go.
void keep_node_ports(bj::object& spec, const bj::object& old) {
    std::map<std::string_view, std::int64_t> before;
    for_each_object(list_of(old, "ports"), [&](const bj::object& p, std::size_t) {
        before[text_at(p, "name")] = number_at(p, "nodePort").value_or(0);
    });
    std::set<std::int64_t> used;
    for_each_object(list_of(spec, "ports"), [&](const bj::object& p, std::size_t) {
        used.insert(number_at(p, "nodePort").value_or(0));
    });
    bj::array* list = list_at(spec, "ports");
    if (list == nullptr) return;
    for_each_object(*list, [&](bj::object& p, std::size_t) {
        if (number_at(p, "nodePort").value_or(0) != 0) return;
        const auto found = before.find(text_at(p, "name"));
        if (found != before.end() && found->second != 0 && !used.contains(found->second))
            p["nodePort"] = found->second;
    });
}

// Fields that an update omits are kept as long as the type still uses them.
void keep_allocated(bj::object& spec, const bj::object& old) {
    const std::string_view type = text_at(spec, "type"), old_type = text_at(old, "type");
    if (type == "ExternalName") {
        if (old_type == "ExternalName") return;
        for (const char* key : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
            if (same_field(spec, old, key)) spec.stable_erase(key);
        }
        return;
    }
    if (old_type == "ExternalName") return;
    if (text_at(spec, "clusterIP").empty()) copy_field(spec, old, "clusterIP");
    if (list_of(spec, "clusterIPs").empty() && same_field(spec, old, "clusterIP"))
        copy_field(spec, old, "clusterIPs");
    for (const char* key : {"ipFamilies", "ipFamilyPolicy"}) {
        if (value_at(spec, key) == nullptr) copy_field(spec, old, key);
    }
    if (needs_node_ports(spec) && needs_node_ports(old)) keep_node_ports(spec, old);
}

void create_service(bj::object& o, const kind_context& c) {
    create_without_status(o, c);
    normalize_cluster_ip(make_object(o, "spec"), nullptr);
}

// Users may add, remove or change ports as long as they name no new node port.
bool names_no_new_node_port(const bj::object& spec, const bj::object& old) {
    std::set<std::int64_t> before;
    for_each_object(list_of(old, "ports"), [&](const bj::object& p, std::size_t) {
        before.insert(number_at(p, "nodePort").value_or(0));
    });
    bool good = true;
    for_each_object(list_of(spec, "ports"), [&](const bj::object& p, std::size_t) {
        const std::int64_t n = number_at(p, "nodePort").value_or(0);
        good = good && (n == 0 || before.contains(n));
    });
    return good;
}

bool needs_health_port(const bj::object& spec) {
    return text_at(spec, "type") == "LoadBalancer" && text_at(spec, "externalTrafficPolicy") == "Local";
}

bool is_externally_accessible(const bj::object& spec) {
    const std::string_view type = text_at(spec, "type");
    return type == "LoadBalancer" || type == "NodePort" ||
           (type == "ClusterIP" && !list_of(spec, "externalIPs").empty());
}

// A type drops fields that it does not use and that the client did not change: dropTypeDependentFields() in
// registry/core/service/strategy.go.
void drop_unused(bj::object& spec, const bj::object& old) {
    const bool same_type = same_field(spec, old, "type");
    const std::string_view type = text_at(spec, "type");
    const auto drop_kept = [&](const char* key) {
        if (same_field(spec, old, key)) spec.stable_erase(key);
    };
    bj::array* ports = list_at(spec, "ports");
    if (!same_type && type != "NodePort" && type != "LoadBalancer" && ports != nullptr &&
        names_no_new_node_port(spec, old))
        for_each_object(*ports, [](bj::object& p, std::size_t) { p.stable_erase("nodePort"); });
    if (needs_health_port(old) && !needs_health_port(spec)) drop_kept("healthCheckNodePort");
    if (text_at(old, "type") == "LoadBalancer" && type != "LoadBalancer") {
        drop_kept("allocateLoadBalancerNodePorts");
        drop_kept("loadBalancerClass");
    }
    if (is_externally_accessible(old) && !is_externally_accessible(spec)) drop_kept("externalTrafficPolicy");
    if (!same_type && type == "ExternalName") drop_kept("internalTrafficPolicy");
}

void update_service(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    if (is_status(c)) return;
    bj::object& spec = make_object(o, "spec");
    const bj::object& before = object_of(old, "spec");
    keep_allocated(spec, before);
    normalize_cluster_ip(spec, &before);
    drop_unused(spec, before);
    if (text_at(spec, "type") != "LoadBalancer") make_object(o, "status")["loadBalancer"] = bj::object();
}

void fill_affinity(bj::object& spec) {
    set_text_default(spec, "sessionAffinity", "None");
    if (text_at(spec, "sessionAffinity") == "None") spec.stable_erase("sessionAffinityConfig");
    if (text_at(spec, "sessionAffinity") != "ClientIP") return;
    const bj::object& client = object_of(spec, {"sessionAffinityConfig", "clientIP"});
    if (value_at(client, "timeoutSeconds") != nullptr) return;
    spec["sessionAffinityConfig"] = bj::object{{"clientIP", bj::object{{"timeoutSeconds", 10800}}}};
}

bool is_unset_port(const bj::value* v) {
    return v == nullptr || (v->is_int64() && v->get_int64() == 0) ||
           (v->is_string() && v->get_string().empty());
}

void fill_ports(bj::object& spec) {
    bj::array* list = list_at(spec, "ports");
    if (list == nullptr) return;
    for_each_object(*list, [](bj::object& p, std::size_t) {
        set_text_default(p, "protocol", "TCP");
        if (!is_unset_port(value_at(p, "targetPort"))) return;
        const std::int64_t port = number_at(p, "port").value_or(0);
        p["targetPort"] = port;
    });
}

void fill_service(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    fill_affinity(spec);
    set_text_default(spec, "type", "ClusterIP");
    fill_ports(spec);
    const std::string_view type = text_at(spec, "type");
    const bool balanced = type == "LoadBalancer", node_port = type == "NodePort";
    const bool has_cluster_ip = balanced || node_port || type == "ClusterIP";
    const bool external =
        balanced || node_port || (type == "ClusterIP" && !list_of(spec, "externalIPs").empty());
    if (external) set_text_default(spec, "externalTrafficPolicy", "Cluster");
    if (has_cluster_ip) set_default(spec, "internalTrafficPolicy", "Cluster");
    if (balanced) set_default(spec, "allocateLoadBalancerNodePorts", true);
    if (!balanced || list_of(object_of(o, {"status", "loadBalancer"}), "ingress").empty()) return;
    for (bj::value& v : make_object(make_object(o, "status"), "loadBalancer")["ingress"].get_array())
        if (v.is_object() && !text_at(v.get_object(), "ip").empty())
            set_default(v.get_object(), "ipMode", "VIP");
}

constexpr type_default service_type_defaults[] = {{"core.v1.Service", fill_service}};

void validate_service(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, label_name, to);
    validate_service_spec(o, nullptr, to);
}

void validate_service_update(const bj::object& o, const bj::object& old, const kind_context& c,
                             field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_load_balancer(o, old, to);
        return;
    }
    validate_cluster_ips_kept(object_of(o, "spec"), object_of(old, "spec"), to);
    validate_balancer_kept(object_of(o, "spec"), object_of(old, "spec"), to);
    validate_service_spec(o, &old, to);
}

void warn_of_service(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (sub == "status") {
        for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                        [&](const bj::object& one, std::size_t i) {
                            warn_of_ip(text_at(one, "ip"), indexed("status.loadBalancer.ingress", i), to);
                        });
    }
    if (!sub.empty()) return;
    const bj::object& spec = object_of(o, "spec");
    constexpr std::string_view hints = "service.kubernetes.io/topology-aware-hints";
    if (object_of(o, {"metadata", "annotations"}).contains(hints))
        to.push_back(fmt::format(
            "annotation {} is deprecated, please use service.kubernetes.io/topology-mode instead", hints));
    const std::string_view type = text_at(spec, "type"), balancer = text_at(spec, "loadBalancerIP");
    const bj::array& external = list_of(spec, "externalIPs");
    const bool headless = type == "ClusterIP" && text_at(spec, "clusterIP") == "None";
    const bool named = type == "ExternalName";
    if (!headless && !text_at(spec, "clusterIP").empty()) {
        const bj::array& ips = list_of(spec, "clusterIPs");
        for (std::size_t i = 0; i < ips.size(); ++i)
            warn_of_ip(text_of(ips[i]), indexed("spec.clusterIPs", i), to);
    }
    if (headless && !balancer.empty())
        to.emplace_back("spec.loadBalancerIP is ignored for headless services");
    if (headless && !external.empty()) to.emplace_back("spec.externalIPs is ignored for headless services");
    if (headless && text_at(spec, "sessionAffinity") != "None")
        to.emplace_back("spec.SessionAffinity is ignored for headless services");
    for (std::size_t i = 0; i < external.size(); ++i)
        warn_of_ip(text_of(external[i]), indexed("spec.externalIPs", i), to);
    if (!external.empty() && !headless && !named)
        to.emplace_back("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    if (!balancer.empty()) warn_of_ip(balancer, "spec.loadBalancerIP", to);
    if (named && !external.empty())
        to.emplace_back("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    if (!named && !text_at(spec, "externalName").empty())
        to.emplace_back("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    if (text_at(spec, "trafficDistribution") == "PreferClose")
        to.emplace_back("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
}

}  // namespace

constinit const kind_code service_kind{.defaults = apply_go_encoding,
                                       .type_defaults = service_type_defaults,
                                       .prepare_create = create_service,
                                       .prepare_update = update_service,
                                       .validate = validate_service,
                                       .validate_update = validate_service_update,
                                       .warn = warn_of_service,
                                       .cells = service_cells,
                                       .has_generation = false,
                                       .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
