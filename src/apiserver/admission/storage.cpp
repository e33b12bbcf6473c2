// plugin/pkg/admission/storage: DefaultStorageClass, StorageObjectInUseProtection and
// PersistentVolumeClaimResize.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/admission/default_class.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view claims = "persistentvolumeclaims", volumes = "persistentvolumes",
                           storage_classes = "storageclasses.storage.k8s.io";
constexpr std::string_view old_class_annotation = "volume.beta.kubernetes.io/storage-class";

// GetPersistentVolumeClaimClass.
std::string class_of(const bj::object& claim) {
    const bj::object& annotations = object_of(claim, {"metadata", "annotations"});
    if (value_at(annotations, old_class_annotation))
        return std::string(text_at(annotations, old_class_annotation));
    return std::string(text_at(object_of(claim, "spec"), "storageClassName"));
}

quantity requested_storage(const bj::object& claim) {
    const auto parsed =
        quantity::parse(text_at(object_of(claim, {"spec", "resources", "requests"}), "storage"));
    return parsed ? *parsed : quantity(0);
}

bool may_grow(const admission_request& q) {
    const std::string name = class_of(q.object);
    if (name.empty() || name != class_of(*q.old)) return false;
    const record_ptr found = q.cluster.find(storage_classes, object_key::cluster(name));
    return found && true_at(found->parse(), "allowVolumeExpansion");
}

void add_finalizer_to(bj::object& object, std::string_view name) {
    bj::object& meta = make_object(object, "metadata");
    bj::array all = list_of(meta, "finalizers");
    if (std::ranges::any_of(all, [name](const bj::value& v) { return text_of(v) == name; })) return;
    all.emplace_back(name);
    meta["finalizers"] = std::move(all);
}

}  // namespace

api_result<> default_storage_class_admit(admission_request& q) {
    if (!q.is_create_of(claims)) return {};
    bj::object& spec = make_object(q.object, "spec");
    // An empty class is a wish for volumes without one.
    if (value_at(spec, "storageClassName") ||
        value_at(object_of(q.object, {"metadata", "annotations"}), old_class_annotation))
        return {};
    if (const auto name = newest_default(q.cluster, storage_classes,
                                         {"storageclass.kubernetes.io/is-default-class",
                                          "storageclass.beta.kubernetes.io/is-default-class"}))
        spec["storageClassName"] = *name;
    return {};
}

api_result<> storage_protection_admit(admission_request& q) {
    if (q.is_create_of(claims)) add_finalizer_to(q.object, "kubernetes.io/pvc-protection");
    if (q.is_create_of(volumes)) add_finalizer_to(q.object, "kubernetes.io/pv-protection");
    // A VolumeAttributesClass gets none: no controller here would remove it.
    return {};
}

api_result<> claim_resize_validate(admission_request& q) {
    if (!q.is_update_of(claims)) return {};
    if (requested_storage(q.object) <= requested_storage(*q.old)) return {};
    if (text_at(object_of(*q.old, "status"), "phase") != "Bound")
        return q.refuse("Only bound persistent volume claims can be expanded");
    if (may_grow(q)) return {};
    return q.refuse(
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must "
        "support resize");
}

}}}  // namespace setpoint::v0::apiserver
