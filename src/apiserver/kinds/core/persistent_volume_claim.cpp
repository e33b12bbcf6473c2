// PersistentVolumeClaims (pkg/apis/core/validation, pkg/registry/core/persistentvolumeclaim,
// pkg/api/persistentvolumeclaim).

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/core/persistent_volume_claim_spec.hpp"
#include "apiserver/kinds/core/volume_cells.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/quantity.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view class_annotation = "volume.beta.kubernetes.io/storage-class";

bool is_legacy_source(const bj::object& source) {
    const std::string_view group = text_at(source, "apiGroup"), kind = text_at(source, "kind");
    return (group.empty() && kind == "PersistentVolumeClaim") ||
           (group == "snapshot.storage.k8s.io" && kind == "VolumeSnapshot");
}

// dataSource and dataSourceRef have the same contents (KEP 1495). Sources of other kinds are valid in
// dataSourceRef only.
void normalize_data_sources(bj::object& spec) {
    const bj::object *local = object_at(spec, "dataSource"), *any = object_at(spec, "dataSourceRef");
    if ((local == nullptr) == (any == nullptr)) return;
    if (any != nullptr && !text_at(*any, "namespace").empty()) return;
    bj::object copy = local != nullptr ? *local : *any;
    copy.stable_erase("namespace");
    spec[local != nullptr ? "dataSourceRef" : "dataSource"] = std::move(copy);
}

void prepare_data_sources(bj::object& spec, const bj::object* old) {
    const bool in_use = old != nullptr && (value_at(*old, "dataSource") != nullptr ||
                                           value_at(*old, "dataSourceRef") != nullptr);
    const bj::object* local = object_at(spec, "dataSource");
    if (!in_use && local != nullptr && value_at(spec, "dataSourceRef") == nullptr &&
        !is_legacy_source(*local))
        spec.stable_erase("dataSource");
    normalize_data_sources(spec);
}

void create_persistent_volume_claim(bj::object& o, const kind_context&) {
    o["status"] = bj::object{{"phase", "Pending"}};
    prepare_data_sources(make_object(o, "spec"), nullptr);
    apply_go_encoding(o);
}

void update_persistent_volume_claim(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    if (is_status(c)) return;
    prepare_data_sources(make_object(o, "spec"), &object_of(old, "spec"));
    apply_go_encoding(o);
}

void fill_claim_phase(bj::object& claim) {
    set_text_default(make_object(claim, "status"), "phase", "Pending");
}

constexpr type_default persistent_volume_claim_type_defaults[] = {
    {"core.v1.PersistentVolumeClaim", fill_claim_phase}};

void validate_persistent_volume_claim(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_volume_claim_spec(object_of(o, "spec"), nullptr, "spec", to);
}

const bj::value* class_annotation_of(const bj::object& claim) {
    return value_at(object_of(claim, {"metadata", "annotations"}), class_annotation);
}

// The class may move from the annotation to the field, or be set where there was none. Changes the specs so
// that they are equal then.
void accept_class(bj::object& now, bj::object& before, const bj::object& claim, const bj::object& old,
                  field_errors& to) {
    const bj::value *annotated = class_annotation_of(old), *annotated_now = class_annotation_of(claim);
    const bj::value *name = value_at(now, "storageClassName"),
                    *old_name = value_at(before, "storageClassName");
    const bool fits = annotated == nullptr || (name != nullptr && *name == *annotated);
    if (annotated != nullptr && old_name == nullptr && name != nullptr && fits &&
        (annotated_now == nullptr || *annotated_now == *annotated)) {
        now.stable_erase("storageClassName");
        return;
    }
    const std::string_view text = annotated == nullptr ? std::string_view() : text_of(*annotated),
                           text_now = annotated_now == nullptr ? std::string_view() : text_of(*annotated_now);
    if (text != text_now)
        invalid(to, child("metadata.annotations", class_annotation), text_now, std::string(immutable));
    if (name != nullptr && old_name == nullptr && fits) now.stable_erase("storageClassName");
}

quantity storage_of(const bj::object& amounts) {
    const bj::value* v = value_at(amounts, "storage");
    const auto q = v == nullptr ? result<quantity>(quantity()) : quantity::parse(text_of(*v));
    return q ? *q : quantity();
}

void validate_immutable_claim(const bj::object& o, const bj::object& old, field_errors& to) {
    bj::object now = object_of(o, "spec"), before = object_of(old, "spec");
    normalize_data_sources(before);
    if (text_at(before, "volumeName").empty()) copy_field(before, now, "volumeName");
    accept_class(now, before, o, old, to);
    if (text_at(object_of(o, "status"), "phase") == "Bound") {
        if (object_at(now, {"resources", "requests"}) != nullptr)
            copy_field(*object_at(now, {"resources", "requests"}),
                       object_of(before, {"resources", "requests"}), "storage");
        copy_field(now, before, "volumeAttributesClassName");
    }
    const bj::value a(now), b(before);
    if (same(&a, &b)) return;
    forbidden(
        to, "spec",
        "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound "
        "claims\n");
}

// After an expansion that failed, a claim may ask for less again, but for more than it has.
void validate_shrinking(const bj::object& o, const bj::object& old, field_errors& to) {
    const quantity size = storage_of(object_of(o, {"spec", "resources", "requests"}));
    if (size < storage_of(object_of(old, {"spec", "resources", "requests"})) &&
        size <= storage_of(object_of(old, {"status", "capacity"})))
        forbidden(to, "spec.resources.requests.storage", "field can not be less than status.capacity");
}

void validate_attributes_class_of_claim(const bj::object& o, const bj::object& old, field_errors& to) {
    const bj::value *now = value_at(object_of(o, "spec"), "volumeAttributesClassName"),
                    *before = value_at(object_of(old, "spec"), "volumeAttributesClassName");
    if (same(now, before)) return;
    if (value_at(object_of(old, "status"), "currentVolumeAttributesClassName") == nullptr) return;
    if (now == nullptr) {
        forbidden(to, "spec.volumeAttributesClassName",
                  "update to nil is forbidden when status.currentVolumeAttributesClassName is not nil");
    } else if (text_of(*now).empty()) {
        forbidden(
            to, "spec.volumeAttributesClassName",
            "update to empty string is forbidden when status.currentVolumeAttributesClassName is not nil");
    }
}

// The name of a resource in status.allocatedResources: "storage", or one with a domain.
bool is_claim_resource(std::string_view name, const std::string& path, field_errors& to) {
    const messages wrong = qualified_name(name);
    add_invalid(to, path, name, wrong);
    if (!wrong.empty()) return false;
    const bool native =
        name.find('/') == std::string_view::npos || name.find("kubernetes.io/") != std::string_view::npos;
    if (!native || name == "storage") return true;
    not_supported(to, path, name, {"storage"});
    return false;
}

void validate_claim_status_update(const bj::object& o, field_errors& to) {
    static const std::vector<std::string> states{"ControllerResizeInProgress", "ControllerResizeInfeasible",
                                                 "NodeResizeInProgress", "NodeResizeInfeasible",
                                                 "NodeResizePending"};
    if (list_of(object_of(o, "spec"), "accessModes").empty()) required(to, "Spec.accessModes");
    const bj::object& status = object_of(o, "status");
    for (const auto& [name, amount] : object_of(status, "capacity"))
        validate_basic_amount(amount, keyed("status.capacity", name), to);
    const std::string resizes = "status.allocatedResourceStatuses", allocated = "status.allocatedResources";
    for (const auto& [name, state] : object_of(status, "allocatedResourceStatuses")) {
        is_claim_resource(name, resizes, to);
        if (std::ranges::find(states, text_of(state)) == states.end())
            not_supported(to, resizes, name, states);
    }
    for (const auto& [name, amount] : object_of(status, "allocatedResources")) {
        if (!is_claim_resource(name, allocated, to)) continue;
        const std::size_t before = to.size();
        validate_basic_amount(amount, keyed(allocated, name), to);
        if (to.size() == before) validate_storage_amount(amount, keyed(allocated, name), to);
    }
}

void validate_persistent_volume_claim_update(const bj::object& o, const bj::object& old,
                                             const kind_context& c, field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_claim_status_update(o, to);
        return;
    }
    validate_metadata(o, true, subdomain_name, to);
    validate_volume_claim_spec(object_of(o, "spec"), &object_of(old, "spec"), "spec", to);
    validate_immutable_claim(o, old, to);
    validate_shrinking(o, old, to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "volumeMode", "volumeMode", to);
    validate_attributes_class_of_claim(o, old, to);
}

void warn_of_persistent_volume_claim(const bj::object& o, const bj::object*, std::string_view sub,
                                     texts& to) {
    if (!sub.empty()) return;
    constexpr std::string_view old_class = "volume.beta.kubernetes.io/storage-class";
    if (object_of(o, {"metadata", "annotations"}).contains(old_class))
        to.push_back(keyed("metadata.annotations", old_class) +
                     ": deprecated since v1.8; use \"storageClassName\" attribute instead");
    warn_of_claim_spec(object_of(o, "spec"), "spec", to);
}

bool is_bound_claim(const bj::object& o) {
    return !text_at(object_of(o, "spec"), "volumeName").empty();
}

bj::value claim_capacity_cell(const bj::object& o, wall_time) {
    if (!is_bound_claim(o)) return "";
    const std::string_view size = text_at(object_of(o, {"status", "capacity"}), "storage");
    return cell(size.empty() ? "0" : size);
}

bj::value claim_modes_cell(const bj::object& o, wall_time) {
    return cell(is_bound_claim(o) ? access_modes_text(list_of(object_of(o, "status"), "accessModes")) : "");
}

constexpr cell_row persistent_volume_claim_cells[] = {
    {"Status", volume_phase_cell},
    {"Volume",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "volumeName")); }},
    {"Capacity", claim_capacity_cell},
    {"Access Modes", claim_modes_cell},
    {"StorageClass", storage_class_cell},
    {"VolumeAttributesClass",
     [](const bj::object& o, wall_time) { return spec_or_unset_cell(o, "volumeAttributesClassName"); }},
    {"VolumeMode", [](const bj::object& o, wall_time) { return spec_or_unset_cell(o, "volumeMode"); }},
};

}  // namespace

constinit const kind_code persistent_volume_claim_kind{
    .defaults = apply_go_encoding,
    .type_defaults = persistent_volume_claim_type_defaults,
    .prepare_create = create_persistent_volume_claim,
    .prepare_update = update_persistent_volume_claim,
    .validate = validate_persistent_volume_claim,
    .validate_update = validate_persistent_volume_claim_update,
    .warn = warn_of_persistent_volume_claim,
    .cells = persistent_volume_claim_cells,
    .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
