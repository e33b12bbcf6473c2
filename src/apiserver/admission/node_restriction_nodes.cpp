// NodeRestriction: nodes, and the status of claims.
#include "apiserver/admission/node_restriction.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::node_restriction {

namespace {

// Those that a kubelet sets (k8s.io/kubelet/pkg/apis).
constexpr std::string_view kubelet_labels[] = {"kubernetes.io/hostname",
                                               "topology.kubernetes.io/zone",
                                               "topology.kubernetes.io/region",
                                               "failure-domain.beta.kubernetes.io/zone",
                                               "failure-domain.beta.kubernetes.io/region",
                                               "beta.kubernetes.io/instance-type",
                                               "node.kubernetes.io/instance-type",
                                               "kubernetes.io/os",
                                               "kubernetes.io/arch",
                                               "beta.kubernetes.io/os",
                                               "beta.kubernetes.io/arch"};

std::string_view prefix_of(std::string_view key) {
    const std::size_t slash = key.find('/');
    return slash == std::string_view::npos ? std::string_view() : key.substr(0, slash);
}

// The domain itself, or one below it.
bool is_within(std::string_view prefix, std::string_view domain) {
    return prefix == domain || (prefix.ends_with(domain) && prefix.size() > domain.size() &&
                                prefix[prefix.size() - domain.size() - 1] == '.');
}

bool is_kubelet_label(std::string_view key) {
    const std::string_view prefix = prefix_of(key);
    return std::ranges::find(kubelet_labels, key) != std::end(kubelet_labels) ||
           is_within(prefix, "kubelet.kubernetes.io") || is_within(prefix, "node.kubernetes.io");
}

// Sorted, joined by commas.
std::string forbidden_changes(const bj::object& now, const bj::object& before) {
    std::set<std::string_view> keys;
    const auto add_those_of = [&](const bj::object& labels, const bj::object& other) {
        for (const auto& [key, value] : labels) {
            const bj::value* const there = other.if_contains(key);
            if ((there == nullptr || *there != value) && is_forbidden_label(key)) keys.insert(key);
        }
    };
    add_those_of(now, before);
    add_those_of(before, now);
    return fmt::format("{}", fmt::join(keys, ", "));
}

api_result<> check_new_node(std::string_view node, const admission_request& q) {
    const std::string who = quoted_node(node);
    if (value_at(object_of(q.object, "spec"), "configSource") != nullptr)
        return q.refuse(who + " is not allowed to create pods with a non-nil configSource");
    const std::string labels = forbidden_changes(object_of(q.object, {"metadata", "labels"}), {});
    if (labels.empty()) return {};
    return q.refuse(fmt::format("{} is not allowed to set the following labels: {}", who, labels));
}

api_result<> check_changed_node(std::string_view node, const admission_request& q) {
    const std::string who = quoted_node(node);
    const bj::object &spec = object_of(q.object, "spec"), &old_spec = object_of(*q.old, "spec");
    const bj::object &meta = object_of(q.object, "metadata"), &old_meta = object_of(*q.old, "metadata");
    // Old kubelets drop it.
    if (value_at(spec, "configSource") != nullptr && !same_field(spec, old_spec, "configSource"))
        return q.refuse(who + " is not allowed to update configSource to a new non-nil configSource");
    if (!same_field(spec, old_spec, "taints")) return q.refuse(who + " is not allowed to modify taints");
    if (!same_field(meta, old_meta, "ownerReferences"))
        return q.refuse(who + " is not allowed to modify ownerReferences");
    const std::string labels = forbidden_changes(object_of(meta, "labels"), object_of(old_meta, "labels"));
    if (labels.empty()) return {};
    return q.refuse("is not allowed to modify labels: " + labels);
}

// What a kubelet does not change when it grows a volume.
bj::value rest_of_claim(const bj::object& claim) {
    bj::object out = claim;
    bj::object& meta = make_object(out, "metadata");
    for (const char* field : {"resourceVersion", "managedFields"}) meta.erase(field);
    bj::object& status = make_object(out, "status");
    for (const char* field : {"capacity", "conditions", "allocatedResourceStatuses", "allocatedResources"})
        status.erase(field);
    return out;
}

}  // namespace

bool is_forbidden_label(std::string_view key) {
    const std::string_view prefix = prefix_of(key);
    if (is_within(prefix, "node-restriction.kubernetes.io")) return true;
    const bool is_of_kubernetes = is_within(prefix, "kubernetes.io") || is_within(prefix, "k8s.io");
    return is_of_kubernetes && !is_kubelet_label(key);
}

api_result<> admit_node(std::string_view node, const admission_request& q) {
    const std::string_view name =
        q.key.name.empty() ? text_at(object_of(q.object, "metadata"), "name") : std::string_view(q.key.name);
    if (name != node)
        return q.refuse(fmt::format("{} is not allowed to modify {}", quoted_node(node), quoted_node(name)));
    if (q.verb == "create") return check_new_node(node, q);
    if (q.verb == "update" && q.old != nullptr) return check_changed_node(node, q);
    return {};
}

api_result<> admit_claim(std::string_view node, const admission_request& q) {
    if (q.subresource != "status") return q.refuse("may only update PVC status");
    if (q.verb != "update" || q.old == nullptr)
        return q.refuse(fmt::format("unexpected operation \"{}\"", q.verb == "create" ? "CREATE" : "DELETE"));
    const bj::value now = rest_of_claim(q.object), before = rest_of_claim(*q.old);
    if (same(&now, &before)) return {};
    // kube-apiserver adds the difference, in the field names of its own types.
    return q.refuse(quoted_node(node) +
                    " is not allowed to update fields other than status.quantity and status.conditions");
}

}}}  // namespace setpoint::v0::apiserver::node_restriction
