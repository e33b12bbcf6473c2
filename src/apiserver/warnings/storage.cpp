// Warnings about volumes, claims and drivers.
#include "apiserver/objects/fields.hpp"
#include "apiserver/warnings/rows.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

void warn_of_claim_spec(const bj::object& spec, const std::string& path, texts& to) {
    for (const char* which : {"requests", "limits"})
        warn_of_fraction(object_of(spec, {"resources", which}), "storage", path + ".resources." + which, to);
}

namespace {

void of_claim(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    constexpr std::string_view old_class = "volume.beta.kubernetes.io/storage-class";
    if (object_of(o, {"metadata", "annotations"}).contains(old_class))
        to.push_back(keyed("metadata.annotations", old_class) +
                     ": deprecated since v1.8; use \"storageClassName\" attribute instead");
    warn_of_claim_spec(object_of(o, "spec"), "spec", to);
}

void of_volume(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
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

void of_storage_class(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for_each_object(list_of(o, "allowedTopologies"), [&](const bj::object& t, std::size_t i) {
        for_each_object(list_of(t, "matchLabelExpressions"), [&](const bj::object& e, std::size_t k) {
            if (const auto text = deprecated_label(text_at(e, "key")); !text.empty())
                to.push_back(indexed(indexed("allowedTopologies", i) + ".matchLabelExpressions", k) +
                             ".key: " + std::string(text));
        });
    });
}

void of_storage_capacity(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    const bj::object& nodes = object_of(o, "nodeTopology");
    for_each_object(list_of(nodes, "matchExpressions"), [&](const bj::object& e, std::size_t i) {
        const std::string_view key = text_at(e, "key");
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(
                fmt::format("{}.key: {} is {}", indexed("nodeTopology.matchExpressions", i), key, text));
    });
    for (const auto& [key, value] : object_of(nodes, "matchLabels"))
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("nodeTopology.matchLabels.{}: {}", std::string_view(key), text));
}

void of_csi_driver(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    const bj::object& spec = object_of(o, "spec");
    if (list_of(spec, "tokenRequests").empty() || value_at(spec, "serviceAccountTokenInSecrets")) return;
    if (old && same_field(spec, object_of(*old, "spec"), "tokenRequests")) return;
    to.emplace_back(
        "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to "
        "prevent possible logging of tokens in volume attributes");
}

constexpr warning_row storage_rows[] = {{"persistentvolumeclaims", of_claim},
                                        {"persistentvolumes", of_volume},
                                        {"storageclasses.storage.k8s.io", of_storage_class},
                                        {"csidrivers.storage.k8s.io", of_csi_driver},
                                        {"csistoragecapacities.storage.k8s.io", of_storage_capacity}};

}  // namespace

std::span<const warning_row> storage_warnings() {
    return storage_rows;
}

}  // namespace setpoint::inline v0::apiserver
