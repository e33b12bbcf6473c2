// Selectable fields are resolved in the schema like fieldPath of CEL rules (ValidFieldPath in
// apiextensions-apiserver, pkg/apiserver/schema/cel), without brackets. This is not the JSON path
// that is evaluated later: a backslash is part of the name here.

#include "apiserver/validation/selectable_fields.hpp"

#include "apiserver/objects/fields.hpp"

#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::size_t max_selectable_fields = 8;

struct resolved_field {
    std::string path;  // as in messages; [key] for an entry of a map
    std::string first;
    const schema_node* node = nullptr;
    std::string error;
};

// A dot, a bracket, a single-quoted text, or the text between those.
std::string_view take_token(std::string_view& path) {
    constexpr std::string_view delimiters = ".[]";
    std::size_t end = path.find_first_of(delimiters);
    if (path.front() == '\'') {
        end = path.find('\'', 1);
        while (end != std::string_view::npos && path[end - 1] == '\\') end = path.find('\'', end + 1);
        end = end == std::string_view::npos ? path.size() : end + 1;
    }
    const std::string_view out = path.substr(0, std::max<std::size_t>(1, std::min(end, path.size())));
    path.remove_prefix(out.size());
    return out;
}

void descend(resolved_field& at, std::string_view name) {
    constexpr const char* unknown = "does not refer to a valid field";
    const schema_node* from = at.node;
    if (from == nullptr || (from->properties.empty() && from->additional == nullptr)) {
        at.error = unknown;
    } else if (!from->properties.empty()) {
        at.node = from->find(name);
        if (at.node == nullptr) at.error = unknown;
        at.path += (at.path.empty() ? "" : ".") + std::string(name);
    } else {
        at.node = from->additional;
        at.path += "[" + std::string(name) + "]";
    }
    if (at.first.empty()) at.first = name;
}

resolved_field find_field(const schema_node* root, std::string_view path) {
    resolved_field out;
    out.node = root;
    while (!path.empty() && out.error.empty()) {
        const std::string_view token = take_token(path);
        if (token == "[") {
            out.error = "array notation is not allowed";
        } else if (token != ".") {
            out.error = "expected [ or . but got: " + std::string(token);
        } else if (path.empty()) {
            out.error = "unexpected end of JSON path";
        } else {
            descend(out, take_token(path));
        }
    }
    return out;
}

bool is_selectable(const schema_node& n) {
    return n.what == schema_node::type::string || n.what == schema_node::type::boolean ||
           n.what == schema_node::type::integer || n.what == schema_node::type::time;
}

}  // namespace

void validate_selectable_fields(const bj::array& fields, const schema_node* root, const std::string& list,
                                field_errors& to) {
    std::set<std::string> seen;
    for_each_object(fields, [&](const bj::object& f, std::size_t i) {
        const std::string path = indexed(list, i) + ".jsonPath", p(text_at(f, "jsonPath"));
        if (p.empty()) return required(to, path);
        const resolved_field place = find_field(root, p);
        if (!place.error.empty()) return invalid(to, path, p, "is an invalid path: " + place.error);
        if (place.first == "metadata") invalid(to, path, p, "must not point to fields in metadata");
        if (!is_selectable(*place.node)) {
            invalid(to, path, p,
                    "must point to a field of type string, boolean or integer. Enum string fields and "
                    "strings with formats are allowed.");
        }
        if (!seen.insert(place.path).second) duplicate(to, path, p);
    });
    if (seen.size() > max_selectable_fields)
        too_many(to, list, static_cast<std::int64_t>(seen.size()), max_selectable_fields);
}

}  // namespace setpoint::inline v0::apiserver
