#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cmath>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using type = schema_node::type;

// Kind names of Go's reflect package.
const char* kind_of(const bj::value& v) {
    switch (v.kind()) {
        case bj::kind::string:
            return "string";
        case bj::kind::bool_:
            return "bool";
        case bj::kind::array:
            return "slice";
        case bj::kind::object:
            return "map";
        case bj::kind::double_:
            return "float64";
        default:
            return "int64";
    }
}

std::string text(const schema_node& s, const bj::value& v) {
    if (s.go_type == "[]uint8") {
        if (!v.is_string()) return std::string("cannot restore slice from ") + kind_of(v);
        const std::string why = decode_error(s, v);
        return why.empty() ? why : "error decoding from json: " + why;
    }
    if (v.is_string()) return {};
    // Go would convert an integer to the character with that code.
    return v.is_int64() || v.is_uint64() ? "cannot convert int64 to " + s.go_type
                                         : "unrecognized type: string";
}

std::string integer(const schema_node& s, bj::value& v) {
    if (!v.is_number()) return "unrecognized type: " + s.integer_format;
    if (v.is_double()) {
        constexpr double most = 9e15;  // every integer up to here is exact as a double
        const double d = v.get_double();
        if (std::trunc(d) != d || std::abs(d) > most) return "cannot convert float64 to " + s.go_type;
        v = static_cast<std::int64_t>(d);
    }
    if (v.is_int64() && s.integer_format == "int32")
        v = std::int64_t{static_cast<std::int32_t>(v.get_int64())};
    return {};
}

std::string convert(const schema_node& s, bj::value& v, int depth);

std::string object(const schema_node& s, bj::value& v, int depth) {
    const bool map = s.additional || s.go_type.starts_with("map[");
    if (!v.is_object())
        return (map ? "cannot restore map from " : "cannot restore struct from: ") + std::string(kind_of(v));
    for (auto& pair : v.get_object()) {
        const schema_node* const declared = s.additional ? s.additional : s.find(pair.key());
        if (!declared) continue;
        if (std::string why = convert(*declared, pair.value(), depth + 1); !why.empty()) return why;
    }
    return {};
}

std::string array(const schema_node& s, bj::value& v, int depth) {
    if (!v.is_array()) return std::string("cannot restore slice from ") + kind_of(v);
    if (!s.items) return {};
    for (auto& item : v.get_array())
        if (std::string why = convert(*s.items, item, depth + 1); !why.empty()) return why;
    return {};
}

std::string convert(const schema_node& s, bj::value& v, int depth) {
    if (v.is_null() || depth > max_value_depth || s.preserve_unknown) return {};
    switch (s.what) {
        case type::object:
            return object(s, v, depth);
        case type::array:
            return array(s, v, depth);
        case type::string:
            return text(s, v);
        case type::integer:
            return integer(s, v);
        case type::boolean:
            return v.is_bool() ? "" : "unrecognized type: bool";
        case type::number:
            return v.is_number() ? "" : "unrecognized type: float64";
        case type::quantity:
        case type::time:
        case type::int_or_string:
            return decode_error(s, v);  // these have their own decoders, whose errors contain no path
        case type::any:
            return {};
    }
    return {};
}

}  // namespace

std::string go_convert(const schema_node& s, bj::value& value) {
    return convert(s, value, 0);
}

}}}  // namespace setpoint::v0::apiserver
