// ControllerRevisions.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_controller_revision(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_not_negative(o, "revision", "revision", to);
    const bj::value* data = value_at(o, "data");
    if (data == nullptr) {
        required(to, "data", "data is mandatory");
    } else if (!data->is_object()) {
        required(to, "data", "data must be a valid JSON object");
    }
}

void validate_controller_revision_update(const bj::object& o, const bj::object& old, const kind_context&,
                                         field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_metadata(o, true, subdomain_name, to);
    validate_not_negative(o, "revision", "revision", to);
    validate_immutable(o, old, "data", "data", to);
}

bj::value controller_cell(const bj::object& o, wall_time) {
    for (const bj::value& v : list_of(object_of(o, "metadata"), "ownerReferences")) {
        if (!v.is_object() || !true_at(v.get_object(), "controller")) continue;
        const bj::object& owner = v.get_object();
        const std::string_view version = text_at(owner, "apiVersion");
        const std::size_t slash = version.find('/');
        std::string kind(text_at(owner, "kind"));
        if (slash != std::string_view::npos) kind += "." + std::string(version.substr(0, slash));
        return cell(fmt::format("{}/{}", lower_case(kind), text_at(owner, "name")));
    }
    return "<none>";
}

constexpr cell_row controller_revision_cells[] = {
    {"Controller", controller_cell},
    {"Revision",
     [](const bj::object& o, wall_time) { return bj::value(number_at(o, "revision").value_or(0)); }},
};

}  // namespace

constinit const kind_code controller_revision_kind{.defaults = apply_go_encoding,
                                                   .validate = validate_controller_revision,
                                                   .validate_update = validate_controller_revision_update,
                                                   .cells = controller_revision_cells,
                                                   .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
