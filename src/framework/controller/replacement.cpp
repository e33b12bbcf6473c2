#include "framework/controller/replacement.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

// Deleting one of these also deletes the data stored in it.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> holding_data{{
    {"", "PersistentVolumeClaim"},
    {"", "PersistentVolume"},
    {"", "Namespace"},
    {"apiextensions.k8s.io", "CustomResourceDefinition"},
}};

// With whenDeleted: Delete the claims are dependents of the StatefulSet.
bool takes_claims_along(const kind_info& kind, const boost::json::object& tree) {
    if (kind.gvk.group != "apps" || kind.gvk.kind != "StatefulSet") return false;
    const boost::json::value whole(tree);
    boost::system::error_code none;
    const boost::json::value* when =
        whole.find_pointer("/spec/persistentVolumeClaimRetentionPolicy/whenDeleted", none);
    return when && when->is_string() && when->get_string() == "Delete";
}

}  // namespace

std::string_view obstacle_to_replacing(const kind_info& kind, const boost::json::object& tree,
                                       std::string_view applied_hash, std::string_view wanted_hash,
                                       propagation how) {
    const auto same_kind = [&](const auto& k) {
        return kind.gvk.group == k.first && kind.gvk.kind == k.second;
    };
    if (std::ranges::any_of(holding_data, same_kind)) return "it holds data";
    if (how != propagation::orphan && takes_claims_along(kind, tree))
        return "its persistentVolumeClaimRetentionPolicy would delete the claims with it";
    // A webhook or default that changed this object would change the next one too.
    if (applied_hash == wanted_hash) return "it was created from the same desired state";
    return {};
}

}}  // namespace setpoint::v0
