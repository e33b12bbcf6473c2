#include "apiserver/kinds/shared/columns.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/go/time.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/json_path.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

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

// The catalogue leaves out the descriptions that most resources share.
std::string_view description_of(const bj::object& row) {
    if (const bj::value* own = value_at(row, "description")) return text_of(*own);
    return text_at(row, "name") == "Name" ? name_description : created_description;
}

cell_function find_cell(const kind_code& code, std::string_view name) {
    for (const cell_row& row : code.cells)
        if (row.column == name) return row.print;
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

// client-go's printer: JSON for objects and lists, %v for everything else.
std::string printed(const bj::value& v) {
    if (v.is_null()) return "<no value>";
    return v.is_object() || v.is_array() ? go_text::json(v) : go_text::printed(v);
}

// int64(d) of a float64 on amd64.
std::int64_t truncated(double d) {
    constexpr double limit = 9223372036854775808.0;
    return d >= -limit && d < limit ? static_cast<std::int64_t>(d) : std::numeric_limits<std::int64_t>::min();
}

// metav1.Time's UnmarshalQueryParameter, then the age.
bj::value date_cell(std::string_view text, wall_time now) {
    if (text.empty() || text == "null") return "<unknown>";
    if (!time_error(text, false).empty()) return "<invalid>";
    // Go also accepts a one-digit hour, and a comma before the fraction.
    std::string plain(text);
    if (plain[12] == ':') plain.insert(11, 1, '0');
    std::ranges::replace(plain, ',', '.');
    return bj::value(bj::string(age_text(plain, now)));
}

bj::value number_cell(std::string_view type, const bj::value& v) {
    // Go reads larger integers as doubles, and a number up to 255 that is not an int64 as a byte of
    // a string.
    if (v.is_uint64() && v.get_uint64() <= 255) return {};
    if (type == "number") return v.to_number<double>();
    return v.is_int64() ? v.get_int64() : truncated(v.to_number<double>());
}

bj::value custom_cell(const column& c, const json_result& found, const bj::object& object, wall_time now) {
    if (found.value == nullptr)
        return c.type == "string" ? bj::value(bj::string(printed(bj::value(object)))) : bj::value();
    const bj::value& v = *found.value;
    if (c.type == "string") return bj::value(bj::string(printed(v)));
    if (c.type == "boolean") return v.is_bool() ? v : bj::value();
    if (c.type == "date") return v.is_string() ? date_cell(text_of(v), now) : bj::value();
    return v.is_number() && !found.go_int ? number_cell(c.type, v) : bj::value();
}

}  // namespace

std::vector<column> columns_of(const catalogue_entry& kind, const kind_code& code) {
    std::vector<column> out;
    const bj::value rows = kind.parse("columns");
    if (rows.is_array()) {
        for_each_object(rows.get_array(), [&](const bj::object& row, std::size_t) {
            const std::string_view name = text_at(row, "name");
            column c = default_column(name, text_at(row, "type"), text_at(row, "format"), description_of(row),
                                      find_cell(code, name));
            c.priority = static_cast<std::int32_t>(number_at(row, "priority").value_or(0));
            out.push_back(std::move(c));
        });
        return out;
    }
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
    const bj::array& wanted_columns = list_of(version, "additionalPrinterColumns");
    bool readable = true;
    for_each_object(wanted_columns, [&](const bj::object& wanted, std::size_t) {
        column c;
        c.name = text_at(wanted, "name");
        c.type = text_at(wanted, "type");
        c.format = text_at(wanted, "format");
        const std::string path(text_at(wanted, "jsonPath"));
        c.path = json_path::parse(path);
        // The real server drops all columns from the first with an unreadable path on.
        readable = readable && c.path != nullptr;
        if (!readable) return;
        c.description = text_at(wanted, "description");
        if (c.description.empty()) {
            c.description = "Custom resource definition column (in JSONPath format): " + path;
        }
        c.priority = static_cast<std::int32_t>(number_at(wanted, "priority").value_or(0));
        out.push_back(std::move(c));
    });
    if (wanted_columns.empty())
        out.push_back(default_column("Age", "date", "", created_description, age_cell));
    return out;
}

bj::value cell_of(const column& c, const bj::object& object, wall_time now) {
    if (c.cell != nullptr) return c.cell(object, now);
    const auto found = c.path == nullptr ? std::nullopt : c.path->first(object);
    return found ? custom_cell(c, *found, object, now) : bj::value();
}

bj::array row_conditions(const resource& r, const bj::object& object) {
    return r.code->row_conditions == nullptr ? bj::array() : r.code->row_conditions(object);
}

namespace {

// A field of a built-in kind.
const bj::value* value_at_dots(const bj::object& object, std::string_view path) {
    const bj::object* here = &object;
    for (;;) {
        const std::size_t dot = path.find('.');
        const bj::value* v = here->if_contains(path.substr(0, dot));
        if (v == nullptr || dot == std::string_view::npos) return v;
        here = v->if_object();
        if (here == nullptr) return nullptr;
        path.remove_prefix(dot + 1);
    }
}

std::string custom_selectable_value(const resource& r, std::string_view path, const bj::object& object) {
    for (std::size_t i = 0; i < r.selectable.size(); ++i) {
        if (r.selectable[i] != path || r.selectable_paths[i] == nullptr) continue;
        const auto found = r.selectable_paths[i]->first(object);
        if (!found || found->value == nullptr || found->value->is_null()) return {};
        return go_text::printed(*found->value);
    }
    return {};
}

}  // namespace

std::string selectable_value(const resource& r, std::string_view path, const bj::object& object) {
    if (r.custom && !path.starts_with("metadata.")) return custom_selectable_value(r, path, object);
    const auto stored_path = r.code->selectable_path;
    const bj::value* found =
        value_at_dots(object, stored_path == nullptr ? std::string(path) : stored_path(path, object));
    if (found != nullptr && !found->is_null()) return printed(*found);
    // Go's zero values for number and boolean fields.
    if (path == "spec.hostNetwork" || path == "spec.unschedulable") return "false";
    if (path == "status.replicas" || path == "status.successful") return "0";
    return {};
}

}}}  // namespace setpoint::v0::apiserver
