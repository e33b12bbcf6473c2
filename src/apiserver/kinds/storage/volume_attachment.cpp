// VolumeAttachments (pkg/apis/storage/validation, pkg/registry/storage/volumeattachment).

#include "apiserver/kinds/core/persistent_volume_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t metadata_limit = 256 * 1024, error_limit = 1024;

void validate_attachment_source(const bj::object& source, field_errors& to) {
    const bj::value* volume = value_at(source, "persistentVolumeName");
    const bj::object* spec = object_at(source, "inlineVolumeSpec");
    constexpr const char* one = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    if (volume == nullptr && spec == nullptr) {
        required(to, "spec.source", one);
    } else if (volume != nullptr && spec != nullptr) {
        forbidden(to, "spec.source", one);
    } else if (spec != nullptr) {
        validate_volume_spec(*spec, "", volume_use::inline_volume, "spec.source.inlineVolumeSpec", to);
    } else if (text_of(*volume).empty()) {
        required(to, "spec.source.persistentVolumeName", "must specify non empty persistentVolumeName");
    }
}

std::size_t bytes_of_metadata(const bj::object& texts) {
    std::size_t out = 0;
    for (const auto& [key, value] : texts) out += key.size() + text_of(value).size();
    return out;
}

void validate_attachment_status(const bj::object& status, field_errors& to) {
    if (bytes_of_metadata(object_of(status, "attachmentMetadata")) > metadata_limit)
        too_long(to, "status.attachmentMetadata", metadata_limit);
    for (const char* key : {"attachError", "detachError"}) {
        const bj::object* error = object_at(status, key);
        if (error == nullptr) continue;
        const std::string path = child("status", key);
        if (text_at(*error, "message").size() > error_limit) too_long(to, path + ".message", metadata_limit);
        const auto code = number_at(*error, "errorCode");
        if (code && *code < 0) add_invalid(to, path + ".errorCode", *code, in_range(*code, 0, largest_int32));
    }
}

void validate_volume_attachment(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const bj::object &spec = object_of(o, "spec"), &source = object_of(spec, "source");
    validate_driver_name(text_at(spec, "attacher"), "spec.attacher", to);
    validate_attachment_source(source, to);
    const std::string_view node = text_at(spec, "nodeName");
    add_invalid(to, "spec.nodeName", node, dns1123_subdomain(node));
    validate_attachment_status(object_of(o, "status"), to);
    if (const bj::value* volume = value_at(source, "persistentVolumeName"))
        add_invalid(to, "spec.source.persistentVolumeName", *volume, dns1123_subdomain(text_of(*volume)));
}

void validate_volume_attachment_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                       field_errors& to) {
    validate_volume_attachment(o, c, to);
    validate_immutable(o, old, "spec", "spec", to);
}

constexpr cell_row volume_attachment_cells[] = {
    {"Attacher", [](const bj::object& o, wall_time) { return spec_text_cell(o, "attacher"); }},
    {"PV",
     [](const bj::object& o, wall_time) { return spec_text_cell(o, "source", "persistentVolumeName"); }},
    {"Node", [](const bj::object& o, wall_time) { return spec_text_cell(o, "nodeName"); }},
    {"Attached",
     [](const bj::object& o, wall_time) { return bj::value(true_at(object_of(o, "status"), "attached")); }},
};

}  // namespace

constinit const kind_code volume_attachment_kind{.defaults = apply_go_encoding,
                                                 .prepare_create = create_without_status,
                                                 .prepare_update = update_spec_or_status_alone,
                                                 .validate = validate_volume_attachment,
                                                 .validate_update = validate_volume_attachment_update,
                                                 .cells = volume_attachment_cells,
                                                 .has_generation = false,
                                                 .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
