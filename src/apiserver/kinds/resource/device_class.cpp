// DeviceClasses.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_device_class(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_device_class_spec(object_of(o, "spec"), to);
}

void validate_device_class_update(const bj::object& o, const bj::object& old, const kind_context&,
                                  field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_metadata_update(o, old, to);
    validate_device_class_spec(object_of(o, "spec"), to);
}

}  // namespace

constinit const kind_code device_class_kind{.defaults = apply_go_encoding,
                                            .validate = validate_device_class,
                                            .validate_update = validate_device_class_update};

}}}  // namespace setpoint::v0::apiserver
