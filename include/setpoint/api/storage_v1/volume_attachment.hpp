#pragma once
// clang-format off
// VolumeAttachment (storage.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/persistent_volume_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace storage_v1 {

struct volume_attachment_source {
    std::optional<interned_string> persistent_volume_name{};
    boxed<core_v1::persistent_volume_spec> inline_volume_spec{};

    template <class Self = volume_attachment_source>
    static constexpr auto describe() {
        return schema::object(
            "VolumeAttachmentSource represents a volume that should be attached.",
            schema::field(&Self::persistent_volume_name, "persistentVolumeName",
                          "persistentVolumeName represents the name of the persistent volume to attach."),
            schema::field(&Self::inline_volume_spec, "inlineVolumeSpec",
                          "inlineVolumeSpec contains all the information necessary to attach a persistent "
                          "volume defined by a pod's inline VolumeSource."));
    }
};

struct volume_attachment_spec {
    interned_string attacher{};
    volume_attachment_source source{};
    interned_string node_name{};

    template <class Self = volume_attachment_spec>
    static constexpr auto describe() {
        return schema::object(
            "VolumeAttachmentSpec is the specification of a VolumeAttachment request.",
            schema::field(&Self::attacher, "attacher",
                          "attacher indicates the name of the volume driver that MUST handle this request."),
            schema::field(&Self::source, "source", "source represents the volume that should be attached."),
            schema::field(&Self::node_name, "nodeName",
                          "nodeName represents the node that the volume should be attached to."));
    }
};

struct volume_error {
    timestamp time{};
    interned_string message{};
    std::optional<std::int32_t> error_code{};

    template <class Self = volume_error>
    static constexpr auto describe() {
        return schema::object(
            "VolumeError captures an error encountered during a volume operation.",
            schema::field(&Self::time, "time", "time represents the time the error was encountered."),
            schema::field(&Self::message, "message",
                          "message represents the error encountered during Attach or Detach operation.",
                          schema::unique),
            schema::field(&Self::error_code, "errorCode",
                          "errorCode is a numeric gRPC code representing the error encountered during "
                          "Attach or Detach operations."));
    }
};

struct volume_attachment_status {
    std::optional<bool> attached{};
    string_map attachment_metadata{};
    boxed<volume_error> attach_error{};
    boxed<volume_error> detach_error{};

    template <class Self = volume_attachment_status>
    static constexpr auto describe() {
        return schema::object(
            "VolumeAttachmentStatus is the status of a VolumeAttachment request.",
            schema::field(&Self::attached, "attached",
                          "attached indicates the volume is successfully attached."),
            schema::field(&Self::attachment_metadata, "attachmentMetadata",
                          "attachmentMetadata is populated with any information returned by the attach "
                          "operation, upon successful attach, that must be passed into subsequent "
                          "WaitForAttach ..."),
            schema::field(&Self::attach_error, "attachError",
                          "attachError represents the last error encountered during attach operation, if "
                          "any."),
            schema::field(&Self::detach_error, "detachError",
                          "detachError represents the last error encountered during detach operation, if "
                          "any."));
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
        return schema::object(
            "VolumeAttachment captures the intent to attach or detach the specified volume to/from the "
            "specified node.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec",
                          "spec represents specification of the desired attach/detach volume behavior."),
            schema::field(&Self::status, "status",
                          "status represents status of the VolumeAttachment request."));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::volume_attachment);
