// Cells of networking, class, autoscaling, certificate and API service kinds.

#include "apiserver/objects/fields.hpp"
#include "apiserver/printers/cells.hpp"
#include "apiserver/printers/printers.hpp"
#include "apiserver/strategies/storage_versions.hpp"
#include "apiserver/validation/metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

// The first `most`, followed by the number omitted out of `all`.
std::string first_of(std::vector<std::string> names, std::size_t most, std::size_t all,
                     std::string_view separator) {
    if (names.size() <= most) return fmt::format("{}", fmt::join(names, separator));
    names.resize(most);
    return fmt::format("{} + {} more...", fmt::join(names, separator), all - most);
}

// --- autoscalers ---

std::string amount(const bj::object& o, const char* key) {
    const std::string_view s = text_at(o, key);
    return std::string(s.empty() ? "0" : s);
}

// "cpu: 50%/80%", "10/20 (avg)"
std::string metric_text(const bj::object& spec, const bj::object& status) {
    std::string type(text_at(spec, "type"));
    if (!type.empty()) type[0] = static_cast<char>(type[0] - 'A' + 'a');
    const bj::object& source = object_of(spec, type);
    const bj::object& target = object_of(source, "target");
    const bj::object* now = object_at(status, {type, "current"});
    const bool by_resource = type == "resource" || type == "containerResource";
    const std::string name = by_resource ? std::string(text_at(source, "name")) + ": " : std::string();
    std::string current = "<unknown>";
    if (by_resource && value_at(target, "averageValue") == nullptr) {
        const auto used = now == nullptr ? std::nullopt : number_at(*now, "averageUtilization");
        const auto wanted = number_at(target, "averageUtilization");
        if (used) current = fmt::format("{}%", *used);
        return name + current + "/" + (wanted ? fmt::format("{}%", *wanted) : "<auto>");
    }
    const bool averaged = by_resource || type == "pods" || value_at(target, "averageValue") != nullptr;
    const char* key = averaged ? "averageValue" : "value";
    if (now != nullptr && (type == "pods" || !averaged || value_at(*now, key) != nullptr))
        current = amount(*now, key);
    const bool marked = averaged && !by_resource && type != "pods";
    return name + current + "/" + amount(target, key) + (marked ? " (avg)" : "");
}

bj::object as_v2(bj::object o) {
    if (text_at(o, "apiVersion") == "autoscaling/v1") autoscaler_to_storage(o);
    return o;
}

bj::value targets(const bj::object& given, wall_time) {
    constexpr std::size_t most = 2;
    const bj::object o = as_v2(given);
    const bj::array& metrics = list_of(object_of(o, "spec"), "metrics");
    const bj::array& statuses = list_of(object_of(o, "status"), "currentMetrics");
    if (metrics.empty()) return "<none>";
    std::vector<std::string> all;
    for_each_object(metrics, [&](const bj::object& m, std::size_t i) {
        const bj::object* status = i < statuses.size() ? statuses[i].if_object() : nullptr;
        all.push_back(metric_text(m, status == nullptr ? bj::object() : *status));
    });
    const std::size_t count = all.size();
    return cell(first_of(std::move(all), most, count, ", "));
}

bj::value scale_target(const bj::object& o, wall_time) {
    const bj::object& ref = object_of(o, {"spec", "scaleTargetRef"});
    return cell(fmt::format("{}/{}", text_at(ref, "kind"), text_at(ref, "name")));
}

bj::value least_pods(const bj::object& o, wall_time) {
    const auto n = number_at(object_of(o, "spec"), "minReplicas");
    return cell(n ? std::to_string(*n) : "<unset>");
}

// --- networks ---

bj::value ingress_hosts(const bj::object& o, wall_time) {
    constexpr std::size_t most = 3;
    const bj::array& rules = list_of(object_of(o, "spec"), "rules");
    std::vector<std::string> hosts;
    bool more = false;
    for_each_object(rules, [&](const bj::object& rule, std::size_t) {
        if (hosts.size() == most) more = true;
        if (!more && !text_at(rule, "host").empty()) hosts.emplace_back(text_at(rule, "host"));
    });
    if (hosts.empty()) return "*";
    const std::string shown = fmt::format("{}", fmt::join(hosts, ","));
    return cell(more ? fmt::format("{} + {} more...", shown, rules.size() - most) : shown);
}

bj::value ingress_address(const bj::object& o, wall_time) {
    std::set<std::string> all;
    for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                    [&](const bj::object& i, std::size_t) {
                        const std::string_view ip = text_at(i, "ip"), host = text_at(i, "hostname");
                        if (!ip.empty() || !host.empty()) all.emplace(ip.empty() ? host : ip);
                    });
    return cell(fmt::format("{}", fmt::join(all, ",")));
}

bj::value class_parameters(const bj::object& o, wall_time) {
    const bj::object* p = object_at(o, {"spec", "parameters"});
    if (p == nullptr) return "<none>";
    std::string out(text_at(*p, "kind"));
    if (value_at(*p, "apiGroup") != nullptr) out.append(".").append(text_at(*p, "apiGroup"));
    return cell(out.append("/").append(text_at(*p, "name")));
}

bj::value class_name(const bj::object& o, const char* annotation) {
    std::string out(text_at(object_of(o, "metadata"), "name"));
    if (text_at(object_of(o, {"metadata", "annotations"}), annotation) == "true") out += " (default)";
    return cell(out);
}

// --- certificates and API services ---

bj::value certificate_condition(const bj::object& o, wall_time) {
    const bj::object& status = object_of(o, "status");
    std::set<std::string> types;
    for_each_object(list_of(status, "conditions"),
                    [&](const bj::object& c, std::size_t) { types.emplace(text_at(c, "type")); });
    std::string out = types.contains("Denied")     ? "Denied"
                      : types.contains("Approved") ? "Approved"
                                                   : "Pending";
    if (types.contains("Failed")) out += ",Failed";
    if (!text_at(status, "certificate").empty()) out += ",Issued";
    return cell(out);
}

bj::value requested_duration(const bj::object& o, wall_time) {
    const auto n = number_at(object_of(o, "spec"), "expirationSeconds");
    return cell(n ? human_duration(std::chrono::seconds(*n)) : "<none>");
}

bj::value served_by(const bj::object& o, wall_time) {
    const bj::object* s = object_at(o, {"spec", "service"});
    if (s == nullptr) return "Local";
    return cell(fmt::format("{}/{}", text_at(*s, "namespace"), text_at(*s, "name")));
}

bj::value service_available(const bj::object& o, wall_time) {
    std::string out = "Unknown";
    bool found = false;
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (found || text_at(c, "type") != "Available") return;
        found = true;
        const std::string_view status = text_at(c, "status"), reason = text_at(c, "reason");
        out =
            status == "True" || reason.empty() ? std::string(status) : fmt::format("{} ({})", status, reason);
    });
    return cell(out);
}

constexpr const char *autoscalers = "horizontalpodautoscalers.autoscaling",
                     *ingresses = "ingresses.networking.k8s.io",
                     *ingress_classes = "ingressclasses.networking.k8s.io",
                     *storage_classes = "storageclasses.storage.k8s.io",
                     *signing_requests = "certificatesigningrequests.certificates.k8s.io",
                     *api_services = "apiservices.apiregistration.k8s.io";

constexpr cell_row cluster_cell_table[] = {
    {autoscalers, "Reference", scale_target},
    {autoscalers, "Targets", targets},
    {autoscalers, "MinPods", least_pods},
    {autoscalers, "MaxPods",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "spec"), "maxReplicas").value_or(0));
     }},
    {autoscalers, "Replicas",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "status"), "currentReplicas").value_or(0));
     }},
    {ingresses, "Class",
     [](const bj::object& o, wall_time) {
         const bj::value* name = value_at(object_of(o, "spec"), "ingressClassName");
         return name == nullptr ? cell("<none>") : *name;
     }},
    {ingresses, "Hosts", ingress_hosts},
    {ingresses, "Address", ingress_address},
    {ingresses, "Ports",
     [](const bj::object& o, wall_time) {
         return cell(list_of(object_of(o, "spec"), "tls").empty() ? "80" : "80, 443");
     }},
    {ingress_classes, "Name",
     [](const bj::object& o, wall_time) {
         return class_name(o, "ingressclass.kubernetes.io/is-default-class");
     }},
    {ingress_classes, "Controller",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "controller")); }},
    {ingress_classes, "Parameters", class_parameters},
    {"networkpolicies.networking.k8s.io", "Pod-Selector",
     [](const bj::object& o, wall_time) {
         return cell(selector_text(object_of(o, {"spec", "podSelector"})));
     }},
    {"runtimeclasses.node.k8s.io", "Handler",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "handler")); }},
    {"csinodes.storage.k8s.io", "Drivers",
     [](const bj::object& o, wall_time) {
         return bj::value(static_cast<std::int64_t>(list_of(object_of(o, "spec"), "drivers").size()));
     }},
    {storage_classes, "Name",
     [](const bj::object& o, wall_time) {
         return class_name(o, "storageclass.kubernetes.io/is-default-class");
     }},
    {storage_classes, "Provisioner",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "provisioner")); }},
    {storage_classes, "ReclaimPolicy",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "reclaimPolicy")); }},
    {storage_classes, "VolumeBindingMode",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "volumeBindingMode")); }},
    {storage_classes, "AllowVolumeExpansion",
     [](const bj::object& o, wall_time) { return bj::value(true_at(o, "allowVolumeExpansion")); }},
    {signing_requests, "SignerName",
     [](const bj::object& o, wall_time) {
         return cell_or_none(text_at(object_of(o, "spec"), "signerName"));
     }},
    {signing_requests, "Requestor",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "username")); }},
    {signing_requests, "RequestedDuration", requested_duration},
    {signing_requests, "Condition", certificate_condition},
    {api_services, "Service", served_by},
    {api_services, "Available", service_available},
};

}  // namespace

std::span<const cell_row> cluster_cells() {
    return cluster_cell_table;
}

}  // namespace setpoint::inline v0::apiserver
