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

namespace setpoint {

struct volume_attachment_source {
    std::optional<interned_string> persistent_volume_name{};
    boxed<persistent_volume_spec> inline_volume_spec{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_attachment_source;
        return object("A volume that should be attached.",
                      field(&self::persistent_volume_name, "persistentVolumeName",
                            "The name of the persistent volume to attach."),
                      field(&self::inline_volume_spec, "inlineVolumeSpec", ""));
    }
};

struct volume_attachment_spec {
    interned_string attacher{};
    volume_attachment_source source{};
    interned_string node_name{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_attachment_spec;
        return object("The specification of a VolumeAttachment request.",
                      field(&self::attacher, "attacher",
                            "Indicates the name of the volume driver that MUST handle this request."),
                      field(&self::source, "source", "The volume that should be attached."),
                      field(&self::node_name, "nodeName", "The node that the volume should be attached to."));
    }
};

struct volume_error {
    timestamp time{};
    interned_string message{};
    std::optional<std::int32_t> error_code{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_error;
        return object(
            "VolumeError captures an error encountered during a volume operation.",
            field(&self::time, "time", "The time the error was encountered."),
            field(&self::message, "message", "The error encountered during Attach or Detach operation."),
            field(&self::error_code, "errorCode", ""));
    }
};

struct volume_attachment_status {
    std::optional<bool> attached{};
    string_map attachment_metadata{};
    boxed<volume_error> attach_error{}, detach_error{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_attachment_status;
        return object("The status of a VolumeAttachment request.",
                      field(&self::attached, "attached", "Indicates the volume is successfully attached."),
                      field(&self::attachment_metadata, "attachmentMetadata", ""),
                      field(&self::attach_error, "attachError",
                            "The last error encountered during attach operation, if any."),
                      field(&self::detach_error, "detachError",
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
    static constexpr auto describe() {
        using namespace schema;
        using self = volume_attachment;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::volume_attachment);
