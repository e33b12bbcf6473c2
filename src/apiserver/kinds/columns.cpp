#include "apiserver/kinds/columns.hpp"

#include "apiserver/kinds/cells.hpp"
#include "apiserver/kinds/column_table.hpp"
#include "apiserver/kinds/fields.hpp"
#include "apiserver/kinds/json_path.hpp"
#include <setpoint/api/time.hpp>

#include <apiserver/schema/json_text.hpp>

namespace setpoint::apiserver {

namespace kinds {

namespace {

constexpr std::string_view name_description =
    "Name must be unique within a namespace. Is required when creating resources, although some resources "
    "may allow a "
    "client to request the generation of an appropriate name automatically. Name is primarily intended for "
    "creation "
    "idempotence and configuration definition. Cannot be updated. More info: "
    "https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
constexpr std::string_view created_description =
    "CreationTimestamp is a timestamp representing the server time when this object was created. It is not "
    "guaranteed to "
    "be set in happens-before order across separate operations. Clients may not set this value. It is "
    "represented in "
    "RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: "
    "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

bj::value name_cell(const bj::object& o, wall_time) {
    return bj::value(bj::string(text_at(object_of(o, "metadata"), "name")));
}

bj::value age_cell(const bj::object& o, wall_time now) {
    return bj::value(bj::string(age_text(text_at(object_of(o, "metadata"), "creationTimestamp"), now)));
}

bj::value created_cell(const bj::object& o, wall_time) {
    return bj::value(bj::string(text_at(object_of(o, "metadata"), "creationTimestamp")));
}

bj::value replicas_of(const bj::object& o, const char* part) {
    return bj::value(number_at(object_of(o, part), "replicas").value_or(0));
}

cell_function find_cell(std::string_view resource, std::string_view name) {
    for (const auto table : {pod_cells(), workload_cells(), core_cells(), policy_cells(), cluster_cells()}) {
        for (const cell_row& row : table) {
            if (row.column == name && (row.resource == resource || row.resource.empty())) return row.cell;
        }
    }
    if (name == "Name") return name_cell;
    if (name == "Age") return age_cell;
    if (name == "Created At") return created_cell;
    return nullptr;
}

column default_column(std::string_view name, std::string_view type, std::string_view format,
                      std::string_view description, cell_function cell) {
    column c;
    c.name = name;
    c.type = type;
    c.format = format;
    c.description = description;
    c.cell = cell;
    return c;
}

// What the text template of a printer prints.
std::string printed(const bj::value& v) {
    return v.is_string() ? std::string(text_of(v)) : json_text::written(v);
}

bj::value custom_cell(const column& c, const bj::value& v, wall_time now) {
    if (c.type == "string") return bj::value(bj::string(printed(v)));
    if (c.type == "integer") {
        const auto n = number_of(v);
        return n ? bj::value(*n) : bj::value();
    }
    if (c.type == "number") return v.is_number() ? v : bj::value();
    if (c.type == "boolean") return v.is_bool() ? v : bj::value();
    if (c.type != "date" || !v.is_string()) return {};
    if (!timestamp::parse(text_of(v))) return "<invalid>";
    return bj::value(bj::string(age_text(text_of(v), now)));
}

// The path of the field that a selector's key means.
std::string_view field_path(const resource& r, std::string_view path) {
    if (r.storage == "events") {
        if (path == "reportingComponent" || path == "source" || path == "type" || path == "reason")
            return path;
    }
    return path;
}

}  // namespace

bool has_condition(const bj::object& status, std::string_view type) {
    for (const bj::value& v : list_of(status, "conditions")) {
        if (v.is_object() && text_at(v.get_object(), "type") == type)
            return text_at(v.get_object(), "status") == "True";
    }
    return false;
}

std::string joined_fields(const bj::array& list, std::string_view key, std::string_view separator) {
    std::string out;
    bool first = true;
    each_object(list, [&](const bj::object& o, std::size_t) {
        if (!first) out += separator;
        first = false;
        out += text_at(o, key);
    });
    return out;
}

std::vector<column> columns_of(std::string_view resource) {
    std::vector<column> out;
    for (const column_row& row : column_table()) {
        if (row.resource != resource) continue;
        column c =
            default_column(row.name, row.type, row.format, row.description, find_cell(resource, row.name));
        c.priority = row.priority;
        out.push_back(std::move(c));
    }
    if (!out.empty()) return out;
    out.push_back(default_column("Name", "string", "name", name_description, name_cell));
    out.push_back(default_column("Created At", "date", "", created_description, created_cell));
    return out;
}

std::vector<column> scale_columns() {
    const cell_function desired = [](const bj::object& o, wall_time) { return replicas_of(o, "spec"); };
    const cell_function available = [](const bj::object& o, wall_time) { return replicas_of(o, "status"); };
    return {default_column("Name", "string", "", name_description, name_cell),
            default_column("Desired", "integer", "",
                           "replicas is the desired number of instances for the scaled object.", desired),
            default_column("Available", "integer", "",
                           "replicas is the actual number of observed instances of the scaled object.",
                           available),
            default_column("Age", "string", "", created_description, age_cell)};
}

std::vector<column> custom_columns(const bj::object& version) {
    std::vector<column> out;
    out.push_back(default_column("Name", "string", "name", name_description, name_cell));
    each_object(list_of(version, "additionalPrinterColumns"), [&](const bj::object& wanted, std::size_t) {
        column c;
        c.name = text_at(wanted, "name");
        c.type = text_at(wanted, "type");
        c.format = text_at(wanted, "format");
        c.json_path = text_at(wanted, "jsonPath");
        c.description = text_at(wanted, "description");
        if (c.description.empty()) {
            c.description = "Custom resource definition column (in JSONPath format): " + c.json_path;
        }
        c.priority = static_cast<std::int32_t>(number_at(wanted, "priority").value_or(0));
        out.push_back(std::move(c));
    });
    if (out.size() == 1) out.push_back(default_column("Age", "date", "", created_description, age_cell));
    return out;
}

}  // namespace kinds

bj::value cell_of(const column& c, const bj::object& object, wall_time now) {
    if (c.cell != nullptr) return c.cell(object, now);
    const auto steps = kinds::split_json_path(c.json_path);
    if (!steps) return {};
    // A list type of JSON holds its own copy; a path looks at fields only.
    const bj::value* found = nullptr;
    if (steps->empty()) return {};
    if (steps->front().what == kinds::json_step::type::name) {
        const bj::value* first = object.if_contains(steps->front().name);
        if (first != nullptr) found = kinds::find_first(*first, {steps->begin() + 1, steps->end()});
    }
    if (found == nullptr || found->is_null()) return {};
    return kinds::custom_cell(c, *found, now);
}

bj::array row_conditions(const resource& r, const bj::object& object) {
    if (r.storage != "pods") return {};
    const std::string_view phase = kinds::text_at(kinds::object_of(object, "status"), "phase");
    if (phase != "Succeeded" && phase != "Failed") return {};
    const char* message = phase == "Succeeded" ? "The pod has completed successfully." : "The pod failed.";
    return {bj::object{{"type", "Completed"}, {"status", "True"}, {"reason", phase}, {"message", message}}};
}

std::string selectable_value(const resource& r, std::string_view path, const bj::object& object) {
    using namespace kinds;
    std::string dotted(field_path(r, path));
    if (r.storage == "events" && dotted == "source") {
        // The old field, or who reports in the new one.
        for (const char* source : {"source", "deprecatedSource"}) {
            const std::string_view component = text_at(object_of(object, source), "component");
            if (!component.empty()) return std::string(component);
        }
        dotted = r.gvr.group.empty() ? "reportingComponent" : "reportingController";
    }
    if (r.gvr.resource == "namespaces" && dotted == "name") dotted = "metadata.name";
    if (dotted.empty() || dotted.front() != '.') dotted.insert(dotted.begin(), '.');
    const auto steps = split_json_path(dotted);
    if (!steps || steps->empty() || steps->front().what != json_step::type::name) return {};
    const bj::value* first = object.if_contains(steps->front().name);
    const bj::value* found =
        first == nullptr ? nullptr : find_first(*first, {steps->begin() + 1, steps->end()});
    if (found != nullptr && !found->is_null()) return printed(*found);
    // Go's zero values, where the field is a number or a boolean.
    if (path == "spec.hostNetwork" || path == "spec.unschedulable") return "false";
    if (path == "status.replicas" || path == "status.successful") return "0";
    return {};
}

}  // namespace setpoint::apiserver
