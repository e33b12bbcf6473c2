// Specs of PersistentVolumes (ValidatePersistentVolumeSpec of pkg/apis/core/validation).

#include "apiserver/kinds/core/persistent_volume_spec.hpp"

#include "apiserver/kinds/core/persistent_volume_claim_spec.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* of_inline_volumes = " in the context of inline volumes";

void validate_volume_capacity(const bj::object& spec, const std::string& spec_path, field_errors& to) {
    const bj::object& capacity = object_of(spec, "capacity");
    const bj::value* shown = value_at(spec, "capacity");
    const std::string path = child(spec_path, "capacity");
    if (capacity.empty()) required(to, path);
    if (capacity.size() != 1 || value_at(capacity, "storage") == nullptr)
        not_supported_unsorted(to, path, shown == nullptr ? bj::value() : *shown, {"storage"});
    for (const auto& [name, amount] : capacity) {
        const std::string here = keyed(path, name);
        validate_basic_amount(amount, here, to);
        const auto q = quantity::parse(text_of(amount));
        if (q && *q <= quantity(0)) invalid(to, here, amount, "must be greater than zero");
    }
}

// The fields that an inline volume may not have are reported before its access modes.
void validate_inline_fields(const bj::object& spec, const std::string& path, field_errors& to) {
    for (const char* key : {"claimRef", "capacity"}) {
        const bj::value* v = value_at(spec, key);
        if (v != nullptr && !(std::string_view(key) == "capacity" && object_of(spec, key).empty()))
            forbidden(to, child(path, key), std::string("may not be specified") + of_inline_volumes);
    }
    if (object_at(spec, "csi") == nullptr)
        required(to, child(path, "csi"), std::string("has to be specified") + of_inline_volumes);
}

void validate_reclaim_policy(const bj::object& spec, bool in_line, const std::string& path,
                             field_errors& to) {
    const std::string_view policy = text_at(spec, "persistentVolumeReclaimPolicy");
    const std::string here = child(path, "persistentVolumeReclaimPolicy");
    if (policy.empty()) return;
    if (!in_line) {
        validate_one_of(policy, {"Delete", "Recycle", "Retain"}, here, to);
    } else if (policy != "Retain") {
        forbidden(to, here, std::string("may only be Retain") + of_inline_volumes);
    }
}

void validate_volume_affinity(const bj::object& affinity, bool in_line, const std::string& path,
                              field_errors& to) {
    const bj::object* wanted = object_at(affinity, "required");
    if (in_line) {
        forbidden(to, path, std::string("may not be specified") + of_inline_volumes);
    } else if (wanted == nullptr) {
        required(to, child(path, "required"), "must specify required node constraints");
    } else {
        validate_node_selector(*wanted, child(path, "required"), to);
    }
}

void validate_class_and_mode(const bj::object& spec, bool in_line, const std::string& path,
                             field_errors& to) {
    const std::string_view storage_class = text_at(spec, "storageClassName");
    const std::string class_path = child(path, "storageClassName"), mode_path = child(path, "volumeMode");
    if (!storage_class.empty() && in_line) {
        forbidden(to, class_path, std::string("may not be specified") + of_inline_volumes);
    } else if (!storage_class.empty()) {
        add_invalid(to, class_path, storage_class, dns1123_subdomain(storage_class));
    }
    const bj::value* mode = value_at(spec, "volumeMode");
    if (mode == nullptr || text_of(*mode) == "Filesystem") return;
    if (in_line) {
        forbidden(to, mode_path,
                  std::string("may not specify volumeMode other than Filesystem") + of_inline_volumes);
    } else if (text_of(*mode) != "Block") {
        not_supported(to, mode_path, *mode, {"Block", "Filesystem"});
    }
}

void validate_attributes_class_name(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::value* attributes = value_at(spec, "volumeAttributesClassName");
    if (attributes == nullptr) return;
    const std::string here = child(path, "volumeAttributesClassName");
    if (text_of(*attributes).empty()) {
        required(to, here, "an empty string is disallowed");
    } else {
        add_invalid(to, here, *attributes, dns1123_subdomain(text_of(*attributes)));
    }
    if (object_at(spec, "csi") == nullptr)
        required(to, child(path, "csi"), "has to be specified when using volumeAttributesClassName");
}

// path.Clean(p) == "/"
bool is_root(std::string_view p) {
    if (!p.starts_with('/')) return false;
    std::size_t depth = 0;
    for (std::size_t at = 0; at < p.size();) {
        const std::size_t end = std::min(p.find('/', at), p.size());
        const std::string_view part = p.substr(at, end - at);
        if (part == "..") {
            depth -= depth > 0 ? 1 : 0;
        } else if (!part.empty() && part != ".") {
            ++depth;
        }
        at = end + 1;
    }
    return depth == 0;
}

}  // namespace

void validate_volume_spec(const bj::object& spec, std::string_view volume_name, volume_use use,
                          const std::string& path, field_errors& to) {
    const bool in_line = use == volume_use::inline_volume;
    if (in_line) validate_inline_fields(spec, path, to);
    if (list_of(spec, "accessModes").empty()) required(to, child(path, "accessModes"));
    validate_access_modes(spec, path, to);
    if (!in_line) validate_volume_capacity(spec, path, to);
    validate_reclaim_policy(spec, in_line, path, to);
    const bj::object* affinity = object_at(spec, "nodeAffinity");
    if (affinity != nullptr) validate_volume_affinity(*affinity, in_line, child(path, "nodeAffinity"), to);
    validate_volume_sources(spec, volume_name, affinity != nullptr && !in_line, path, to);
    const bj::object* host_path = object_at(spec, "hostPath");
    if (host_path != nullptr && is_root(text_at(*host_path, "path")) &&
        text_at(spec, "persistentVolumeReclaimPolicy") == "Recycle")
        forbidden(to, child(path, "persistentVolumeReclaimPolicy"),
                  "may not be 'recycle' for a hostPath mount of '/'");
    validate_class_and_mode(spec, in_line, path, to);
    if (!in_line) validate_attributes_class_name(spec, path, to);
}

}}}  // namespace setpoint::v0::apiserver
