// Cells of Services.

#include "apiserver/kinds/core/service_cells.hpp"

#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::value cluster_ip_cell(const bj::object& o, wall_time) {
    const bj::array& all = list_of(object_of(o, "spec"), "clusterIPs");
    return cell(all.empty() ? "<none>" : text_of(all[0]));
}

bj::value external_ip_cell(const bj::object& o, wall_time) {
    const bj::object& spec = object_of(o, "spec");
    const std::string_view type = text_at(spec, "type");
    const std::string own = joined_texts(list_of(spec, "externalIPs"));
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

bj::value service_ports_cell(const bj::object& o, wall_time) {
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

}  // namespace

constinit const cell_row service_cells[5] = {
    {"Type", [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "type")); }},
    {"Cluster-IP", cluster_ip_cell},
    {"External-IP", external_ip_cell},
    {"Port(s)", service_ports_cell},
    {"Selector",
     [](const bj::object& o, wall_time) { return cell(labels_text(object_of(o, {"spec", "selector"}))); }},
};

}}}  // namespace setpoint::v0::apiserver
