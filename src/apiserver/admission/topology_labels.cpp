// plugin/pkg/admission/podtopologylabels.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void copy_topology(const admission_request& q, std::string_view node, bj::object& object) {
    constexpr std::array<std::string_view, 2> topology = {"topology.kubernetes.io/zone",
                                                          "topology.kubernetes.io/region"};
    const record_ptr found = q.cluster.find("nodes", object_key::cluster(std::string(node)));
    if (!found) return;
    for (const std::string_view label : topology) {
        const auto at = found->labels.find(label);
        if (at == found->labels.end()) continue;
        make_object(make_object(object, "metadata"), "labels")[label] = at->second.view();
    }
}

}  // namespace

api_result<> topology_labels_admit(admission_request& q) {
    if (q.is_create_of("pods")) {
        const std::string node(text_at(object_of(q.object, "spec"), "nodeName"));
        if (!node.empty()) copy_topology(q, node, q.object);
        return {};
    }
    if (q.kind.storage != "pods" || q.subresource != "binding") return {};
    const bj::object& target = object_of(q.object, "target");
    const std::string node(text_at(target, "name"));
    if (text_at(target, "kind") == "Node") copy_topology(q, node, q.object);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
