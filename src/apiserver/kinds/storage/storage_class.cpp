// StorageClasses (pkg/apis/storage/validation, pkg/registry/storage/storageclass).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t most_parameters = 512, most_parameter_bytes = std::size_t{256} * 1024;

void validate_parameters(const bj::object& parameters, field_errors& to) {
    if (parameters.size() > most_parameters) {
        too_long(to, "parameters", most_parameters);
        return;
    }
    std::size_t bytes = 0;
    for (const auto& [key, v] : parameters) {
        if (key.empty()) invalid(to, "parameters", key, "field can not be empty.");
        bytes += key.size() + text_of(v).size();
    }
    if (bytes > most_parameter_bytes) too_long(to, "parameters", most_parameter_bytes);
}

using topology = std::map<std::string_view, std::set<std::string_view>>;

topology topology_of(const bj::object& term) {
    topology out;
    for_each_object(list_of(term, "matchLabelExpressions"), [&](const bj::object& e, std::size_t) {
        std::set<std::string_view>& values = out[text_at(e, "key")];
        values.clear();
        for (const bj::value& v : list_of(e, "values")) values.insert(text_of(v));
    });
    return out;
}

void validate_topology_term(const bj::object& term, const std::string& path, field_errors& to) {
    std::set<std::string_view> keys;
    for_each_object(list_of(term, "matchLabelExpressions"), [&](const bj::object& e, std::size_t i) {
        const std::string here = indexed(child(path, "matchLabelExpressions"), i),
                          values_path = child(here, "values");
        const bj::array& values = list_of(e, "values");
        if (values.empty()) required(to, values_path);
        std::set<std::string_view> seen;
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (!seen.insert(text_of(values[k])).second) duplicate(to, indexed(values_path, k), values[k]);
        }
        const std::string_view key = text_at(e, "key");
        add_invalid(to, child(here, "key"), key, qualified_name(key));
        if (!keys.insert(key).second) duplicate(to, child(here, "key"), key);
    });
}

void validate_topologies(const bj::array& terms, field_errors& to) {
    // The real server compares each term with as many empty ones as there are terms, too.
    std::vector<topology> seen(terms.size());
    for_each_object(terms, [&](const bj::object& term, std::size_t i) {
        const std::string path = indexed("allowedTopologies", i);
        validate_topology_term(term, path, to);
        topology now = topology_of(term);
        for (const topology& other : seen)
            if (now == other) duplicate(to, child(path, "matchLabelExpressions"), "");
        seen.push_back(std::move(now));
    });
}

void validate_any_class(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_object_fields(o, old, to);
    validate_parameters(object_of(o, "parameters"), to);
    validate_topologies(list_of(o, "allowedTopologies"), to);
}

void validate_storage_class(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_any_class(o, nullptr, to);
}

void validate_storage_class_update(const bj::object& o, const bj::object& old, const kind_context&,
                                   field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_metadata_update(o, old, to);
    validate_any_class(o, &old, to);
}

void warn_of_storage_class(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for_each_object(list_of(o, "allowedTopologies"), [&](const bj::object& t, std::size_t i) {
        for_each_object(list_of(t, "matchLabelExpressions"), [&](const bj::object& e, std::size_t k) {
            if (const auto text = deprecated_label(text_at(e, "key")); !text.empty())
                to.push_back(indexed(indexed("allowedTopologies", i) + ".matchLabelExpressions", k) +
                             ".key: " + std::string(text));
        });
    });
}

constexpr cell_row storage_class_cells[] = {
    {"Name", [](const bj::object& o,
                wall_time) { return class_name_cell(o, "storageclass.kubernetes.io/is-default-class"); }},
    {"Provisioner", [](const bj::object& o, wall_time) { return cell(text_at(o, "provisioner")); }},
    {"ReclaimPolicy", [](const bj::object& o, wall_time) { return cell(text_at(o, "reclaimPolicy")); }},
    {"VolumeBindingMode",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "volumeBindingMode")); }},
    {"AllowVolumeExpansion",
     [](const bj::object& o, wall_time) { return bj::value(true_at(o, "allowVolumeExpansion")); }},
};

}  // namespace

constinit const kind_code storage_class_kind{.defaults = apply_go_encoding,
                                             .validate = validate_storage_class,
                                             .validate_update = validate_storage_class_update,
                                             .warn = warn_of_storage_class,
                                             .cells = storage_class_cells,
                                             .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
