// Defaults of volumes that are not constants (defaults.go of pkg/apis/core/v1, and +default markers of its
// types).

#include "apiserver/defaults/type_defaults.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

void volume(bj::object& v) {
    bool has_source = false;
    for (const auto& [key, source] : v) has_source = has_source || (key != "name" && !source.is_null());
    if (!has_source) v["emptyDir"] = bj::object();
}

void image(bj::object& source) {
    set_text_default(source, "pullPolicy", default_pull_policy(text_at(source, "reference")));
}

void claim_status(bj::object& claim) {
    set_text_default(make_object(claim, "status"), "phase", "Pending");
}

void persistent_volume(bj::object& o) {
    set_text_default(make_object(o, "status"), "phase", "Pending");
    bj::object& spec = make_object(o, "spec");
    set_text_default(spec, "persistentVolumeReclaimPolicy", "Retain");
    set_default(spec, "volumeMode", "Filesystem");
}

constexpr type_default volume_default_table[] = {
    {"core.v1.Volume", volume},
    {"core.v1.ImageVolumeSource", image},
    {"core.v1.PersistentVolumeClaim", claim_status},
    {"core.v1.PersistentVolume", persistent_volume},
};

}  // namespace

std::span<const type_default> volume_type_defaults() {
    return volume_default_table;
}

}  // namespace setpoint::inline v0::apiserver
