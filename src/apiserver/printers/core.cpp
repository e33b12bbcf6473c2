// Cells of the other core kinds.

#include "apiserver/objects/fields.hpp"
#include "apiserver/printers/cells.hpp"
#include "apiserver/printers/printers.hpp"
#include "apiserver/strategies/storage_versions.hpp"
#include "apiserver/validation/metadata.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

std::string joined(const bj::array& list) {
    std::string out;
    for (const bj::value& v : list) out.append(out.empty() ? "" : ",").append(text_of(v));
    return out;
}

bj::value data_count(const bj::object& o, wall_time) {
    return static_cast<std::int64_t>(object_of(o, "data").size() + object_of(o, "binaryData").size());
}

// --- Services ---

bj::value cluster_ip(const bj::object& o, wall_time) {
    const bj::array& all = list_of(object_of(o, "spec"), "clusterIPs");
    return cell(all.empty() ? "<none>" : text_of(all[0]));
}

bj::value external_ip(const bj::object& o, wall_time) {
    const bj::object& spec = object_of(o, "spec");
    const std::string_view type = text_at(spec, "type");
    const std::string own = joined(list_of(spec, "externalIPs"));
    if (type == "ClusterIP" || type == "NodePort") return cell(own.empty() ? "<none>" : own);
    if (type == "ExternalName") return cell(text_at(spec, "externalName"));
    if (type != "LoadBalancer") return "<unknown>";
    std::set<std::string> given;
    for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                    [&](const bj::object& i, std::size_t) {
                        const std::string_view ip = text_at(i, "ip"), host = text_at(i, "hostname");
                        if (!ip.empty() || !host.empty()) given.insert(std::string(ip.empty() ? host : ip));
                    });
    std::string all = fmt::format("{}", fmt::join(given, ","));
    if (!own.empty()) all += (all.empty() ? "" : ",") + own;
    return cell(all.empty() ? "<pending>" : all);
}

bj::value service_ports(const bj::object& o, wall_time) {
    std::string out;
    for_each_object(list_of(object_of(o, "spec"), "ports"), [&](const bj::object& p, std::size_t) {
        const std::int64_t port = number_at(p, "port").value_or(0),
                           node = number_at(p, "nodePort").value_or(0);
        const std::string_view protocol = text_at(p, "protocol");
        out += out.empty() ? "" : ",";
        out +=
            node > 0 ? fmt::format("{}:{}/{}", port, node, protocol) : fmt::format("{}/{}", port, protocol);
    });
    return cell(out.empty() ? "<none>" : out);
}

// --- Nodes ---

bj::value node_status(const bj::object& o, wall_time) {
    std::string status = "Unknown";
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (text_at(c, "type") == "Ready") status = text_at(c, "status") == "True" ? "Ready" : "NotReady";
    });
    if (true_at(object_of(o, "spec"), "unschedulable")) status += ",SchedulingDisabled";
    return cell(status);
}

bj::value node_roles(const bj::object& o, wall_time) {
    constexpr std::string_view prefix = "node-role.kubernetes.io/";
    std::set<std::string> roles;
    for (const auto& [key, value] : object_of(o, {"metadata", "labels"})) {
        const std::string_view k = key;
        if (k.starts_with(prefix) && k.size() > prefix.size())
            roles.insert(std::string(k.substr(prefix.size())));
        if (k == "kubernetes.io/role" && !text_of(value).empty()) roles.insert(std::string(text_of(value)));
    }
    return cell(roles.empty() ? "<none>" : fmt::format("{}", fmt::join(roles, ",")));
}

std::string node_info(const bj::object& o, const char* key) {
    return std::string(text_at(object_of(o, {"status", "nodeInfo"}), key));
}

bj::value or_unknown(const std::string& s) {
    return cell(s.empty() ? "<unknown>" : s);
}

bj::value kernel(const bj::object& o, wall_time) {
    std::string version = node_info(o, "kernelVersion");
    if (version.empty()) version = "<unknown>";
    const std::string machine = node_info(o, "architecture");
    return cell(machine.empty() ? version : version + " (" + machine + ")");
}

bj::value node_address(const bj::object& o, const char* type) {
    for (const bj::value& a : list_of(object_of(o, "status"), "addresses")) {
        if (a.is_object() && text_at(a.get_object(), "type") == type)
            return cell(text_at(a.get_object(), "address"));
    }
    return "<none>";
}

// --- Events ---

bj::object as_core_event(const bj::object& o) {
    bj::object out = o;
    if (text_at(out, "apiVersion") == "events.k8s.io/v1") event_to_core(out);
    return out;
}

std::string first_seen_text(const bj::object& e, wall_time now) {
    const std::string_view first = text_at(e, "firstTimestamp");
    return age_text(first.empty() ? text_at(e, "eventTime") : first, now);
}

bj::value first_seen(const bj::object& o, wall_time now) {
    return cell(first_seen_text(as_core_event(o), now));
}

bj::value last_seen(const bj::object& o, wall_time now) {
    const bj::object e = as_core_event(o);
    if (const bj::object* series = object_at(e, "series"))
        return cell(age_text(text_at(*series, "lastObservedTime"), now));
    const std::string_view last = text_at(e, "lastTimestamp");
    return cell(last.empty() ? first_seen_text(e, now) : age_text(last, now));
}

bj::value event_object(const bj::object& o, wall_time) {
    const bj::object e = as_core_event(o);
    const bj::object& about = object_of(e, "involvedObject");
    const std::string kind = lower_case(text_at(about, "kind"));
    const std::string_view name = text_at(about, "name");
    return cell(name.empty() ? kind : fmt::format("{}/{}", kind, name));
}

bj::value event_source(const bj::object& o, wall_time) {
    const bj::object e = as_core_event(o);
    const bj::object& source = object_of(e, "source");
    std::string_view component = text_at(source, "component"), host = text_at(source, "host");
    if (component.empty()) component = text_at(e, "reportingComponent");
    if (host.empty()) host = text_at(e, "reportingInstance");
    return cell(host.empty() ? std::string(component) : fmt::format("{}, {}", component, host));
}

bj::value event_message(const bj::object& o, wall_time) {
    const bj::object e = as_core_event(o);
    std::string_view m = text_at(e, "message");
    constexpr std::string_view space = " \t\r\n\v\f";
    const std::size_t begin = m.find_first_not_of(space);
    if (begin == std::string_view::npos) return "";
    return cell(m.substr(begin, m.find_last_not_of(space) - begin + 1));
}

bj::value event_count(const bj::object& o, wall_time) {
    const bj::object e = as_core_event(o);
    const bj::object* series = object_at(e, "series");
    const std::int64_t n =
        series == nullptr ? number_at(e, "count").value_or(0) : number_at(*series, "count").value_or(0);
    return series == nullptr && n == 0 ? 1 : n;
}

// --- Endpoints ---

bj::value endpoints(const bj::object& o, wall_time) {
    constexpr std::size_t most = 3;
    const bj::array& subsets = list_of(o, "subsets");
    if (subsets.empty()) return "<none>";
    std::vector<std::string> all;
    for_each_object(subsets, [&](const bj::object& s, std::size_t) {
        const bj::array& ports = list_of(s, "ports");
        const auto add = [&](const std::string& suffix) {
            for_each_object(list_of(s, "addresses"), [&](const bj::object& a, std::size_t) {
                const std::string ip(text_at(a, "ip"));
                const bool six = !suffix.empty() && ip.find(':') != std::string::npos;
                all.push_back((six ? "[" + ip + "]" : ip) + suffix);
            });
        };
        if (ports.empty()) add("");
        for_each_object(ports, [&](const bj::object& p, std::size_t) {
            add(":" + std::to_string(number_at(p, "port").value_or(0)));
        });
    });
    const std::size_t total = all.size();
    all.resize(std::min(total, most));
    std::string out = fmt::format("{}", fmt::join(all, ","));
    if (total > most) out += fmt::format(" + {} more...", total - most);
    return cell(out);
}

const bj::object* component_health(const bj::object& o) {
    for (const bj::value& c : list_of(o, "conditions"))
        if (c.is_object() && text_at(c.get_object(), "type") == "Healthy") return &c.get_object();
    return nullptr;
}

bj::value component_field(const bj::object& o, const char* what) {
    const bj::object* health = component_health(o);
    return cell(health == nullptr ? std::string_view() : text_at(*health, what));
}

constexpr cell_row core_cell_table[] = {
    // Must precede the columns of events, which have the same names.
    {"componentstatuses", "Status",
     [](const bj::object& o, wall_time) {
         const bj::object* health = component_health(o);
         if (health == nullptr) return cell("Unknown");
         return cell(text_at(*health, "status") == "True" ? "Healthy" : "Unhealthy");
     }},
    {"componentstatuses", "Message",
     [](const bj::object& o, wall_time) { return component_field(o, "message"); }},
    {"componentstatuses", "Error",
     [](const bj::object& o, wall_time) { return component_field(o, "error"); }},
    {"configmaps", "Data", data_count},
    {"secrets", "Data", data_count},
    {"secrets", "Type", [](const bj::object& o, wall_time) { return cell(text_at(o, "type")); }},
    {"services", "Type",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "type")); }},
    {"services", "Cluster-IP", cluster_ip},
    {"services", "External-IP", external_ip},
    {"services", "Port(s)", service_ports},
    {"services", "Selector",
     [](const bj::object& o, wall_time) { return cell(labels_text(object_of(o, {"spec", "selector"}))); }},
    {"namespaces", "Status",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "status"), "phase")); }},
    {"nodes", "Status", node_status},
    {"nodes", "Roles", node_roles},
    {"nodes", "Version", [](const bj::object& o, wall_time) { return cell(node_info(o, "kubeletVersion")); }},
    {"nodes", "Internal-IP", [](const bj::object& o, wall_time) { return node_address(o, "InternalIP"); }},
    {"nodes", "External-IP", [](const bj::object& o, wall_time) { return node_address(o, "ExternalIP"); }},
    {"nodes", "OS-Image", [](const bj::object& o, wall_time) { return or_unknown(node_info(o, "osImage")); }},
    {"nodes", "Kernel-Version", kernel},
    {"nodes", "Container-Runtime",
     [](const bj::object& o, wall_time) { return or_unknown(node_info(o, "containerRuntimeVersion")); }},
    {"", "Last Seen", last_seen},
    {"events", "Type", [](const bj::object& o, wall_time) { return cell(text_at(o, "type")); }},
    {"events.events.k8s.io", "Type", [](const bj::object& o, wall_time) { return cell(text_at(o, "type")); }},
    {"events", "Reason", [](const bj::object& o, wall_time) { return cell(text_at(o, "reason")); }},
    {"events.events.k8s.io", "Reason",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "reason")); }},
    {"", "Object", event_object},
    {"", "Subobject",
     [](const bj::object& o, wall_time) {
         return cell(text_at(object_of(as_core_event(o), "involvedObject"), "fieldPath"));
     }},
    {"", "Source", event_source},
    {"", "Message", event_message},
    {"", "First Seen", first_seen},
    {"", "Count", event_count},
    {"endpoints", "Endpoints", endpoints},
};

}  // namespace

std::span<const cell_row> core_cells() {
    return core_cell_table;
}

}  // namespace setpoint::inline v0::apiserver
