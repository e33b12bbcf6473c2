// ResourceSlices: the devices that drivers offer.

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Completes taints.
void default_slice_times(bj::object& o, wall_time time) {
    bj::array* devices = list_at(make_object(o, "spec"), "devices");
    if (devices == nullptr) return;
    const std::string now = timestamp::from(time).to_string();
    for_each_object(*devices, [&](bj::object& device, std::size_t) {
        if (bj::array* taints = list_at(device, "taints"))
            for_each_object(*taints,
                            [&](bj::object& t, std::size_t) { set_default(t, "timeAdded", bj::value(now)); });
    });
}

void create_resource_slice(bj::object& o, const kind_context& c) {
    default_slice_times(o, c.now);  // again: webhooks may have changed them
    apply_go_encoding(o);
}

void update_resource_slice(bj::object& o, const bj::object&, const kind_context& c) {
    default_slice_times(o, c.now);
}

void validate_resource_slice(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_resource_slice_spec(object_of(o, "spec"), nullptr, to);
}

void validate_resource_slice_update(const bj::object& o, const bj::object& old, const kind_context&,
                                    field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_resource_slice_spec(object_of(o, "spec"), &object_of(old, "spec"), to);
}

void warn_of_resource_slice(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    const std::string_view driver = text_at(object_of(o, "spec"), "driver");
    if (driver == lower_case(driver)) return;
    to.push_back(
        fmt::format("spec.driver: driver names should be lowercase; {} contains uppercase characters",
                    go_text::quoted(driver)));
}

constexpr cell_row resource_slice_cells[] = {
    {"Node", [](const bj::object& o, wall_time) { return spec_text_cell(o, "nodeName"); }},
    {"Driver", [](const bj::object& o, wall_time) { return spec_text_cell(o, "driver"); }},
    {"Pool", [](const bj::object& o, wall_time) { return spec_text_cell(o, "pool", "name"); }},
};

}  // namespace

constinit const kind_code resource_slice_kind{.defaults = apply_go_encoding,
                                              .default_times = default_slice_times,
                                              .prepare_create = create_resource_slice,
                                              .prepare_update = update_resource_slice,
                                              .validate = validate_resource_slice,
                                              .validate_update = validate_resource_slice_update,
                                              .warn = warn_of_resource_slice,
                                              .cells = resource_slice_cells};

}}}  // namespace setpoint::v0::apiserver
