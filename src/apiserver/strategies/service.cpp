// Services. The server allocates addresses and ports; see service_address.cpp.

#include "apiserver/validation/service.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

#include <map>
#include <set>

namespace setpoint::inline v0::apiserver {

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

void prepare_create(bj::object& o, const strategy_context& c) {
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

void prepare_update(bj::object& o, const bj::object& old, const strategy_context& c) {
    update_spec_or_status(o, old, c);
    if (is_status(c)) return;
    bj::object& spec = make_object(o, "spec");
    const bj::object& before = object_of(old, "spec");
    keep_allocated(spec, before);
    normalize_cluster_ip(spec, &before);
    drop_unused(spec, before);
    if (text_at(spec, "type") != "LoadBalancer") make_object(o, "status")["loadBalancer"] = bj::object();
}

void validate_service(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, label_name, to);
    validate_service_spec(o, nullptr, to);
}

void validate_service_update(const bj::object& o, const bj::object& old, const strategy_context& c,
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

}  // namespace

const strategy service_strategy{.defaults = apply_go_encoding,
                                .prepare_create = prepare_create,
                                .prepare_update = prepare_update,
                                .validate = validate_service,
                                .validate_update = validate_service_update,
                                .has_generation = false,
                                .create_on_update = true};

}  // namespace setpoint::inline v0::apiserver
