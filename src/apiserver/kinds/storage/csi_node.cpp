// CSINodes (pkg/apis/storage/validation, pkg/registry/storage/csinode).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_topology_keys(const bj::object& driver, const std::string& path, field_errors& to) {
    std::set<std::string_view> seen;
    for (const bj::value& v : list_of(driver, "topologyKeys")) {
        const std::string_view key = text_of(v);
        if (key.empty()) required(to, path);
        if (!seen.insert(key).second) duplicate(to, path, key);
        add_invalid(to, path, key, qualified_name(key));
    }
}

void validate_node_driver(const bj::object& driver, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_id = 256;
    validate_driver_name(text_at(driver, "name"), child(path, "name"), to);
    const std::string_view id = text_at(driver, "nodeID");
    if (id.empty()) required(to, child(path, "nodeID"));
    if (id.size() > longest_id) invalid(to, child(path, "nodeID"), id, "must be 256 characters or less");
    validate_not_negative(object_of(driver, "allocatable"), "count", child(path, "allocatable.count"), to);
}

void validate_csi_node(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    std::set<std::string_view> names;
    for_each_object(list_of(object_of(o, "spec"), "drivers"), [&](const bj::object& driver, std::size_t i) {
        const std::string path = indexed("spec.drivers", i);
        validate_node_driver(driver, path, to);
        const std::string_view name = text_at(driver, "name");
        if (!names.insert(name).second) duplicate(to, child(path, "name"), name);
        validate_topology_keys(driver, path, to);
    });
}

void validate_csi_node_update(const bj::object& o, const bj::object& old, const kind_context& c,
                              field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        return;
    }
    validate_csi_node(o, c, to);
    for_each_object(list_of(object_of(old, "spec"), "drivers"), [&](const bj::object& was, std::size_t) {
        for_each_object(list_of(object_of(o, "spec"), "drivers"), [&](const bj::object& driver, std::size_t) {
            if (text_at(was, "name") != text_at(driver, "name")) return;
            bj::object now = driver, before = was;
            now.stable_erase("allocatable");
            before.stable_erase("allocatable");
            const bj::value a(now), b(before);
            if (!same(&a, &b)) invalid_unsorted(to, "spec.drivers", a, std::string(immutable));
        });
    });
}

constexpr cell_row csi_node_cells[] = {
    {"Drivers",
     [](const bj::object& o, wall_time) {
         return bj::value(static_cast<std::int64_t>(list_of(object_of(o, "spec"), "drivers").size()));
     }},
};

}  // namespace

// What is in the status belongs to a feature in the stage alpha.
constinit const kind_code csi_node_kind{.defaults = apply_go_encoding,
                                        .prepare_create = create_without_status,
                                        .prepare_update = update_spec_or_status_alone,
                                        .validate = validate_csi_node,
                                        .validate_update = validate_csi_node_update,
                                        .cells = csi_node_cells,
                                        .has_generation = false,
                                        .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
