// Defaults of the other core kinds that are not constants (defaults.go and conversion.go of
// pkg/apis/core/v1).

#include "apiserver/defaults/type_defaults.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

void affinity(bj::object& spec) {
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

void ports(bj::object& spec) {
    bj::array* list = list_at(spec, "ports");
    if (list == nullptr) return;
    for_each_object(*list, [](bj::object& p, std::size_t) {
        set_text_default(p, "protocol", "TCP");
        if (!is_unset_port(value_at(p, "targetPort"))) return;
        const std::int64_t port = number_at(p, "port").value_or(0);
        p["targetPort"] = port;
    });
}

void service(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    affinity(spec);
    set_text_default(spec, "type", "ClusterIP");
    ports(spec);
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

void secret(bj::object& o) {
    set_text_default(o, "type", "Opaque");
    const bj::object* texts = object_at(o, "stringData");
    if (texts == nullptr) return;
    const bj::object copy = *texts;
    o.stable_erase("stringData");
    if (copy.empty()) return;
    bj::object& data = make_object(o, "data");
    for (const auto& [key, text] : copy) data[key] = base64_encode(text_of(text));
}

void name_space(bj::object& o) {
    const std::string name(text_at(object_of(o, "metadata"), "name"));
    if (!name.empty()) {
        make_object(make_object(o, "metadata"), "labels")["kubernetes.io/metadata.name"] = name;
    }
    set_text_default(make_object(o, "status"), "phase", "Active");
}

void node_spec(bj::object& spec) {
    const std::string one(text_at(spec, "podCIDR"));
    const bj::array& all = list_of(spec, "podCIDRs");
    if (all.empty() && !one.empty()) {
        spec["podCIDRs"] = bj::array{bj::value(one)};
    } else if (!all.empty() && one.empty()) {
        const std::string first(text_of(all[0]));
        spec["podCIDR"] = first;
    }
}

void node_status(bj::object& status) {
    if (value_at(status, "allocatable") != nullptr || value_at(status, "capacity") == nullptr) return;
    const bj::value copy = status.at("capacity");
    status["allocatable"] = copy;
}

void limit_range_item(bj::object& item) {
    if (text_at(item, "type") != "Container") return;
    const auto fill = [&](std::string_view to, std::string_view from) {
        const bj::object copy = object_of(item, from);
        if (copy.empty()) return;
        bj::object& target = make_object(item, to);
        for (const auto& [name, amount] : copy) target.emplace(name, amount);
    };
    fill("default", "max");
    fill("defaultRequest", "default");
    fill("defaultRequest", "min");
}

constexpr type_default core_default_table[] = {
    {"core.v1.Service", service},        {"core.v1.Secret", secret},
    {"core.v1.Namespace", name_space},   {"core.v1.NodeSpec", node_spec},
    {"core.v1.NodeStatus", node_status}, {"core.v1.LimitRangeItem", limit_range_item},
};

}  // namespace

std::span<const type_default> core_type_defaults() {
    return core_default_table;
}

}  // namespace setpoint::inline v0::apiserver
