#pragma once
// The tables of everything but objects: plain values, custom scalars, enums, lists, maps and
// optionals. All are constants.
//
// To support another container: a shape in member_types.hpp, and a table here whose kind has all
// operations that type_ops lists for it. Readers call them without looking whether they are set.

#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/scalar.hpp"
#include "setpoint/json/type_info.hpp"

#include <boost/container/flat_map.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <array>
#include <bit>
#include <map>
#include <new>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json { namespace detail {

// The primary template: T cannot be described. field() and type_of() report that, and this prevents
// follow-up errors.
// `info` may be empty here, because nothing reads it: the program does not compile.
template <class T>
struct table {
    static constexpr type_info info = {};
    static void prepare() {}
};

// The operations as plain functions, so that a table is a constant.
// Captureless lambdas convert to function pointers in constant expressions. Each casts the void* back to
// T, which is sound because a table is only used with values of its own type.
template <class T>
constexpr type_ops value_ops() {
    type_ops o;
    // Value-initialized: members without an initializer are zero.
    o.construct = [](void* at) { ::new (at) T(); };
    o.destroy = [](void* at) { static_cast<T*>(at)->~T(); };
    return o;
}

// Fields that a kind does not use keep their initializers. Sizes fit 32 bits: no described type
// has 4 GiB.
template <class T>
constexpr type_info value_info(type_kind kind, std::string_view name) {
    type_info i{};
    i.kind = kind;
    i.size = sizeof(T);
    i.alignment = alignof(T);
    i.name = name;
    i.ops = value_ops<T>();
    return i;
}

// `prepare()` is part of every table, so that containers and objects call it without knowing the element;
// here there is nothing to prepare.
template <class T, type_kind Kind>
struct plain_table {
    static constexpr type_info info = value_info<T>(Kind, "");
    static void prepare() {}
};
// Readers switch over the kind and cast the void* directly to these types.
template <>
struct table<bool> : plain_table<bool, type_kind::boolean> {};
template <>
struct table<std::int32_t> : plain_table<std::int32_t, type_kind::int32> {};
template <>
struct table<std::int64_t> : plain_table<std::int64_t, type_kind::int64> {};
template <>
struct table<double> : plain_table<double, type_kind::number> {};
template <>
struct table<std::string> : plain_table<std::string, type_kind::std_string> {};
template <>
struct table<interned_string> : plain_table<interned_string, type_kind::shared_text> {};
template <>
struct table<boost::json::value> : plain_table<boost::json::value, type_kind::any> {};
// The decoder refuses other JSON than an object here.
constexpr type_info any_object_info() {
    type_info i = value_info<boost::json::object>(type_kind::any, "");
    i.object_only = true;
    return i;
}
// Its own table, since a JSON object has another layout than a JSON value.
template <>
struct table<boost::json::object> {
    static constexpr type_info info = any_object_info();
    static void prepare() {}
};

// Optional parts of the traits are detected by `requires`, so a new one does not break existing scalars.
template <custom_scalar T>
struct table<T> {
    using traits = scalar_traits<T>;
    static constexpr type_info make() {
        type_info i = value_info<T>(type_kind::scalar, "");
        // The type's name in messages: traits::name if it exists, otherwise the format.
        if constexpr (requires { traits::name; }) {
            i.name = traits::name;
        } else {
            i.name = traits::format;
        }
        i.scalar_format = traits::format;
        if constexpr (requires { traits::pattern; }) i.scalar_pattern = traits::pattern;
        if constexpr (requires { traits::is_secret; }) i.is_secret = traits::is_secret;
        if constexpr (requires(const T& t) { traits::heap(t); })
            i.ops.heap = [](const void* v) -> std::size_t { return traits::heap(*static_cast<const T*>(v)); };
        i.scalar_type = static_cast<std::uint8_t>(traits::type);
        // The traits' functions get references to T, so they need not know that they are called through
        // void*.
        i.ops.parse = [](std::string_view s, void* out) { return traits::parse(s, *static_cast<T*>(out)); };
        i.ops.parse_number = [](std::int64_t n, void* out) {
            return traits::parse_number(n, *static_cast<T*>(out));
        };
        i.ops.print = [](const void* v, std::string& out) { traits::print(*static_cast<const T*>(v), out); };
        i.ops.unset = [](const void* v) { return traits::is_unset(*static_cast<const T*>(v)); };
        i.ops.same = [](const void* a, const void* b) {
            return traits::same(*static_cast<const T*>(a), *static_cast<const T*>(b));
        };
        return i;
    }
    static constexpr type_info info = make();
    static void prepare() {}
};

// Signed: enumerators of an unsigned 64-bit type above 2^63 would wrap, consistently in both directions.
template <schema::described_enum T>
struct table<T> {
    // Copied from the description, whose names are literals, so the array needs no memory of the
    // description.
    static constexpr auto entries = [] {
        constexpr auto described = describe_enum(T{});
        std::array<enum_entry, std::size(described.values)> out;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = {described.values[i].name, static_cast<std::int64_t>(described.values[i].value)};
        return out;
    }();
    static constexpr type_info make() {
        type_info i = value_info<T>(type_kind::enumeration, "");
        i.values = entries;
        // Widened to 64 bits, the one type that holds every enumerator.
        i.ops.enum_get = [](const void* v) { return static_cast<std::int64_t>(*static_cast<const T*>(v)); };
        i.ops.enum_set = [](void* v, std::int64_t n) { *static_cast<T*>(v) = static_cast<T>(n); };
        return i;
    }
    static constexpr type_info info = make();
    static void prepare() {}
};

// The element's table is referred to by address only, so a list of the enclosing type itself works.
// append() invalidates pointers to earlier elements.
template <class E>
struct table<std::vector<E>> {
    // A second net: shape<std::vector<bool>> is unsupported already.
    static_assert(!std::is_same_v<E, bool>, "std::vector<bool> has no addressable elements");
    using list = std::vector<E>;
    static constexpr type_info make() {
        type_info i = value_info<list>(type_kind::list, "");
        i.element = &table<E>::info;
        i.ops.size = [](const void* v) { return static_cast<const list*>(v)->size(); };
        // data() + n, so that readers need no iterator; n == size() would be one past the end.
        i.ops.at = [](const void* v, std::size_t n) -> const void* {
            return static_cast<const list*>(v)->data() + n;
        };
        // Value-initialized at the end; the decoder then fills it in place, without a temporary.
        i.ops.append = [](void* v) -> void* { return &static_cast<list*>(v)->emplace_back(); };
        i.ops.shrink = [](void* v) { static_cast<list*>(v)->shrink_to_fit(); };
        // Capacity, since that is what the process pays for. The entries' own memory is added by
        // footprint().
        i.ops.heap = [](const void* v) { return static_cast<const list*>(v)->capacity() * sizeof(E); };
        i.ops.clear = [](void* v) { static_cast<list*>(v)->clear(); };
        return i;
    }
    static constexpr type_info info = make();
    static void prepare() { table<E>::prepare(); }
};

// What std::map and flat_map share. key_at() and value_at() are linear for std::map: readers use each().
template <class Map, class E>
struct map_table {
    static constexpr type_info make() {
        type_info i = value_info<Map>(type_kind::map, "");
        i.element = &table<E>::info;
        i.ops.map_size = [](const void* v) { return static_cast<const Map*>(v)->size(); };
        // Linear for node-based maps: prefer each().
        i.ops.key_at = [](const void* v, std::size_t n) -> std::string_view {
            return std::next(static_cast<const Map*>(v)->begin(), static_cast<std::ptrdiff_t>(n))->first;
        };
        i.ops.value_at = [](const void* v, std::size_t n) -> const void* {
            return &std::next(static_cast<const Map*>(v)->begin(), static_cast<std::ptrdiff_t>(n))->second;
        };
        i.ops.lookup = [](const void* v, std::string_view key) -> const void* {
            return find(*static_cast<const Map*>(v), key);
        };
        // An existing entry is returned as it is, so of duplicate keys the last value is decoded over the
        // first one.
        i.ops.insert = [](void* v, std::string_view key) -> void* {
            return &static_cast<Map*>(v)->try_emplace(typename Map::key_type(key)).first->second;
        };
        // The visitor returns false to stop. It may not change the map.
        i.ops.each = [](const void* v, void* context, bool (*visit)(void*, std::string_view, const void*)) {
            for (const auto& [key, value] : *static_cast<const Map*>(v))
                if (!visit(context, key, &value)) return;
        };
        i.ops.clear = [](void* v) { static_cast<Map*>(v)->clear(); };
        return i;
    }
    // Searches without a temporary key where the comparison is transparent.
    static const void* find(const Map& map, std::string_view key) {
        if constexpr (requires { typename Map::key_compare::is_transparent; }) {
            const auto at = map.find(key);
            return at == map.end() ? nullptr : &at->second;
        } else {
            const auto at = map.find(typename Map::key_type(key));
            return at == map.end() ? nullptr : &at->second;
        }
    }
    static void prepare() { table<E>::prepare(); }
};

// std::string keys: insert_text is null, and the decoder uses insert().
template <class E, class Less>
struct table<std::map<std::string, E, Less>> : map_table<std::map<std::string, E, Less>, E> {
    using map = std::map<std::string, E, Less>;
    static constexpr type_info make() {
        type_info i = map_table<map, E>::make();
        i.ops.heap = [](const void* v) {
            std::size_t bytes = 0;
            for (const auto& [key, value] : *static_cast<const map*>(v)) {
                bytes += 32 + sizeof(typename map::value_type);  // libstdc++'s node header is 32 bytes
                if (key.capacity() > 15) bytes += key.capacity() + 1;
            }
            return bytes;
        };
        return i;
    }
    static constexpr type_info info = make();
};

// The type of labels and annotations: sorted vectors of interned texts take a fraction of a std::map's
// memory, and most have under ten entries. Inserting moves later entries, so pointers to values are valid
// until the next insertion; the decoder completes one entry before it inserts the next.
template <class E, class Less>
struct table<boost::container::flat_map<interned_string, E, Less>>
    : map_table<boost::container::flat_map<interned_string, E, Less>, E> {
    using map = boost::container::flat_map<interned_string, E, Less>;
    static constexpr type_info make() {
        type_info i = map_table<map, E>::make();
        // Grows by doubling from 4, and shrink() returns the rest at the end of the object: most maps are
        // decoded once and kept for long.
        i.ops.insert_text = [](void* v, interned_string key) -> void* {
            map& m = *static_cast<map*>(v);
            if (m.size() == m.capacity()) m.reserve(m.empty() ? 4 : m.size() * 2);
            return &m.try_emplace(m.end(), std::move(key))
                        ->second;  // the server sends keys in order, so mostly at the end
        };
        i.ops.shrink = [](void* v) {
            map& m = *static_cast<map*>(v);
            if (m.capacity() != m.size()) m.shrink_to_fit();
        };
        i.ops.heap = [](const void* v) {
            const map& m = *static_cast<const map*>(v);
            std::size_t bytes = m.capacity() * sizeof(typename map::value_type);
            for (const auto& [key, value] : m) bytes += key.footprint();
            return bytes;
        };
        return i;
    }
    static constexpr type_info info = make();
};

// std::optional and boxed.
// A boxed value lies on the heap, so a type may contain itself through it.
template <class Optional>
struct optional_table {
    using element = typename Optional::value_type;
    static constexpr type_info make() {
        type_info i = value_info<Optional>(type_kind::optional, "");
        i.element = &table<element>::info;
        // Null for an empty optional; otherwise a pointer to the value inside.
        i.ops.get = [](const void* v) -> const void* {
            const auto& o = *static_cast<const Optional*>(v);
            return o ? &*o : nullptr;
        };
        i.ops.emplace = [](void* v) -> void* { return &static_cast<Optional*>(v)->emplace(); };
        i.ops.clear = [](void* v) { static_cast<Optional*>(v)->reset(); };
        return i;
    }
    static constexpr type_info info = make();
    static void prepare() { table<element>::prepare(); }
};
template <class E>
struct table<std::optional<E>> : optional_table<std::optional<E>> {};
template <class E>
struct table<boxed<E>> : optional_table<boxed<E>> {
    static constexpr type_info make() {
        type_info i = optional_table<boxed<E>>::make();
        i.ops.heap = [](const void* v) {
            return *static_cast<const boxed<E>*>(v) ? sizeof(E) : std::size_t{0};
        };
        return i;
    }
    static constexpr type_info info = make();
};

}}}}  // namespace setpoint::v0::json::detail
