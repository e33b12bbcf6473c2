// Kinds that are only stored: claims, volumes, quotas, limit ranges, priority classes, disruption
// budgets.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/limits.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"
#include "apiserver/validation/workload.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

void add_finalizer(bj::object& o, std::string_view name) {
    bj::object& meta = make_object(o, "metadata");
    if (list_at(meta, "finalizers") == nullptr) meta["finalizers"] = bj::array();
    bj::array& all = meta.at("finalizers").get_array();
    if (std::find(all.begin(), all.end(), bj::value(bj::string(name))) == all.end()) {
        all.push_back(bj::value(bj::string(name)));
    }
}

void create_claim(bj::object& o, const strategy_context&) {
    o["status"] = bj::object{{"phase", "Pending"}};
    // Added by the admission plugin StorageObjectInUseProtection.
    add_finalizer(o, "kubernetes.io/pvc-protection");
}

void create_volume(bj::object& o, const strategy_context& c) {
    bj::object status{{"phase", "Pending"}};
    status["lastPhaseTransitionTime"] = timestamp::from(c.now).to_string();
    o["status"] = std::move(status);
    add_finalizer(o, "kubernetes.io/pv-protection");
}

void check_access_modes(const bj::object& spec, field_errors& to) {
    for (const bj::value& mode : list_of(spec, "accessModes")) {
        const std::string_view m = text_of(mode);
        if (m == "ReadOnlyMany" || m == "ReadWriteMany" || m == "ReadWriteOnce" || m == "ReadWriteOncePod")
            continue;
        not_supported(to, "spec.accessModes", m,
                      {"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"});
    }
}

void validate_claim(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    if (list_of(spec, "accessModes").empty()) {
        required(to, "spec.accessModes", "at least 1 access mode is required");
    }
    validate_selector(object_of(spec, "selector"), "spec.selector", to);
    check_access_modes(spec, to);
    const bj::value* storage = value_at(object_of(spec, {"resources", "requests"}), "storage");
    if (storage == nullptr) {
        required(to, "spec.resources[storage]");
    } else if (text_of(*storage) == "0" || text_of(*storage).starts_with('-')) {
        invalid(to, "spec.resources[storage]", *storage, "must be greater than zero");
    }
    const std::string_view storage_class = text_at(spec, "storageClassName");
    if (!storage_class.empty())
        add_invalid(to, "spec.storageClassName", storage_class, dns1123_subdomain(storage_class));
    validate_one_of(text_at(spec, "volumeMode"), {"Block", "Filesystem"}, "spec.volumeMode", to);
}

void validate_claim_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                           field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) return;
    validate_claim(o, c, to);
    bj::object munged = object_of(o, "spec");
    const bj::object& before = object_of(old, "spec");
    copy_field(munged, before, "resources");
    copy_field(munged, before, "volumeAttributesClassName");
    if (text_at(before, "volumeName").empty()) copy_field(munged, before, "volumeName");
    // A claim without a class may get the default one later.
    if (value_at(before, "storageClassName") == nullptr &&
        value_at(object_of(old, {"metadata", "annotations"}), "volume.beta.kubernetes.io/storage-class") ==
            nullptr)
        copy_field(munged, before, "storageClassName");
    if (munged != before) {
        forbidden(to, "spec",
                  "spec is immutable after creation except resources.requests and volumeAttributesClassName "
                  "for bound "
                  "claims\n");
    }
}

bool has_source(const bj::object& spec) {
    for (const std::string_view source : {"awsElasticBlockStore",
                                          "azureDisk",
                                          "azureFile",
                                          "cephfs",
                                          "cinder",
                                          "csi",
                                          "fc",
                                          "flexVolume",
                                          "flocker",
                                          "gcePersistentDisk",
                                          "glusterfs",
                                          "hostPath",
                                          "iscsi",
                                          "local",
                                          "nfs",
                                          "photonPersistentDisk",
                                          "portworxVolume",
                                          "quobyte",
                                          "rbd",
                                          "scaleIO",
                                          "storageos",
                                          "vsphereVolume"}) {
        if (value_at(spec, source) != nullptr) return true;
    }
    return false;
}

void validate_volume(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    if (list_of(spec, "accessModes").empty()) required(to, "spec.accessModes");
    check_access_modes(spec, to);
    const bj::object& capacity = object_of(spec, "capacity");
    if (capacity.empty()) required(to, "spec.capacity");
    if (capacity.size() != 1 || value_at(capacity, "storage") == nullptr) {
        not_supported_unsorted(to, "spec.capacity", capacity.empty() ? bj::value() : bj::value(capacity),
                               {"storage"});
    }
    if (!has_source(spec)) required(to, "spec", "must specify a volume type");
    validate_one_of(text_at(spec, "persistentVolumeReclaimPolicy"), {"Delete", "Recycle", "Retain"},
                    "spec.persistentVolumeReclaimPolicy", to);
}

void validate_quota(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_quota_spec(object_of(o, "spec"), to);
}

void validate_quota_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                           field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) return;
    validate_quota(o, c, to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "scopes", "spec.scopes", to);
}

void validate_limits(const bj::object& o, const strategy_context& c, field_errors& to) {
    validate_namespaced(o, c, to);
    validate_limit_range(o, to);
}

void validate_limits_update(const bj::object& o, const bj::object&, const strategy_context& c,
                            field_errors& to) {
    validate_limits(o, c, to);
}

constexpr std::int64_t highest_priority = 1'000'000'000;

void validate_priority(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    const bool of_system = name == "system-node-critical" || name == "system-cluster-critical";
    if (name.starts_with("system-")) {
        if (!of_system) {
            forbidden(
                to, "metadata.name",
                fmt::format(
                    "priority class names with 'system-' prefix are reserved for system use only. error: {} "
                    "is not a known system priority class",
                    name));
        }
    } else if (number_at(o, "value").value_or(0) > highest_priority) {
        forbidden(to, "value",
                  fmt::format("maximum allowed value of a user defined priority is {}", highest_priority));
    }
    if (const bj::value* policy = value_at(o, "preemptionPolicy")) {
        validate_one_of(text_of(*policy), {"PreemptLowerPriority", "Never"}, "preemptionPolicy", to);
    }
}

void validate_priority_update(const bj::object& o, const bj::object& old, const strategy_context&,
                              field_errors& to) {
    validate_metadata_update(o, old, to);
    if (number_at(o, "value") != number_at(old, "value"))
        forbidden(to, "value", "may not be changed in an update.");
    validate_immutable(o, old, "preemptionPolicy", "preemptionPolicy", to);
}

void check_budget(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    if (value_at(spec, "minAvailable") != nullptr && value_at(spec, "maxUnavailable") != nullptr) {
        const bj::object shown{
            {"MinAvailable", spec.at("minAvailable")},
            {"Selector", object_at(spec, "selector") == nullptr ? bj::value() : spec.at("selector")},
            {"MaxUnavailable", spec.at("maxUnavailable")},
            {"UnhealthyPodEvictionPolicy", nullptr}};
        invalid_unsorted(to, "spec", bj::value(shown), "minAvailable and maxUnavailable cannot be both set");
    }
    for (const char* key : {"minAvailable", "maxUnavailable"}) {
        validate_int_or_percent(value_at(spec, key), child("spec", key), to);
        validate_at_most_100_percent(value_at(spec, key), child("spec", key), to);
    }
    validate_selector(object_of(spec, "selector"), "spec.selector", to);
}

void validate_budget(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, true, subdomain_name, to);
    check_budget(o, to);
}

void validate_budget_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                            field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    if (!is_status(c)) check_budget(o, to);
}

}  // namespace

const strategy volume_claim_strategy{.defaults = apply_go_encoding,
                                     .prepare_create = create_claim,
                                     .prepare_update = update_spec_or_status,
                                     .validate = validate_claim,
                                     .validate_update = validate_claim_update,
                                     .has_generation = false};
const strategy volume_strategy{.defaults = apply_go_encoding,
                               .prepare_create = create_volume,
                               .prepare_update = update_spec_or_status,
                               .validate = validate_volume,
                               .validate_update = validate_update_of_metadata,
                               .has_generation = false};
const strategy quota_strategy{.defaults = apply_go_encoding,
                              .prepare_create = create_without_status,
                              .prepare_update = update_spec_or_status,
                              .validate = validate_quota,
                              .validate_update = validate_quota_update,
                              .has_generation = false};
const strategy limit_range_strategy{.defaults = apply_go_encoding,
                                    .validate = validate_limits,
                                    .validate_update = validate_limits_update,
                                    .has_generation = false,
                                    .create_on_update = true};
const strategy priority_class_strategy{.defaults = apply_go_encoding,
                                       .validate = validate_priority,
                                       .validate_update = validate_priority_update};
const strategy disruption_budget_strategy{.defaults = apply_go_encoding,
                                          .prepare_create = create_without_status,
                                          .prepare_update = update_spec_or_status,
                                          .validate = validate_budget,
                                          .validate_update = validate_budget_update,
                                          .unconditional_update = false};

}  // namespace setpoint::inline v0::apiserver
