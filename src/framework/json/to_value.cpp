#include "framework/json/presence.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cmath>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

boost::json::string_view view(std::string_view s) {
    return {s.data(), s.size()};
}

boost::json::value string_value(std::string_view s) {
    return boost::json::string(view(s));
}

boost::json::value object_value(const type_info& type, const void* object) {
    boost::json::object out;
    for (const field_info& f : type.fields) {
        const present p = field_of(f, object);
        if (!p.type) continue;
        boost::json::value value = to_value(*p.type, p.value);
        if (!p.even_empty && p.type->kind == type_kind::object && value.get_object().empty()) continue;
        out.emplace(view(f.name), std::move(value));
    }
    return out;
}

boost::json::value list_value(const type_info& type, const void* list) {
    boost::json::array out;
    const std::size_t size = type.ops.size(list);
    out.reserve(size);
    for (std::size_t i = 0; i < size; ++i) out.push_back(to_value(*type.element, type.ops.at(list, i)));
    return out;
}

boost::json::value map_value(const type_info& type, const void* map) {
    struct context {
        const type_info& element;
        boost::json::object out;
    } c{*type.element, {}};
    type.ops.each(map, &c, [](void* at, std::string_view key, const void* value) {
        auto& to = *static_cast<context*>(at);
        to.out.insert_or_assign(view(key), to_value(to.element, value));
        return true;
    });
    return std::move(c.out);
}

// A custom scalar defines its JSON text; its JSON value is parsed from that.
boost::json::value scalar_value(const type_info& type, const void* v) {
    if (type.ops.unset(v)) return nullptr;
    std::string printed;
    type.ops.print(v, printed);
    auto parsed = decode<boost::json::value>(printed);
    return parsed ? *std::move(parsed) : string_value(printed);
}

}  // namespace

boost::json::value to_value(const type_info& type, const void* v) {
    switch (type.kind) {
        case type_kind::boolean:
            return *static_cast<const bool*>(v);
        case type_kind::int32:
            return *static_cast<const std::int32_t*>(v);
        case type_kind::int64:
            return *static_cast<const std::int64_t*>(v);
        case type_kind::number: {
            const double d = *static_cast<const double*>(v);
            return std::isfinite(d) ? boost::json::value(d) : boost::json::value(nullptr);
        }
        case type_kind::std_string:
            return string_value(*static_cast<const std::string*>(v));
        case type_kind::shared_text:
            return string_value(static_cast<const interned_string*>(v)->view());
        case type_kind::scalar:
            return scalar_value(type, v);
        case type_kind::enumeration: {
            const std::string_view name = enum_name(type, v);
            return name.empty() ? boost::json::value(nullptr) : string_value(name);
        }
        case type_kind::object:
            return object_value(type, v);
        case type_kind::list:
            return list_value(type, v);
        case type_kind::map:
            return map_value(type, v);
        case type_kind::optional: {
            const void* inner = type.ops.get(v);
            return inner ? to_value(*type.element, inner) : boost::json::value(nullptr);
        }
        case type_kind::any:
            if (type.object_only) return *static_cast<const boost::json::object*>(v);
            return *static_cast<const boost::json::value*>(v);
    }
    return nullptr;
}

}}}  // namespace setpoint::v0::json
