// Sources of PersistentVolumes. Rules about one field are in rules/core.v1.json.

#include "apiserver/kinds/core/persistent_volume_spec.hpp"
#include "apiserver/kinds/core/volume_sources.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct volume_context {
    std::string_view name;
    bool affinity = false;
    const std::string& spec_path;
};

using source_rules = void (*)(const bj::object& source, const volume_context& c, const std::string& path,
                              field_errors& to);

void require_member(const bj::object& o, std::string_view key, const std::string& path, field_errors& to) {
    if (text_at(o, key).empty()) required(to, child(path, key));
}

void validate_glusterfs(const bj::object& s, const volume_context&, const std::string& path,
                        field_errors& to) {
    const bj::value* ns = value_at(s, "endpointsNamespace");
    if (ns == nullptr) return;
    const std::string here = child(path, "endpointsNamespace");
    if (text_of(*ns).empty()) {
        invalid(to, here, *ns, "if the endpointnamespace is set, it must be a valid namespace name");
    } else {
        add_invalid(to, here, *ns, dns1123_label(text_of(*ns)));
    }
}

void validate_iscsi(const bj::object& s, const volume_context& c, const std::string& path, field_errors& to) {
    constexpr std::size_t longest = 64;
    const std::string_view portal = text_at(s, "targetPortal"), iqn = text_at(s, "iqn");
    const bj::value* initiator = value_at(s, "initiatorName");
    if (initiator != nullptr && c.name.size() + 1 + portal.size() > longest)
        invalid(to, child(path, "targetportal"), portal,
                "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if "
                "iscsi.initiatorName is "
                "specified.");
    if (iqn.empty()) {
        required(to, child(path, "iqn"));
    } else if (!is_iscsi_name(iqn)) {
        invalid(to, child(path, "iqn"), iqn, "must be valid format");
    }
    const bj::object* secret = object_at(s, "secretRef");
    if ((true_at(s, "chapAuthDiscovery") || true_at(s, "chapAuthSession")) && secret == nullptr)
        required(to, child(path, "secretRef"));
    if (secret != nullptr) require_member(*secret, "name", child(path, "secretRef"), to);
    if (initiator != nullptr && !is_iscsi_name(text_of(*initiator)))
        invalid(to, child(path, "initiatorname"), *initiator, "must be valid format");
}

// Cinder and StorageOS.
void validate_secret_reference(const bj::object& s, const volume_context&, const std::string& path,
                               field_errors& to) {
    const bj::object* secret = object_at(s, "secretRef");
    if (secret == nullptr) return;
    for (const char* key : {"name", "namespace"}) require_member(*secret, key, child(path, "secretRef"), to);
}

// A rule that does not depend on the volume.
template <auto Rule>
void apply_rule(const bj::object& s, const volume_context&, const std::string& path, field_errors& to) {
    Rule(s, path, to);
}

void validate_local(const bj::object&, const volume_context& c, const std::string&, field_errors& to) {
    if (!c.affinity) required(to, child(c.spec_path, "nodeAffinity"), "Local volume requires node affinity");
}

void validate_csi(const bj::object& s, const volume_context&, const std::string& path, field_errors& to) {
    validate_driver_name(text_at(s, "driver"), child(path, "driver"), to);
    for (const char* key : {"controllerPublishSecretRef", "controllerExpandSecretRef", "nodePublishSecretRef",
                            "nodeExpandSecretRef"}) {
        const bj::object* secret = object_at(s, key);
        if (secret == nullptr) continue;
        const std::string here = child(path, key);
        const std::string_view name = text_at(*secret, "name");
        require_member(*secret, "name", here, to);
        if (!name.empty()) add_invalid(to, child(here, "name"), name, dns1123_subdomain(name));
        validate_label_name(*secret, "namespace", here, to);
    }
}

struct volume_source {
    std::string_view key, type;    // type: of the table
    source_rules rules = nullptr;  // in addition
    // Where the real server reports errors, if not at `key`.
    std::string_view inside = {}, second = {};
};
// In the order of kube-apiserver.
constexpr std::array volume_sources{
    volume_source{"hostPath", "HostPathVolumeSource", apply_rule<validate_host_path_type>},
    volume_source{"gcePersistentDisk", "GCEPersistentDiskVolumeSource", nullptr, "persistentDisk"},
    volume_source{"awsElasticBlockStore", "AWSElasticBlockStoreVolumeSource"},
    volume_source{"glusterfs", "GlusterfsPersistentVolumeSource", validate_glusterfs},
    volume_source{"flocker", "", apply_rule<validate_flocker_source>},
    volume_source{"nfs", "NFSVolumeSource", apply_rule<validate_nfs_path>},
    volume_source{"rbd", "RBDPersistentVolumeSource"},
    volume_source{"quobyte", "QuobyteVolumeSource", apply_rule<validate_quobyte_registry>},
    volume_source{"cephfs", "CephFSPersistentVolumeSource", nullptr, {}, "cephFS"},
    volume_source{"iscsi", "ISCSIPersistentVolumeSource", validate_iscsi},
    volume_source{"cinder", "CinderPersistentVolumeSource", validate_secret_reference},
    volume_source{"fc", "", apply_rule<validate_fibre_channel>},
    volume_source{"flexVolume", "FlexPersistentVolumeSource", apply_rule<validate_flex_options>},
    volume_source{"azureFile", "AzureFilePersistentVolumeSource"},
    volume_source{"vsphereVolume", "VsphereVirtualDiskVolumeSource"},
    volume_source{"photonPersistentDisk", "PhotonPersistentDiskVolumeSource"},
    volume_source{"portworxVolume", "PortworxVolumeSource"},
    volume_source{"azureDisk", "AzureDiskVolumeSource", apply_rule<validate_azure_disk_uri>},
    volume_source{"scaleIO", "ScaleIOPersistentVolumeSource"},
    volume_source{"local", "LocalVolumeSource", validate_local},
    volume_source{"storageos", "StorageOSPersistentVolumeSource", validate_secret_reference},
    volume_source{"csi", "CSIPersistentVolumeSource", validate_csi},
};

}  // namespace

void validate_volume_sources(const bj::object& spec, std::string_view volume_name, bool affinity,
                             const std::string& path, field_errors& to) {
    const volume_context context{volume_name, affinity, path};
    std::size_t count = 0;
    for (const volume_source& s : volume_sources) {
        const bj::object* source = object_at(spec, s.key);
        if (source == nullptr) continue;
        // The real server forgets to compare a flexVolume with the sources before it.
        if (++count > 1 && s.key != "flexVolume") {
            forbidden(to, child(path, s.second.empty() ? s.key : s.second),
                      "may not specify more than 1 volume type");
            continue;
        }
        const std::string here = child(path, s.inside.empty() ? s.key : s.inside);
        if (!s.type.empty()) validate_fields("core.v1." + std::string(s.type), *source, nullptr, here, to);
        if (s.rules != nullptr) s.rules(*source, context, here, to);
    }
    if (count == 0) required(to, path, "must specify a volume type");
}

bj::object volume_sources_of(const bj::object& spec) {
    bj::object out;
    for (const volume_source& s : volume_sources) copy_field(out, spec, s.key);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
