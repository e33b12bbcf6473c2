// Sources of PersistentVolumes. Rules about one field are in rules/core.v1.json.

#include "apiserver/kinds/core/volume_spec.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/pattern.hpp"
#include "apiserver/validation/devices.hpp"

#include <algorithm>
#include <array>

namespace setpoint::inline v0::apiserver {

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

void validate_host_path_type(const bj::object& s, const volume_context&, const std::string& path,
                             field_errors& to) {
    static const std::vector<std::string> types{
        "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"};
    const std::string_view type = text_at(s, "type");
    if (text_at(s, "path").empty() || std::ranges::find(types, type) != types.end()) return;
    not_supported(to, child(path, "type"), type, types);
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

void validate_flocker(const bj::object& s, const volume_context&, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(s, "datasetName"), uuid = text_at(s, "datasetUUID");
    if (name.empty() && uuid.empty()) required(to, path, "one of datasetName and datasetUUID is required");
    if (!name.empty() && !uuid.empty())
        invalid(to, path, "resource", "datasetName and datasetUUID can not be specified simultaneously");
    if (name.find('/') != std::string_view::npos)
        invalid(to, child(path, "datasetName"), name, "must not contain '/'");
}

void validate_nfs_path(const bj::object& s, const volume_context&, const std::string& path,
                       field_errors& to) {
    const std::string_view target = text_at(s, "path");
    if (!target.starts_with('/')) invalid(to, child(path, "path"), target, "must be an absolute path");
}

// Go's net.SplitHostPort accepts "host:port", "[host]:port" and an empty host or port.
bool is_host_and_port(std::string_view s) {
    const std::size_t colon = s.rfind(':');
    if (colon == std::string_view::npos) return false;
    std::string_view host = s.substr(0, colon), port = s.substr(colon + 1);
    if (host.starts_with('[')) {
        if (!host.ends_with(']') || host.find(']') + 1 != host.size()) return false;
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string_view::npos) {
        return false;
    }
    return host.find_first_of("[]") == std::string_view::npos &&
           port.find_first_of("[]") == std::string_view::npos;
}

void validate_quobyte(const bj::object& s, const volume_context&, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_tenant = 64;
    constexpr const char* wanted = "must be a host:port pair or multiple pairs separated by commas";
    std::string_view registry = text_at(s, "registry");
    if (registry.empty()) {
        required(to, child(path, "registry"), wanted);
        return;
    }
    if (text_at(s, "tenant").size() > longest_tenant) {
        required(to, child(path, "tenant"), "must be a UUID and may not exceed a length of 64 characters");
        return;
    }
    for (std::string_view rest = registry;;) {
        const std::size_t comma = rest.find(',');
        if (!is_host_and_port(rest.substr(0, comma))) invalid(to, child(path, "registry"), registry, wanted);
        if (comma == std::string_view::npos) return;
        rest.remove_prefix(comma + 1);
    }
}

bool is_iscsi_name(std::string_view name) {
    std::string why;
    static const auto iqn = pattern::compile(R"(iqn\.\d{4}-\d{2}\.([[:alnum:]\-.]+)(:[^,;*&$|\s]+)$)", why),
                      eui = pattern::compile("^eui.[[:alnum:]]{16}$", why),
                      naa = pattern::compile("^naa.[[:alnum:]]{32}$", why);
    const auto& p = name.starts_with("iqn") ? iqn : name.starts_with("eui") ? eui : naa;
    return p == nullptr || p->matches(name);
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

void validate_fibre_channel(const bj::object& s, const volume_context&, const std::string& path,
                            field_errors& to) {
    const bj::array &names = list_of(s, "targetWWNs"), &ids = list_of(s, "wwids");
    if (names.empty() && ids.empty())
        required(to, child(path, "targetWWNs"), "must specify either targetWWNs or wwids, but not both");
    if (names.empty()) return;
    if (!ids.empty())
        invalid_unsorted(to, child(path, "targetWWNs"), bj::value(names),
                         "targetWWNs and wwids can not be specified simultaneously");
    const auto lun = number_at(s, "lun");
    if (!lun) {
        required(to, child(path, "lun"), "lun is required if targetWWNs is specified");
    } else if (*lun < 0 || *lun > 255) {
        invalid(to, child(path, "lun"), bj::value(*lun), "must be between 0 and 255, inclusive");
    }
}

void validate_flex_options(const bj::object& s, const volume_context&, const std::string& path,
                           field_errors& to) {
    for (const auto& pair : object_of(s, "options")) {
        const std::string_view key = pair.key();
        std::string domain = "." + std::string(key.substr(0, key.find('/')));
        std::ranges::transform(domain, domain.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
        if (domain.ends_with(".kubernetes.io") || domain.ends_with(".k8s.io"))
            invalid(to, keyed(child(path, "options"), key), key,
                    "kubernetes.io and k8s.io namespaces are reserved");
    }
}

void validate_azure_disk(const bj::object& s, const volume_context&, const std::string& path,
                         field_errors& to) {
    const bj::value* kind = value_at(s, "kind");
    if (kind == nullptr) return;
    const std::string_view uri = text_at(s, "diskURI");
    const bool managed = text_of(*kind) == "Managed";
    if (uri.starts_with(managed ? "/subscriptions/" : "https://")) return;
    not_supported(
        to, child(path, "diskURI"), uri,
        {managed ? "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/"
                   "{disk-id}"
                 : "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"});
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
    volume_source{"hostPath", "HostPathVolumeSource", validate_host_path_type},
    volume_source{"gcePersistentDisk", "GCEPersistentDiskVolumeSource", nullptr, "persistentDisk"},
    volume_source{"awsElasticBlockStore", "AWSElasticBlockStoreVolumeSource"},
    volume_source{"glusterfs", "GlusterfsPersistentVolumeSource", validate_glusterfs},
    volume_source{"flocker", "", validate_flocker},
    volume_source{"nfs", "NFSVolumeSource", validate_nfs_path},
    volume_source{"rbd", "RBDPersistentVolumeSource"},
    volume_source{"quobyte", "QuobyteVolumeSource", validate_quobyte},
    volume_source{"cephfs", "CephFSPersistentVolumeSource", nullptr, {}, "cephFS"},
    volume_source{"iscsi", "ISCSIPersistentVolumeSource", validate_iscsi},
    volume_source{"cinder", "CinderPersistentVolumeSource", validate_secret_reference},
    volume_source{"fc", "", validate_fibre_channel},
    volume_source{"flexVolume", "FlexPersistentVolumeSource", validate_flex_options},
    volume_source{"azureFile", "AzureFilePersistentVolumeSource"},
    volume_source{"vsphereVolume", "VsphereVirtualDiskVolumeSource"},
    volume_source{"photonPersistentDisk", "PhotonPersistentDiskVolumeSource"},
    volume_source{"portworxVolume", "PortworxVolumeSource"},
    volume_source{"azureDisk", "AzureDiskVolumeSource", validate_azure_disk},
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

}  // namespace setpoint::inline v0::apiserver
