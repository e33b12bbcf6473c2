#include "apiserver/controllers/storage/volume_match.hpp"

#include "apiserver/controllers/node/node_affinity.hpp"
#include "setpoint/api/selector.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr std::string_view class_annotation = "volume.beta.kubernetes.io/storage-class";
constexpr std::string_view usual_mode = "Filesystem";

quantity storage_in(const quantity_map& amounts) {
    const auto at = amounts.find(std::string_view("storage"));
    return at == amounts.end() ? quantity::bytes(0) : at->second;
}

std::string_view annotated_class(const object_meta& meta) {
    const auto at = meta.annotations.find(class_annotation);
    return at == meta.annotations.end() ? std::string_view() : at->second.view();
}

std::string_view mode_or_usual(const interned_string& mode) {
    return mode.empty() ? usual_mode : mode.view();
}

bool has_access_modes(const partial_volume& v, const partial_claim& c) {
    return std::all_of(c.spec.access_modes.begin(), c.spec.access_modes.end(), [&](const auto& mode) {
        return std::find(v.spec.access_modes.begin(), v.spec.access_modes.end(), mode) !=
               v.spec.access_modes.end();
    });
}

bool is_large_enough(const partial_volume& v, const partial_claim& c) {
    return storage_in(v.spec.capacity) >= storage_in(c.spec.resources.requests);
}

bool has_same_attributes(const partial_volume& v, const partial_claim& c) {
    return v.spec.volume_attributes_class_name.value_or("") ==
           c.spec.volume_attributes_class_name.value_or("");
}

// What an unreserved volume must be, beyond what a reserved one must be.
bool is_free_and_chosen(const partial_volume& v, const partial_claim& c, const partial_node* node) {
    if (v.status.phase != "Available" || class_of(v) != class_of(c)) return false;
    if (node && !reaches(v, *node)) return false;
    if (!c.spec.selector) return true;
    const auto wanted = to_selector(*c.spec.selector);
    return wanted && wanted->matches(v.metadata.labels);
}

}  // namespace

bool has_annotation(const object_meta& meta, std::string_view name) {
    return meta.annotations.contains(name);
}

std::string class_of(const partial_claim& c) {
    if (const auto name = annotated_class(c.metadata); !name.empty()) return std::string(name);
    return c.spec.storage_class_name.value_or("").str();
}

std::string class_of(const partial_volume& v) {
    if (const auto name = annotated_class(v.metadata); !name.empty()) return std::string(name);
    return v.spec.storage_class_name.str();
}

bool names_class(const partial_claim& c) {
    return has_annotation(c.metadata, class_annotation) || c.spec.storage_class_name.has_value();
}

bool is_bound_to(const partial_volume& v, const partial_claim& c) {
    if (!v.spec.claim_ref) return false;
    const object_reference& r = *v.spec.claim_ref;
    return r.name == c.metadata.name && r.ns == c.metadata.ns && (r.uid.empty() || r.uid == c.metadata.uid);
}

bool has_same_mode(const partial_volume& v, const partial_claim& c) {
    return mode_or_usual(v.spec.volume_mode) == mode_or_usual(c.spec.volume_mode);
}

std::string mismatch(const partial_volume& v, const partial_claim& c) {
    if (is_deleting(v.metadata))
        return fmt::format("the volume is marked for deletion \"{}\"", v.metadata.name);
    if (!is_large_enough(v, c)) return "requested PV is too small";
    if (class_of(v) != class_of(c)) return "storageClassName does not match";
    if (!has_same_attributes(v, c)) return "volumeAttributesClassName does not match";
    if (!has_same_mode(v, c)) return "incompatible volumeMode";
    return has_access_modes(v, c) ? "" : "incompatible accessMode";
}

bool reaches(const partial_volume& v, const partial_node& n) {
    return !v.spec.node_affinity || !v.spec.node_affinity->required ||
           matches_node(*v.spec.node_affinity->required, n);
}

bool may_concern(const partial_volume& v, const partial_claim& c) {
    if (c.spec.volume_name == v.metadata.name) return true;
    if (v.spec.claim_ref) return is_bound_to(v, c);
    return c.spec.volume_name.empty() && class_of(c) == class_of(v);
}

volume_ptr find_volume(const partial_claim& c, const std::vector<volume_ptr>& all, bool delayed,
                       const partial_node* node) {
    volume_ptr best;
    for (const volume_ptr& v : all) {
        const bool reserved = is_bound_to(*v, c);
        if ((v->spec.claim_ref && !reserved) || is_deleting(v->metadata) || !is_large_enough(*v, c) ||
            !has_same_mode(*v, c) || !has_same_attributes(*v, c) || !has_access_modes(*v, c))
            continue;
        if (reserved) return !node || reaches(*v, *node) ? v : nullptr;
        if (delayed || !is_free_and_chosen(*v, c, node)) continue;
        const auto modes = v->spec.access_modes.size();
        if (!best || modes < best->spec.access_modes.size() ||
            (modes == best->spec.access_modes.size() &&
             storage_in(v->spec.capacity) < storage_in(best->spec.capacity)))
            best = v;
    }
    return best;
}

}}}  // namespace setpoint::v0::apiserver
