#pragma once
// The words with which a struct is described, once: decode, encode, OpenAPI schema, defaults, validation,
// comparison and patches all follow from the description. See docs/describing-types.md.
//
//     struct web_server_spec {
//         std::int32_t replicas = 1;
//         std::string image;
//
//         static constexpr auto describe() {
//             using namespace setpoint::schema;
//             using self = web_server_spec;
//             return object("What a web server should look like.",
//                           field(&self::replicas, "replicas", "Number of pods.", minimum(0)),
//                           field(&self::image, "image", "Container image.", required, min_length(1)));
//         }
//     };
//
// The member's type gives the JSON type; its initialiser gives the default. Members may be bool,
// std::int32_t, std::int64_t, double, std::string, text, api scalars (timestamp, quantity, int_or_string),
// described enums and structs, std::vector of these, std::map<std::string, ...> or text_map of these,
// boost::json::value, and std::optional of any.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace setpoint::schema {

// --- what a field may say about itself; the names are those of OpenAPI and of the Kubernetes list markers
// ---

struct required_t {};
struct nullable_t {};
struct preserve_unknown_t {};
struct list_set_t {};
struct whole_t {};
struct unique_t {};
struct no_default_t {};
struct zero_is_absent_t {};
struct minimum {
    double value;
    explicit constexpr minimum(double v) : value(v) {}
};
struct maximum {
    double value;
    explicit constexpr maximum(double v) : value(v) {}
};
struct min_length {
    std::int64_t value;
    explicit constexpr min_length(std::int64_t v) : value(v) {}
};
struct max_length {
    std::int64_t value;
    explicit constexpr max_length(std::int64_t v) : value(v) {}
};
struct min_items {
    std::int64_t value;
    explicit constexpr min_items(std::int64_t v) : value(v) {}
};
struct max_items {
    std::int64_t value;
    explicit constexpr max_items(std::int64_t v) : value(v) {}
};
struct pattern {
    std::string_view value;  // ECMA 262, as the API server reads it
    explicit constexpr pattern(std::string_view v) : value(v) {}
};
struct format {
    std::string_view value;  // an OpenAPI format, e.g. "date-time"
    explicit constexpr format(std::string_view v) : value(v) {}
};
// The only values that a string may have.
struct one_of {
    static constexpr std::size_t capacity = 16;
    std::string_view values[capacity] = {};
    std::size_t count = 0;
    template <class... S>
    explicit constexpr one_of(S... s) : values{std::string_view(s)...}, count(sizeof...(S)) {
        static_assert(sizeof...(S) <= capacity);
    }
};
// A list of structs that the server merges by these keys (x-kubernetes-list-type: map).
struct list_map {
    static constexpr std::size_t capacity = 4;
    std::string_view keys[capacity] = {};
    std::size_t count = 0;
    template <class... S>
    explicit constexpr list_map(S... s) : keys{std::string_view(s)...}, count(sizeof...(S)) {
        static_assert(sizeof...(S) >= 1 && sizeof...(S) <= capacity);
    }
};

inline constexpr required_t required{};  // must be given; it then has no default
inline constexpr nullable_t nullable{};  // null is a value of its own (use std::optional)
// An object whose unknown fields the server keeps (x-kubernetes-preserve-unknown-fields).
inline constexpr preserve_unknown_t preserve_unknown{};
inline constexpr list_set_t list_set{};  // a list without repeats (x-kubernetes-list-type: set)
// A list that is declared whole: whoever applies it owns every entry, and entries of others are drift to be
// removed. Without it, entries that others added to a keyed list are left alone. A list that is neither
// keyed, set nor whole is atomic on the server, and compared whole as well.
inline constexpr whole_t whole{};
inline constexpr unique_t unique{};  // a text that differs in every object (a uid): not worth sharing
inline constexpr no_default_t
    no_default{};  // optional, and the member initialiser is not put into the schema
// The server stores 0 and false as nothing (omitempty on a plain Go field): set to these, it compares as
// unset.
inline constexpr zero_is_absent_t zero_is_absent{};

// --- fields and objects ---

// Values of several types in their order. An aggregate: to make one calls no constructor, and a std::tuple's
// constructors were half of what a source that describes structs took to compile.
template <std::size_t I, class T>
struct part {
    T value;
};
template <class Indices, class... T>
struct parts_of;
template <std::size_t... I, class... T>
struct parts_of<std::index_sequence<I...>, T...> : part<I, T>... {};
template <class... T>
using parts = parts_of<std::index_sequence_for<T...>, T...>;

// Calls f with each value in turn.
template <std::size_t... I, class... T, class F>
constexpr void for_each_part([[maybe_unused]] const parts_of<std::index_sequence<I...>, T...>& p,
                             [[maybe_unused]] F&& f) {
    (f(static_cast<const part<I, T>&>(p).value), ...);
}

template <class Class, class Member, class... Attributes>
struct field_description {
    using class_type = Class;
    using member_type = Member;
    Member Class::* member;
    std::string_view name;  // in JSON; holds nothing that JSON escapes
    std::string_view doc;
    parts<Attributes...> attributes;
};

template <class Class, class Member, class... Attributes>
constexpr auto field(Member Class::* member, std::string_view name, std::string_view doc,
                     Attributes... attributes) {
    return field_description<Class, Member, Attributes...>{member, name, doc, {{attributes}...}};
}

// All fields of a described base class (deriving structs name them with this, once).
template <class Base>
struct base_description {};
template <class Base>
inline constexpr base_description<Base> fields_of{};

template <class... Fields>
struct object_description {
    std::string_view doc;
    parts<Fields...> fields;
};

template <class... Fields>
constexpr auto object(std::string_view doc, Fields... fields) {
    return object_description<Fields...>{doc, {{fields}...}};
}

// --- enums: constexpr auto describe_enum(restart) { return names(value(restart::always, "Always"), ...); }
// found by ADL ---

template <class Enum>
struct enum_value {
    Enum value;
    std::string_view name;
};
template <class Enum>
constexpr enum_value<Enum> value(Enum v, std::string_view name) {
    return {v, name};
}
template <class Enum, std::size_t N>
struct enum_description {
    enum_value<Enum> values[N];
};
template <class Enum, class... Rest>
constexpr auto names(enum_value<Enum> first, Rest... rest) {
    return enum_description<Enum, 1 + sizeof...(Rest)>{{first, rest...}};
}

// --- concepts ---

template <class T>
concept described_object = requires { T::describe().fields; };
template <class T>
concept described_enum = std::is_enum_v<T> && requires(T e) { describe_enum(e).values; };

}  // namespace setpoint::schema
