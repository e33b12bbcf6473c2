// Defaults of volumes (defaults.go of pkg/apis/core/v1, and +default markers of its types).

#include "apiserver/defaults/type_defaults.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

constexpr int file_mode = 0644;

void volume(bj::object& v) {
    bool has_source = false;
    for (const auto& [key, source] : v) has_source = has_source || (key != "name" && !source.is_null());
    if (!has_source) v["emptyDir"] = bj::object();
}

void mode(bj::object& source) {
    set_default(source, "defaultMode", file_mode);
}

void rbd(bj::object& source) {
    set_text_default(source, "pool", "rbd");
    set_text_default(source, "user", "admin");
    set_text_default(source, "keyring", "/etc/ceph/keyring");
}

void iscsi(bj::object& source) {
    set_text_default(source, "iscsiInterface", "default");
}

void azure_disk(bj::object& source) {
    set_default(source, "cachingMode", "ReadWrite");
    set_default(source, "kind", "Shared");
    set_default(source, "fsType", "ext4");
    set_default(source, "readOnly", false);
}

void scale_io(bj::object& source) {
    set_text_default(source, "storageMode", "ThinProvisioned");
    set_text_default(source, "fsType", "xfs");
}

void image(bj::object& source) {
    set_text_default(source, "pullPolicy", default_pull_policy(text_at(source, "reference")));
}

void claim_status(bj::object& claim) {
    set_text_default(make_object(claim, "status"), "phase", "Pending");
}

void claim_spec(bj::object& spec) {
    set_default(spec, "volumeMode", "Filesystem");
}

void persistent_volume(bj::object& o) {
    set_text_default(make_object(o, "status"), "phase", "Pending");
    bj::object& spec = make_object(o, "spec");
    set_text_default(spec, "persistentVolumeReclaimPolicy", "Retain");
    set_default(spec, "volumeMode", "Filesystem");
}

constexpr type_default volume_default_table[] = {
    {"core.v1.Volume", volume},
    {"core.v1.SecretVolumeSource", mode},
    {"core.v1.ConfigMapVolumeSource", mode},
    {"core.v1.DownwardAPIVolumeSource", mode},
    {"core.v1.ProjectedVolumeSource", mode},
    {"core.v1.HostPathVolumeSource", [](bj::object& s) { set_default(s, "type", ""); }},
    {"core.v1.ServiceAccountTokenProjection",
     [](bj::object& s) { set_default(s, "expirationSeconds", 3600); }},
    {"core.v1.RBDVolumeSource", rbd},
    {"core.v1.RBDPersistentVolumeSource", rbd},
    {"core.v1.ISCSIVolumeSource", iscsi},
    {"core.v1.ISCSIPersistentVolumeSource", iscsi},
    {"core.v1.AzureDiskVolumeSource", azure_disk},
    {"core.v1.ScaleIOVolumeSource", scale_io},
    {"core.v1.ScaleIOPersistentVolumeSource", scale_io},
    {"core.v1.ImageVolumeSource", image},
    {"core.v1.PersistentVolumeClaim", claim_status},
    {"core.v1.PersistentVolumeClaimSpec", claim_spec},
    {"core.v1.PersistentVolume", persistent_volume},
};

}  // namespace

std::span<const type_default> volume_type_defaults() {
    return volume_default_table;
}

}  // namespace setpoint::inline v0::apiserver
