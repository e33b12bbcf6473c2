// StorageVersionMigrations (pkg/apis/storagemigration/validation, pkg/registry/storagemigration).
// controllers/storage_migration migrates.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/conditions.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <algorithm>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_migrated_resource(const bj::object& resource, field_errors& to) {
    const std::string path = "spec.resource";
    const std::string_view name = text_at(resource, "resource"), group = text_at(resource, "group");
    const messages bad_name = dns1035_label(name), bad_group = dns1123_subdomain(group);
    if (name.empty())
        required(to, path + ".resource", "resource is required to be set");
    else if (!bad_name.empty())
        invalid(to, path + ".resource", name, joined(bad_name));
    if (!group.empty() && !bad_group.empty()) invalid(to, path + ".group", group, joined(bad_group));
}

void validate_storage_version_migration(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_migrated_resource(object_of(o, {"spec", "resource"}), to);
}

// util/resourceversion.
bool is_well_formed_version(std::string_view s) {
    return !s.starts_with('0') && std::ranges::all_of(s, [](char c) { return c >= '0' && c <= '9'; });
}

// The first condition of a type counts.
bool has_true_condition(const bj::object& status, std::string_view type) {
    const bj::array& all = list_of(status, "conditions");
    const auto found = std::ranges::find_if(
        all, [&](const bj::value& c) { return c.is_object() && text_at(c.get_object(), "type") == type; });
    return found != all.end() && text_at(found->get_object(), "status") == "True";
}

void validate_migration_outcome(const bj::object& status, const bj::object& before, field_errors& to) {
    const bj::value* conditions = value_at(status, "conditions");
    const auto wrong = [&](const char* why) {
        invalid_unsorted(to, "status.conditions", conditions == nullptr ? bj::value() : *conditions, why);
    };
    const bool succeeded = has_true_condition(status, "Succeeded"),
               failed = has_true_condition(status, "Failed");
    if (succeeded && failed) wrong("Both success and failed conditions cannot be true at the same time");
    if (!succeeded && has_true_condition(before, "Succeeded"))
        wrong("Success condition cannot be set to false once it is true");
    if (!failed && has_true_condition(before, "Failed"))
        wrong("Failed condition cannot be set to false once it is true");
}

void validate_migration_status(const bj::object& status, const bj::object& before, field_errors& to) {
    const std::string path = "status.resourceVersion";
    const std::string_view version = text_at(status, "resourceVersion"),
                           old_version = text_at(before, "resourceVersion");
    if (!is_well_formed_version(version))
        invalid(to, path, version, "resource version is not well formed: " + std::string(version));
    validate_conditions(list_of(status, "conditions"), "status.conditions", to);
    if (!old_version.empty() && version != old_version) invalid(to, path, version, std::string(immutable));
    validate_migration_outcome(status, before, to);
}

void validate_storage_version_migration_update(const bj::object& o, const bj::object& old,
                                               const kind_context& c, field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        validate_migration_status(object_of(o, "status"), object_of(old, "status"), to);
        return;
    }
    validate_storage_version_migration(o, c, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "spec", "spec", to);
}

bj::value migrated_resource_cell(const bj::object& o, wall_time) {
    const bj::object& resource = object_of(o, {"spec", "resource"});
    const std::string_view group = text_at(resource, "group");
    std::string out(text_at(resource, "resource"));
    if (!group.empty()) out.append(".").append(group);
    return cell(out);
}

bj::value migration_status_cell(const bj::object& o, wall_time) {
    std::string_view out = "Unknown";
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        const std::string_view type = text_at(c, "type");
        if (text_at(c, "status") == "True" && (type == "Running" || type == "Failed" || type == "Succeeded"))
            out = type;
    });
    return cell(out);
}

constexpr cell_row storage_version_migration_cells[] = {
    {"Resource", migrated_resource_cell},
    {"Status", migration_status_cell},
};

}  // namespace

constinit const kind_code storage_version_migration_kind{
    .defaults = apply_go_encoding,
    .prepare_create = create_without_status,
    .prepare_update = update_spec_or_status_alone,
    .validate = validate_storage_version_migration,
    .validate_update = validate_storage_version_migration_update,
    .cells = storage_version_migration_cells,
    .has_generation = false,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
