#include "setpoint/json/encode.hpp"

#include "framework/json/number.hpp"
#include "framework/json/presence.hpp"

#include <boost/json/array.hpp>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

void append_integer(std::integral auto n, std::string& out) {
    char digits[24];
    out.append(digits, std::to_chars(std::begin(digits), std::end(digits), n).ptr);
}

void write_tree(const boost::json::value& v, std::string& out);

void write_tree(const boost::json::object& object, std::string& out) {
    out += '{';
    for (const auto& [key, value] : object) {
        if (out.back() != '{') out += ',';
        quote({key.data(), key.size()}, out);
        out += ':';
        write_tree(value, out);
    }
    out += '}';
}

void write_tree(const boost::json::value& v, std::string& out) {
    switch (v.kind()) {
        case boost::json::kind::null:
            out += "null";
            return;
        case boost::json::kind::bool_:
            out += v.get_bool() ? "true" : "false";
            return;
        case boost::json::kind::int64:
            return append_integer(v.get_int64(), out);
        case boost::json::kind::uint64:
            return append_integer(v.get_uint64(), out);
        case boost::json::kind::double_:
            return append_number(v.get_double(), out);
        case boost::json::kind::string:
            return quote({v.get_string().data(), v.get_string().size()}, out);
        case boost::json::kind::array: {
            char before = '[';
            for (const auto& entry : v.get_array()) {
                out += std::exchange(before, ',');
                write_tree(entry, out);
            }
            out += before == '[' ? "[]" : "]";
            return;
        }
        case boost::json::kind::object:
            return write_tree(v.get_object(), out);
    }
}

void write(const type_info& type, const void* v, std::string& out);

// Appends `before` and "name": . Names of described fields contain nothing that JSON escapes.
void begin_member(char before, std::string_view name, std::string& out) {
    const std::size_t at = out.size();
    out.resize(at + name.size() + 4);
    char* const to = out.data() + at;
    to[0] = before;
    to[1] = '"';
    name.copy(to + 2, name.size());
    to[name.size() + 2] = '"';
    to[name.size() + 3] = ':';
}

void write_object(const type_info& type, const void* object, std::string& out) {
    char before = '{';
    for (const field_info& f : type.fields) {
        const present p = field_of(f, object);
        if (!p.type) continue;
        const std::size_t begin = out.size();
        begin_member(before, f.name, out);
        const std::size_t value_at = out.size();
        write(*p.type, p.value, out);
        if (!p.even_empty && p.type->kind == type_kind::object && out.size() == value_at + 2) {
            out.resize(begin);  // was {}
            continue;
        }
        before = ',';
    }
    out += before == '{' ? "{}" : "}";
}

void write_list(const type_info& type, const void* list, std::string& out) {
    out += '[';
    const std::size_t size = type.ops.size(list);
    for (std::size_t i = 0; i < size; ++i) {
        if (i > 0) out += ',';
        write(*type.element, type.ops.at(list, i), out);
    }
    out += ']';
}

void write_map(const type_info& type, const void* map, std::string& out) {
    struct context {
        const type_info& element;
        std::string& out;
        char before = '{';
    } c{*type.element, out};
    type.ops.each(map, &c, [](void* at, std::string_view key, const void* value) {
        auto& to = *static_cast<context*>(at);
        to.out += std::exchange(to.before, ',');
        quote(key, to.out);
        to.out += ':';
        write(to.element, value, to.out);
        return true;
    });
    out += c.before == '{' ? "{}" : "}";
}

void write(const type_info& type, const void* v, std::string& out) {
    switch (type.kind) {
        case type_kind::boolean:
            out += *static_cast<const bool*>(v) ? "true" : "false";
            return;
        case type_kind::int32:
            return append_integer(*static_cast<const std::int32_t*>(v), out);
        case type_kind::int64:
            return append_integer(*static_cast<const std::int64_t*>(v), out);
        case type_kind::number:
            return append_number(*static_cast<const double*>(v), out);
        case type_kind::std_string:
            return quote(*static_cast<const std::string*>(v), out);
        case type_kind::shared_text:
            return quote(static_cast<const interned_string*>(v)->view(), out);
        case type_kind::scalar:
            if (type.ops.unset(v)) {
                out += "null";
            } else {
                type.ops.print(v, out);
            }
            return;
        case type_kind::enumeration: {
            const std::string_view name = enum_name(type, v);
            if (name.empty()) {
                out += "null";
            } else {
                quote(name, out);
            }
            return;
        }
        case type_kind::object:
            return write_object(type, v, out);
        case type_kind::list:
            return write_list(type, v, out);
        case type_kind::map:
            return write_map(type, v, out);
        case type_kind::optional:
            if (const void* inner = type.ops.get(v)) return write(*type.element, inner, out);
            out += "null";
            return;
        case type_kind::any:
            if (type.object_only) return write_tree(*static_cast<const boost::json::object*>(v), out);
            return write_tree(*static_cast<const boost::json::value*>(v), out);
    }
}

}  // namespace

void encode(const type_info& type, const void* value, std::string& out) {
    write(type, value, out);
}

}}}  // namespace setpoint::v0::json
