// Small plugins that are off by default: plugin/pkg/admission/antiaffinity, extendedresourcetoleration and
// namespace/exists.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view host_name = "kubernetes.io/hostname";

bool is_write_of_pod(const admission_request& q) {
    return q.kind.storage == "pods" && q.subresource.empty();
}

// helper.IsExtendedResourceName.
bool is_extended_resource(std::string_view name) {
    if (name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos)
        return false;
    return !name.starts_with("requests.") && qualified_name("requests." + std::string(name)).empty();
}

// helper.AddOrUpdateTolerationInPod.
void tolerate(bj::array& tolerations, std::string_view key) {
    const bj::object added{{"key", key}, {"operator", "Exists"}, {"effect", "NoSchedule"}};
    bool replaced = false;
    for_each_object(tolerations, [&](bj::object& t, std::size_t) {
        const bool matches = text_at(t, "key") == key && text_at(t, "operator") == "Exists" &&
                             text_at(t, "effect") == "NoSchedule" && text_at(t, "value").empty();
        if (!matches) return;
        t = added;
        replaced = true;
    });
    if (!replaced) tolerations.emplace_back(added);
}

}  // namespace

api_result<> hard_anti_affinity_validate(admission_request& q) {
    if (!is_write_of_pod(q)) return {};
    const bj::object& rules = object_of(q.object, {"spec", "affinity", "podAntiAffinity"});
    api_result<> out;
    for_each_object(
        list_of(rules, "requiredDuringSchedulingIgnoredDuringExecution"),
        [&](const bj::object& term, std::size_t) {
            const std::string_view key = text_at(term, "topologyKey");
            if (!out || key == host_name) return;
            out = forbidden_error(
                q.kind.gr(), text_at(object_of(q.object, "metadata"), "name"),
                fmt::format("affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey {} "
                            "but only key {} is allowed",
                            key, host_name));
        });
    return out;
}

api_result<> extended_resource_toleration_admit(admission_request& q) {
    if (!is_write_of_pod(q)) return {};
    bj::object& spec = make_object(q.object, "spec");
    std::set<std::string> resources;
    for (const char* list : {"containers", "initContainers"})
        for_each_object(list_of(spec, list), [&](const bj::object& c, std::size_t) {
            for (const auto& [name, amount] : object_of(c, {"resources", "requests"}))
                if (is_extended_resource(name)) resources.insert(std::string(name));
        });
    if (resources.empty()) return {};
    bj::value& tolerations = spec["tolerations"];
    if (!tolerations.is_array()) tolerations.emplace_array();
    for (const std::string& name : resources) tolerate(tolerations.get_array(), name);
    return {};
}

api_result<> namespace_exists_validate(admission_request& q) {
    if (q.key.ns.empty() || q.kind.storage == "namespaces") return {};
    if (q.cluster.find("namespaces", object_key::cluster(q.key.ns))) return {};
    return object_not_found({"", "namespaces"}, q.key.ns);
}

}}}  // namespace setpoint::v0::apiserver
