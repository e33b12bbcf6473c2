#pragma once
// VolumeAttachments (storage.k8s.io/v1).

#include "setpoint/api/core_v1/persistent_volume.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

struct volume_attachment_source {
    std::optional<interned_string> persistent_volume_name{};
    boxed<persistent_volume_spec> inline_volume_spec{};

    template <class Self = volume_attachment_source>
    static constexpr auto describe() {
        using namespace schema;
        return object("A volume that should be attached.",
                      field(&Self::persistent_volume_name, "persistentVolumeName",
                            "The name of the persistent volume to attach."),
                      field(&Self::inline_volume_spec, "inlineVolumeSpec", ""));
    }
};

struct volume_attachment_spec {
    interned_string attacher{};
    volume_attachment_source source{};
    interned_string node_name{};

    template <class Self = volume_attachment_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("The specification of a VolumeAttachment request.",
                      field(&Self::attacher, "attacher",
                            "Indicates the name of the volume driver that MUST handle this request."),
                      field(&Self::source, "source", "The volume that should be attached."),
                      field(&Self::node_name, "nodeName", "The node that the volume should be attached to."));
    }
};

struct volume_error {
    timestamp time{};
    interned_string message{};
    std::optional<std::int32_t> error_code{};

    template <class Self = volume_error>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "VolumeError captures an error encountered during a volume operation.",
            field(&Self::time, "time", "The time the error was encountered."),
            field(&Self::message, "message", "The error encountered during Attach or Detach operation."),
            field(&Self::error_code, "errorCode", ""));
    }
};

struct volume_attachment_status {
    std::optional<bool> attached{};
    string_map attachment_metadata{};
    boxed<volume_error> attach_error{}, detach_error{};

    template <class Self = volume_attachment_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("The status of a VolumeAttachment request.",
                      field(&Self::attached, "attached", "Indicates the volume is successfully attached."),
                      field(&Self::attachment_metadata, "attachmentMetadata", ""),
                      field(&Self::attach_error, "attachError",
                            "The last error encountered during attach operation, if any."),
                      field(&Self::detach_error, "detachError",
                            "The last error encountered during detach operation, if any."));
    }
};

struct volume_attachment {
    object_meta metadata{};
    volume_attachment_spec spec{};
    volume_attachment_status status{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments").cluster_scoped();
    }
    template <class Self = volume_attachment>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::volume_attachment);
