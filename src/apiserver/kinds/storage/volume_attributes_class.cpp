// VolumeAttributesClasses (pkg/apis/storage/validation).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/ascii.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t attributes_limit = 256 * 1024, most_attributes = 512;

std::size_t size_of_texts(const bj::object& texts) {
    std::size_t out = 0;
    for (const auto& [key, value] : texts) out += key.size() + text_of(value).size();
    return out;
}

void validate_volume_attributes_class(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const std::string_view driver = text_at(o, "driverName");
    if (driver.empty())
        required(to, "driverName");
    else
        add_invalid(to, "driverName", lower_case(driver), qualified_name(lower_case(driver)));
    const bj::object& parameters = object_of(o, "parameters");
    if (parameters.size() > most_attributes) {
        too_long(to, "parameters", most_attributes);
        return;
    }
    if (parameters.contains("")) invalid(to, "parameters", "", "field can not be empty.");
    if (size_of_texts(parameters) > attributes_limit) too_long(to, "parameters", attributes_limit);
    if (parameters.empty()) required(to, "parameters", "must contain at least one key/value pair");
}

void validate_volume_attributes_class_update(const bj::object& o, const bj::object& old,
                                             const kind_context& c, field_errors& to) {
    validate_metadata_update(o, old, to);
    for (const char* key : {"driverName", "parameters"})
        if (!same_field(o, old, key))
            forbidden(to, key, "updates to " + std::string(key) + " are forbidden.");
    validate_volume_attributes_class(o, c, to);
}

constexpr cell_row volume_attributes_class_cells[] = {
    {"DriverName", [](const bj::object& o, wall_time) { return cell(text_at(o, "driverName")); }},
};

}  // namespace

constinit const kind_code volume_attributes_class_kind{
    .defaults = apply_go_encoding,
    .validate = validate_volume_attributes_class,
    .validate_update = validate_volume_attributes_class_update,
    .cells = volume_attributes_class_cells,
    .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
