// PersistentVolumes (pkg/apis/core/validation, pkg/registry/core/persistentvolume).

#include "apiserver/kinds/core/persistent_volume_spec.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/volume_cells.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_persistent_volume(bj::object& o, const kind_context& c) {
    bj::object status{{"phase", "Pending"}};
    status["lastPhaseTransitionTime"] = timestamp::from(c.now).to_string();
    o["status"] = std::move(status);
}

void update_persistent_volume(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    if (!is_status(c)) return;
    constexpr std::string_view time = "lastPhaseTransitionTime";
    bj::object& status = make_object(o, "status");
    const bj::object& before = object_of(old, "status");
    const bool moved = text_at(status, "phase") != text_at(before, "phase");
    if (!moved && value_at(status, time) == nullptr) copy_field(status, before, time);
    if (moved && (value_at(status, time) == nullptr || same_field(status, before, time)))
        status[time] = timestamp::from(c.now).to_string();
}

void fill_persistent_volume(bj::object& o) {
    set_text_default(make_object(o, "status"), "phase", "Pending");
    bj::object& spec = make_object(o, "spec");
    set_text_default(spec, "persistentVolumeReclaimPolicy", "Retain");
    set_default(spec, "volumeMode", "Filesystem");
}

constexpr type_default persistent_volume_type_defaults[] = {
    {"core.v1.PersistentVolume", fill_persistent_volume}};

// Plugins that know mount options.
void validate_mount_options(const bj::object& o, field_errors& to) {
    constexpr std::string_view annotation = "volume.beta.kubernetes.io/mount-options";
    if (value_at(object_of(o, {"metadata", "annotations"}), annotation) == nullptr) return;
    for (const char* source :
         {"gcePersistentDisk", "awsElasticBlockStore", "glusterfs", "nfs", "rbd", "quobyte", "iscsi",
          "cinder", "cephfs", "azureFile", "vsphereVolume", "azureDisk", "photonPersistentDisk"})
        if (value_at(object_of(o, "spec"), source) != nullptr) return;
    forbidden(to, child("metadata.annotations", annotation),
              "may not specify mount options for this volume type");
}

bool is_affinity_value(const field_error& e) {
    return e.path.starts_with("spec.nodeAffinity.") &&
           e.path.find(".matchExpressions[") != std::string::npos &&
           e.path.find("].values[") != std::string::npos;
}

// Label values that were invalid in the affinity before may stay so.
bool had_invalid_values(const bj::object& old) {
    field_errors found;
    if (const bj::object* wanted = object_at(old, {"spec", "nodeAffinity", "required"}))
        validate_node_selector(*wanted, "spec.nodeAffinity.required", found);
    return std::ranges::any_of(found, is_affinity_value);
}

void validate_spec_of(const bj::object& o, const bj::object* old, field_errors& to) {
    field_errors found;
    validate_volume_spec(object_of(o, "spec"), text_at(object_of(o, "metadata"), "name"), volume_use::object,
                         "spec", found);
    if (old != nullptr && had_invalid_values(*old)) std::erase_if(found, is_affinity_value);
    to.insert(to.end(), found.begin(), found.end());
}

void validate_any_volume(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_spec_of(o, old, to);
    validate_mount_options(o, to);
}

void validate_persistent_volume(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_volume(o, nullptr, to);
}

bool replaces_beta_label(std::string_view before, std::string_view now) {
    constexpr std::pair<std::string_view, std::string_view> labels[] = {
        {"failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"},
        {"failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"},
        {"beta.kubernetes.io/os", "kubernetes.io/os"},
        {"beta.kubernetes.io/arch", "kubernetes.io/arch"},
        {"beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"}};
    return std::ranges::find(labels, std::pair(before, now)) != std::end(labels);
}

const bj::object& element(const bj::array& list, std::size_t i) {
    static const bj::object none;
    return i < list.size() ? struct_of(list[i]) : none;
}

// The old affinity with the new name of each node label whose beta name the update replaces.
bj::object with_new_labels(const bj::object& old, const bj::object& now) {
    bj::object out = old;
    bj::object* wanted = object_at(out, "required");
    bj::array* terms = wanted == nullptr ? nullptr : list_at(*wanted, "nodeSelectorTerms");
    if (terms == nullptr) return out;
    const bj::array& new_terms = list_of(object_of(now, "required"), "nodeSelectorTerms");
    for_each_object(*terms, [&](bj::object& term, std::size_t i) {
        const bj::array& others = list_of(element(new_terms, i), "matchExpressions");
        bj::array* expressions = list_at(term, "matchExpressions");
        if (expressions == nullptr) return;
        for_each_object(*expressions, [&](bj::object& e, std::size_t j) {
            const std::string_view key = text_at(element(others, j), "key");
            if (replaces_beta_label(text_at(e, "key"), key)) e["key"] = key;
        });
    });
    return out;
}

void validate_affinity_update(const bj::object& spec, const bj::object& before, field_errors& to) {
    const bj::object* old = object_at(before, "nodeAffinity");
    if (old == nullptr) return;
    const bj::value* now = value_at(spec, "nodeAffinity");
    const bj::value wanted(with_new_labels(*old, object_of(spec, "nodeAffinity")));
    if (!same(now, &wanted))
        invalid_unsorted(to, "nodeAffinity", now == nullptr ? bj::value() : *now,
                         "field is immutable, except for updating from beta label to GA");
}

void validate_sources_update(const bj::object& spec, const bj::object& before, field_errors& to) {
    bj::object now = volume_sources_of(spec);
    const bj::object old = volume_sources_of(before);
    const bj::object* old_csi = object_at(old, "csi");
    bj::object* csi = object_at(now, "csi");
    if (csi != nullptr && old_csi != nullptr && value_at(*old_csi, "controllerExpandSecretRef") == nullptr)
        csi->stable_erase("controllerExpandSecretRef");
    const bj::value a(now), b(old);
    if (!same(&a, &b))
        forbidden(to, "spec.persistentvolumesource",
                  "spec.persistentvolumesource is immutable after creation\n");
}

void validate_persistent_volume_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                       field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        return;
    }
    validate_any_volume(o, &old, to);
    // The real server does this twice and lists each error twice.
    validate_metadata(o, false, subdomain_name, to);
    validate_spec_of(o, &old, to);
    const bj::object &spec = object_of(o, "spec"), &before = object_of(old, "spec");
    validate_sources_update(spec, before, to);
    validate_immutable(spec, before, "volumeMode", "volumeMode", to);
    validate_affinity_update(spec, before, to);
    if (value_at(before, "volumeAttributesClassName") != nullptr &&
        value_at(spec, "volumeAttributesClassName") == nullptr)
        forbidden(to, "spec.volumeAttributesClassName", "update from non-nil value to nil is forbidden");
}

void warn_of_persistent_volume(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    const bj::object& notes = object_of(o, {"metadata", "annotations"});
    const bj::object& spec = object_of(o, "spec");
    const auto note = [&](std::string_view key, std::string_view text) {
        if (notes.contains(key)) to.push_back(keyed("metadata.annotations", key) + ": " + std::string(text));
    };
    note("volume.beta.kubernetes.io/storage-class",
         "deprecated since v1.8; use \"storageClassName\" attribute instead");
    note("volume.beta.kubernetes.io/mount-options",
         "deprecated since v1.31; use \"mountOptions\" attribute instead");
    if (text_at(spec, "persistentVolumeReclaimPolicy") == "Recycle")
        to.emplace_back(
            "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, "
            "the recommended approach is to use dynamic provisioning.");
    for_each_object(list_of(object_of(spec, {"nodeAffinity", "required"}), "nodeSelectorTerms"),
                    [&](const bj::object& term, std::size_t i) {
                        warn_of_node_term(term, false,
                                          indexed("spec.nodeAffinity.required.nodeSelectorTerms", i), to);
                    });
    const auto source = [&](const char* key, std::string_view shown, std::string_view text) {
        if (value_at(spec, key)) to.push_back(fmt::format("spec.{}: {}", shown, text));
    };
    source("cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+");
    source("photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+");
    source("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+");
    source("storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+");
    source("glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+");
    source("rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+");
}

bj::value volume_claim_cell(const bj::object& o, wall_time) {
    const bj::object* claim = object_at(o, {"spec", "claimRef"});
    if (claim == nullptr) return "";
    return cell(fmt::format("{}/{}", text_at(*claim, "namespace"), text_at(*claim, "name")));
}

constexpr cell_row persistent_volume_cells[] = {
    {"Status", volume_phase_cell},
    {"Capacity",
     [](const bj::object& o, wall_time) {
         const std::string_view size = text_at(object_of(o, {"spec", "capacity"}), "storage");
         return cell(size.empty() ? "0" : size);
     }},
    {"Access Modes",
     [](const bj::object& o, wall_time) {
         return cell(access_modes_text(list_of(object_of(o, "spec"), "accessModes")));
     }},
    {"Reclaim Policy",
     [](const bj::object& o, wall_time) {
         return cell(text_at(object_of(o, "spec"), "persistentVolumeReclaimPolicy"));
     }},
    {"Claim", volume_claim_cell},
    {"Reason",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "status"), "reason")); }},
    {"StorageClass", storage_class_cell},
    {"VolumeAttributesClass",
     [](const bj::object& o, wall_time) { return spec_or_unset_cell(o, "volumeAttributesClassName"); }},
    {"VolumeMode", [](const bj::object& o, wall_time) { return spec_or_unset_cell(o, "volumeMode"); }},
};

}  // namespace

constinit const kind_code persistent_volume_kind{.defaults = apply_go_encoding,
                                                 .type_defaults = persistent_volume_type_defaults,
                                                 .prepare_create = create_persistent_volume,
                                                 .prepare_update = update_persistent_volume,
                                                 .validate = validate_persistent_volume,
                                                 .validate_update = validate_persistent_volume_update,
                                                 .warn = warn_of_persistent_volume,
                                                 .cells = persistent_volume_cells,
                                                 .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
