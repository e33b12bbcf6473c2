// What expressions see of a schema, by the rules of apiserver/pkg/cel/common/schemas.go.

#include "apiserver/schema/schema_rules.hpp"
#include "setpoint/cel/json_types.hpp"

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

using type = schema_node::type;
using form = cel::json_type::form;

// "additionalProperties": true or false is a node of any type, which no schema can have otherwise.
bool is_plain_flag(const schema_node& s) {
    return s.what == type::any && !s.preserve_unknown;
}

form text_form(const schema_node& s) {
    const std::string_view format = s.limit ? std::string_view(s.limit->format) : std::string_view();
    if (format == "byte") return form::bytes;
    if (format == "duration") return form::duration;
    if (format == "date") return form::date;
    return format == "date-time" ? form::timestamp : form::string;
}

form form_of(const schema_node& s) {
    switch (s.what) {
        case type::object:
            return s.additional != nullptr && !is_plain_flag(*s.additional) ? form::map : form::object;
        case type::array:
            return form::list;
        case type::string:
            return text_form(s);
        case type::integer:
            return form::integer;
        case type::number:
            return form::real;
        case type::boolean:
            return form::boolean;
        case type::int_or_string:
            return form::int_or_string;
        default:
            return form::hidden;
    }
}

// The properties that a client has to send.
std::vector<std::string> needed_of(const schema_node& s) {
    std::vector<std::string> out;
    for (const std::string& name : s.required) {
        const schema_node* const field = s.find(name);
        const bool filled = field != nullptr && field->default_value && !field->default_value->is_null();
        if (!filled && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
    }
    return out;
}

std::optional<std::uint64_t> longest_of(const schema_node& s) {
    if (!s.limit || s.limit->enumeration.empty()) return std::nullopt;
    std::uint64_t most = 0;
    for (const bj::value& each : s.limit->enumeration) {
        if (const bj::string* text = each.if_string()) most = std::max<std::uint64_t>(most, text->size());
    }
    return most;
}

std::optional<std::int64_t> most_of(const schema_node& s, form is) {
    if (!s.limit) return std::nullopt;
    if (is == form::list) return s.limit->max_items;
    return is == form::map ? s.limit->max_properties : s.limit->max_length;
}

}  // namespace

cel::json_type declared_type(const schema_node& s, bool root) {
    cel::json_type to;
    to.is = form_of(s);
    to.nullable = s.nullable;
    if (s.list_type == schema_node::list::set) to.list = cel::json_type::list_kind::set;
    if (s.list_type == schema_node::list::map) to.list = cel::json_type::list_kind::keyed;
    to.keys = s.map_keys;
    if (to.is == form::list && s.items != nullptr)
        to.element = std::make_shared<cel::json_type>(declared_type(*s.items, s.items->embedded));
    if (to.is == form::map)
        to.element = std::make_shared<cel::json_type>(declared_type(*s.additional, s.additional->embedded));
    for (const property& p : s.properties)
        to.fields.emplace(p.name, declared_type(*p.type, p.type->embedded));
    if (root && to.is == form::object) cel::add_object_identity(to);
    const std::vector<std::string> needed = needed_of(s);
    cel::set_sizes(to, {most_of(s, to.is), longest_of(s), needed});
    return to;
}

}  // namespace setpoint::inline v0::apiserver
