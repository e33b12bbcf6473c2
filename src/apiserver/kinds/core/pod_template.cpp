// PodTemplates.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload_cells.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_template_object(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_pod_template(object_of(o, "template"), "template", to);
}

void validate_template_object_update(const bj::object& o, const bj::object& old, const kind_context&,
                                     field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_pod_template(object_of(o, "template"), "template", to, object_at(old, "template"));
}

void warn_of_pod_template(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (changes_template(o, old, sub)) warn_of_template(object_of(o, "template"), "template", to);
}

constexpr cell_row pod_template_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Pod Labels",
     [](const bj::object& o, wall_time) {
         return cell(labels_text(object_of(o, {"template", "metadata", "labels"})));
     }},
};

}  // namespace

constinit const kind_code pod_template_kind{.defaults = apply_go_encoding,
                                            .validate = validate_template_object,
                                            .validate_update = validate_template_object_update,
                                            .warn = warn_of_pod_template,
                                            .cells = pod_template_cells};

}}}  // namespace setpoint::v0::apiserver
