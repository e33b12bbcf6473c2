// Validates volumes of pods.

#include "apiserver/kinds/core/persistent_volume_claim_spec.hpp"
#include "apiserver/kinds/core/pod/pod_volumes.hpp"
#include "apiserver/kinds/core/volume_sources.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using source_validator = void (*)(const bj::object& source, const pod_volume_context& context,
                                  const std::string& path, field_errors& to);

void require_text(const bj::object& o, std::string_view key, const std::string& path, field_errors& to) {
    if (text_at(o, key).empty()) required(to, child(path, key));
}

void validate_items(const bj::object& source, const std::string& path, field_errors& to) {
    validate_file_mode(source, "defaultMode", path, to);
    for_each_object(list_of(source, "items"), [&](const bj::object& item, std::size_t i) {
        validate_key_to_path(item, indexed(path + ".items", i), to);
    });
}

void validate_partition(const bj::object& source, const std::string& path, field_errors& to) {
    const std::int64_t n = number_at(source, "partition").value_or(0);
    if (n < 0 || n > 255)
        invalid(to, path + ".partition", bj::value(n), "must be between 1 and 255, inclusive");
}

void validate_pod_iscsi(const bj::object& s, const std::string& path, field_errors& to) {
    constexpr const char *valid = "must be valid format",
                         *prefixed = "must be valid format starting with iqn, eui, or naa";
    const auto has_prefix = [](std::string_view name) {
        return name.starts_with("iqn") || name.starts_with("eui") || name.starts_with("naa");
    };
    const std::string_view iqn = text_at(s, "iqn");
    if (!iqn.empty() && !is_iscsi_name(iqn))
        invalid(to, path + ".iqn", iqn, has_prefix(iqn) ? valid : prefixed);
    const std::int64_t lun = number_at(s, "lun").value_or(0);
    add_invalid(to, path + ".lun", bj::value(lun), in_range(lun, 0, 255));
    if ((true_at(s, "chapAuthDiscovery") || true_at(s, "chapAuthSession")) &&
        object_at(s, "secretRef") == nullptr)
        required(to, path + ".secretRef");
    const bj::value* initiator = value_at(s, "initiatorName");
    if (initiator == nullptr || is_iscsi_name(text_of(*initiator))) return;
    invalid(to, path + ".initiatorname", *initiator, has_prefix(text_of(*initiator)) ? valid : prefixed);
}

void validate_pod_azure_disk(const bj::object& s, const std::string& path, field_errors& to) {
    const auto one_of = [&](const char* key, const std::vector<std::string>& allowed) {
        const bj::value* v = value_at(s, key);
        if (v != nullptr && std::ranges::find(allowed, text_of(*v)) == allowed.end())
            not_supported(to, child(path, key), *v, allowed);
    };
    one_of("cachingMode", {"None", "ReadOnly", "ReadWrite"});
    one_of("kind", {"Dedicated", "Managed", "Shared"});
    validate_azure_disk_uri(s, path, to);
}

// Cinder and StorageOS.
void validate_named_secret(const bj::object& s, const std::string& path, field_errors& to) {
    if (const bj::object* secret = object_at(s, "secretRef"))
        require_text(*secret, "name", path + ".secretRef", to);
}

void validate_pod_storage_os(const bj::object& s, const std::string& path, field_errors& to) {
    for (const char* key : {"volumeName", "volumeNamespace"}) {
        const std::string_view name = text_at(s, key);
        if (!name.empty()) add_invalid(to, child(path, key), name, dns1123_label(name));
    }
    validate_named_secret(s, path, to);
}

void validate_pod_csi(const bj::object& s, const std::string& path, field_errors& to) {
    validate_driver_name(text_at(s, "driver"), path + ".driver", to);
    const bj::object* secret = object_at(s, "nodePublishSecretRef");
    if (secret == nullptr) return;
    const std::string_view name = text_at(*secret, "name");
    require_text(*secret, "name", path + ".nodePublishSecretRef", to);
    if (!name.empty()) add_invalid(to, path + ".name", name, dns1123_subdomain(name));
}

void validate_host_path(const bj::object& s, const std::string& path, field_errors& to) {
    if (has_backsteps(text_at(s, "path")))
        invalid(to, path + ".path", text_at(s, "path"), "must not contain '..'");
    validate_host_path_type(s, path, to);
}

void validate_downward(const bj::object& s, const std::string& path, field_errors& to) {
    validate_file_mode(s, "defaultMode", path, to);
    for_each_object(list_of(s, "items"),
                    [&](const bj::object& item, std::size_t) { validate_downward_file(item, path, to); });
}

void validate_git_directory(const bj::object& s, const std::string& path, field_errors& to) {
    validate_path_stays_inside(text_at(s, "directory"), path + ".directory", to);
}

void validate_ephemeral_source(const bj::object& s, const std::string& path, field_errors& to) {
    if (const bj::object* claim = object_at(s, "volumeClaimTemplate"))
        validate_volume_claim_template(*claim, path + ".volumeClaimTemplate", to);
    else
        required(to, path + ".volumeClaimTemplate");
}

void validate_image(const bj::object& s, const std::string& path, field_errors& to) {
    require_text(s, "reference", path, to);
    validate_one_of(text_at(s, "pullPolicy"), {"Always", "IfNotPresent", "Never"}, path + ".pullPolicy", to);
}

void validate_pod_quobyte(const bj::object& s, const std::string& path, field_errors& to) {
    validate_quobyte_registry(s, path, to);
    require_text(s, "volume", path, to);
}

// A rule that depends on the source only.
template <auto Rule>
void apply_source_rule(const bj::object& s, const pod_volume_context&, const std::string& path,
                       field_errors& to) {
    Rule(s, path, to);
}

struct pod_source {
    std::string_view key;
    std::array<std::string_view, 3> required{};  // texts and lists
    source_validator check = nullptr;
    // Where the real server reports errors, if not at `key`.
    std::string_view inside{}, second{};
};
// In the order of kube-apiserver.
constexpr std::array pod_sources{
    pod_source{"emptyDir"},
    pod_source{"hostPath", {"path"}, apply_source_rule<validate_host_path>},
    pod_source{"gitRepo", {"repository"}, apply_source_rule<validate_git_directory>},
    pod_source{"gcePersistentDisk", {"pdName"}, apply_source_rule<validate_partition>, "persistentDisk"},
    pod_source{"awsElasticBlockStore", {"volumeID"}, apply_source_rule<validate_partition>},
    pod_source{"secret", {"secretName"}, apply_source_rule<validate_items>},
    pod_source{"nfs", {"server", "path"}, apply_source_rule<validate_nfs_path>},
    pod_source{"iscsi", {"targetPortal", "iqn"}, apply_source_rule<validate_pod_iscsi>},
    pod_source{"glusterfs", {"endpoints", "path"}},
    pod_source{"flocker", {}, apply_source_rule<validate_flocker_source>},
    pod_source{"persistentVolumeClaim", {"claimName"}},
    pod_source{"rbd", {"monitors", "image"}},
    pod_source{"cinder", {"volumeID"}, apply_source_rule<validate_named_secret>},
    pod_source{"cephfs", {"monitors"}, nullptr, {}, "cephFS"},
    pod_source{"quobyte", {}, apply_source_rule<validate_pod_quobyte>},
    pod_source{"downwardAPI", {}, apply_source_rule<validate_downward>, {}, "downwarAPI"},
    pod_source{"fc", {}, apply_source_rule<validate_fibre_channel>},
    pod_source{"flexVolume", {"driver"}, apply_source_rule<validate_flex_options>},
    pod_source{"configMap", {"name"}, apply_source_rule<validate_items>},
    pod_source{"azureFile", {"secretName", "shareName"}},
    pod_source{"vsphereVolume", {"volumePath"}},
    pod_source{"photonPersistentDisk", {"pdID"}},
    pod_source{"portworxVolume", {"volumeID"}},
    pod_source{"azureDisk", {"diskName", "diskURI"}, apply_source_rule<validate_pod_azure_disk>},
    pod_source{"storageos", {"volumeName"}, apply_source_rule<validate_pod_storage_os>},
    pod_source{"projected", {}, validate_projected_source},
    pod_source{"scaleIO", {"gateway", "system", "volumeName"}},
    pod_source{"csi", {}, apply_source_rule<validate_pod_csi>},
    pod_source{"ephemeral", {}, apply_source_rule<validate_ephemeral_source>},
    pod_source{"image", {}, apply_source_rule<validate_image>},
};

void validate_empty_dir(const bj::object& volume, const std::string& path, field_errors& to) {
    if (text_at(volume, {"emptyDir", "sizeLimit"}).starts_with('-'))
        forbidden(to, path + ".emptyDir.sizeLimit", "SizeLimit field must be a valid resource quantity");
}

// The name of a volume is part of other names.
void validate_derived_names(const bj::object& volume, const pod_volume_context& context, bool ephemeral,
                            const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 64;
    const std::string_view name = context.volume_name;
    if (const bj::object* iscsi = object_at(volume, "iscsi")) {
        if (value_at(*iscsi, "initiatorName") != nullptr &&
            name.size() + 1 + text_at(*iscsi, "targetPortal").size() > longest)
            invalid(to, path + ".name", name,
                    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if "
                    "iscsi.initiatorName is specified.");
    }
    const std::string_view pod =
        context.pod_metadata == nullptr ? "" : text_at(*context.pod_metadata, "name");
    if (!ephemeral || pod.empty() || name.empty()) return;
    const std::string claim = fmt::format("{}-{}", pod, name);
    for (const std::string& why : subdomain_name(claim, false))
        invalid(to, path + ".name", name, fmt::format("PVC name \"{}\": {}", claim, why));
}

void validate_volume_source(const bj::object& volume, const pod_volume_context& context,
                            const std::string& path, field_errors& to) {
    std::string_view used;
    validate_empty_dir(volume, path, to);
    for (const pod_source& s : pod_sources) {
        const bj::object* source = object_at(volume, s.key);
        if (source == nullptr) continue;
        if (!used.empty()) {
            forbidden(to, child(path, s.second.empty() ? s.key : s.second),
                      "may not specify more than 1 volume type");
            continue;
        }
        used = s.key;
        const std::string here = child(path, s.inside.empty() ? s.key : s.inside);
        for (const std::string_view key : s.required)
            if (!key.empty() && list_of(*source, key).empty()) require_text(*source, key, here, to);
        if (s.check != nullptr) s.check(*source, context, here, to);
    }
    validate_derived_names(volume, context, used == "ephemeral", path, to);
    if (used.empty()) required(to, path, "must specify a volume type");
}

}  // namespace

void validate_volumes(const bj::array& volumes, pod_volume_context context, const std::string& path,
                      field_errors& to, std::set<std::string, std::less<>>& names) {
    std::set<std::string, std::less<>> created;
    const std::string_view pod =
        context.pod_metadata == nullptr ? "" : text_at(*context.pod_metadata, "name");
    for_each_object(volumes, [&](const bj::object& v, std::size_t) {
        if (!pod.empty() && object_at(v, "ephemeral") != nullptr)
            created.insert(fmt::format("{}-{}", pod, text_at(v, "name")));
    });
    for_each_object(volumes, [&](const bj::object& v, std::size_t i) {
        const std::string here = indexed(path, i);
        const std::size_t before = to.size();
        context.volume_name = text_at(v, "name");
        validate_volume_source(v, context, here, to);
        validate_label_name(v, "name", here, to);
        const std::string name(context.volume_name);
        if (names.contains(name)) duplicate(to, here + ".name", name);
        if (to.size() == before) names.insert(name);
        const std::string_view claim = text_at(v, {"persistentVolumeClaim", "claimName"});
        if (created.contains(claim))
            invalid(to, here + ".persistentVolumeClaim.claimName", claim,
                    "must not reference a PVC that gets created for an ephemeral volume");
    });
}

}}}  // namespace setpoint::v0::apiserver
