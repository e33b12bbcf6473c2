#include "framework/json/presence.hpp"

#include "setpoint/core/interned_string.hpp"

#include <boost/json/value.hpp>

#include <cmath>

namespace setpoint { inline namespace v0 { namespace json {

bool is_unset(const type_info& type, const void* value) {
    switch (type.kind) {
        case type_kind::boolean:
        case type_kind::int32:
        case type_kind::int64:
        case type_kind::object:
            return false;
        case type_kind::number:
            return !std::isfinite(*static_cast<const double*>(value));
        case type_kind::std_string:
            return static_cast<const std::string*>(value)->empty();
        case type_kind::shared_text:
            return static_cast<const interned_string*>(value)->empty();
        case type_kind::scalar:
            return type.ops.unset(value);
        case type_kind::enumeration:
            return enum_name(type, value).empty();
        case type_kind::list:
            return type.ops.size(value) == 0;
        case type_kind::map:
            return type.ops.map_size(value) == 0;
        case type_kind::optional:
            return !type.ops.get(value);
        case type_kind::any:
            if (type.object_only) return static_cast<const boost::json::object*>(value)->empty();
            return static_cast<const boost::json::value*>(value)->is_null();
    }
    return false;
}

present field_of(const field_info& field, const void* object) {
    const type_info* type = field.type;
    const void* value = static_cast<const char*>(object) + field.offset;
    bool even_empty = field.required;
    while (type->kind == type_kind::optional) {
        const void* const inner = type->ops.get(value);
        if (!inner) return field.null_when_unset ? present{type, value, true} : present{};
        type = type->element;
        value = inner;
        even_empty |= type->kind != type_kind::scalar && type->kind != type_kind::enumeration;
    }
    if (!even_empty && is_unset(*type, value)) return {};
    return {type, value, even_empty};
}

std::string_view enum_name(const type_info& type, const void* value) {
    const std::int64_t n = type.ops.enum_get(value);
    for (const enum_entry& e : type.values)
        if (e.value == n) return e.name;
    return {};
}

}}}  // namespace setpoint::v0::json
