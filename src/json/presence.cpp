#include "json/presence.hpp"

#include <setpoint/core/text.hpp>

#include <boost/json/value.hpp>

#include <charconv>
#include <cmath>

namespace setpoint::json {

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
            return static_cast<const text*>(value)->empty();
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
        if (!inner) {
            // A required field that may be null is written as one.
            return field.required && field.nullable ? present{type, value, true} : present{};
        }
        type = type->element;
        value = inner;
        even_empty |= type->kind != type_kind::scalar && type->kind != type_kind::enumeration;
    }
    if (!even_empty && is_unset(*type, value)) return {};
    return {type, value, even_empty};
}

namespace {

// 9.2e18 as 92 and zeros. `mantissa`: "-9.2", `exponent`: "18", which is no less than the digits behind the
// point.
void append_whole(std::string_view mantissa, std::string_view exponent, std::string& out) {
    std::size_t zeros = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), zeros);
    const std::size_t point = mantissa.find('.');
    out.append(mantissa.substr(0, point));
    if (point != mantissa.npos) {
        out.append(mantissa.substr(point + 1));
        zeros -= mantissa.size() - point - 1;
    }
    out.append(zeros, '0');
}

}  // namespace

void append_number(double d, std::string& out) {
    if (!std::isfinite(d)) {
        out += "null";
        return;
    }
    const double size = std::fabs(d);
    char room[32];  // the longest are like -0.0000012345678901234567
    const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
    // Above that, digits without an exponent would be those of the whole integer, not the fewest that read
    // back.
    constexpr double few_digits = 0x1p53;
    const auto form = plain && size < few_digits ? std::chars_format::fixed : std::chars_format::scientific;
    const std::string_view text(room, std::to_chars(std::begin(room), std::end(room), d, form).ptr);
    const std::size_t e = text.find('e');
    if (e == text.npos) {
        out.append(text);
    } else if (plain) {
        append_whole(text.substr(0, e), text.substr(e + 2), out);
    } else {
        // One digit of a negative exponent is enough: e-7. A positive one has two here.
        const bool zero = text.substr(e, 3) == "e-0";
        out.append(text.substr(0, zero ? e + 2 : text.size()));
        if (zero) out.append(text.substr(e + 3));
    }
}

std::string_view enum_name(const type_info& type, const void* value) {
    const std::int64_t n = type.ops.enum_get(value);
    for (const enum_entry& e : type.values)
        if (e.value == n) return e.name;
    return {};
}

}  // namespace setpoint::json
