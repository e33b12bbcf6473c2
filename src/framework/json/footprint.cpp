#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/type_info.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

std::size_t heap_of(const boost::json::value& v);

std::size_t heap_of(const boost::json::object& object) {
    if (object.capacity() == 0) return 0;
    std::size_t bytes =
        16 + object.capacity() * (sizeof(boost::json::key_value_pair) + sizeof(std::uint32_t));
    for (const auto& member : object) bytes += member.key().size() + 1 + heap_of(member.value());
    return bytes;
}

std::size_t heap_of(const boost::json::value& v) {
    if (v.is_object()) return heap_of(v.get_object());
    if (v.is_string()) {
        constexpr std::size_t inside = 14;  // characters that Boost.JSON stores inline
        const std::size_t capacity = v.get_string().capacity();
        return capacity > inside ? capacity + 1 + sizeof(std::uint64_t) : 0;
    }
    if (!v.is_array() || v.get_array().capacity() == 0) return 0;
    std::size_t bytes = 16 + v.get_array().capacity() * sizeof(boost::json::value);
    for (const auto& entry : v.get_array()) bytes += heap_of(entry);
    return bytes;
}

std::size_t heap_of(const type_info& type, const void* v) {
    const type_ops& ops = type.ops;
    std::size_t bytes = ops.heap ? ops.heap(v) : 0;
    switch (type.kind) {
        case type_kind::std_string: {
            const auto& s = *static_cast<const std::string*>(v);
            return s.capacity() > std::string().capacity() ? s.capacity() + 1 : 0;
        }
        case type_kind::shared_text:
            return static_cast<const interned_string*>(v)->footprint();
        case type_kind::object:
            for (const field_info& f : type.fields) {
                if (f.flat) continue;
                const void* const inner = static_cast<const char*>(v) + f.offset;
                // Most fields that are not flat are strings: avoids a call for each.
                bytes += f.type->kind == type_kind::shared_text
                             ? static_cast<const interned_string*>(inner)->footprint()
                             : heap_of(*f.type, inner);
            }
            return bytes;
        case type_kind::list:
            for (std::size_t i = 0, n = ops.size(v); i < n; ++i)
                bytes += heap_of(*type.element, ops.at(v, i));
            return bytes;
        case type_kind::map: {
            std::pair<const type_info*, std::size_t*> context{type.element, &bytes};
            ops.each(v, &context, [](void* p, std::string_view, const void* value) {
                const auto& [element, sum] = *static_cast<decltype(context)*>(p);
                *sum += heap_of(*element, value);
                return true;
            });
            return bytes;
        }
        case type_kind::optional: {
            const void* const inner = ops.get(v);
            return inner ? bytes + heap_of(*type.element, inner) : 0;
        }
        case type_kind::any:
            return type.object_only ? heap_of(*static_cast<const boost::json::object*>(v))
                                    : heap_of(*static_cast<const boost::json::value*>(v));
        default:
            return bytes;
    }
}

}  // namespace

std::size_t footprint(const type_info& type, const void* value) {
    return type.size + heap_of(type, value);
}

}}}  // namespace setpoint::v0::json
