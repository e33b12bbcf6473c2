#pragma once
// Which types a described member may have, with one error message for each that it may not.
// Evaluated where field() is called, so that the compiler reports that line.
//
// shape<M> maps a type to its JSON form and to the type inside it:
//     std::vector<std::string>                   list, of std::string
//     std::optional<std::int32_t>                number, optional, of std::int32_t
//     std::map<std::string, std::vector<pod>>    map; its innermost type is pod
// It must not need complete types: a struct is described while it is still being defined.

#include "setpoint/json/scalar.hpp"

#include <boost/container/container_fwd.hpp>

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace boost::json {
// Declared, not included: Boost.JSON's headers are large, and most descriptions need none of them.
class value;
class object;
}  // namespace boost::json

namespace setpoint { inline namespace v0 {
class interned_string;
template <class T>
class boxed;

namespace schema::detail {

// The JSON form of a member.
// Scalars are the range from boolean to enumeration; is_list_of_scalars depends on this order. Kept apart
// from json::type_kind, which tells C++ types with the same JSON form apart.
enum class form : std::uint8_t {
    unsupported,
    boolean,
    number,
    string,
    number_or_string,
    enumeration,
    object,
    list,
    map,
    any,        // boost::json::value
    any_object  // boost::json::object
};

// Whether T has any member named `describe`, without calling it, since its return type may not be
// deduced yet.
// Lookup of `describe` in a class that inherits it from both bases is ambiguous, and so ill-formed,
// exactly if T has such a member. That works for functions, overloads, templates and private members
// alike, and needs no return type.
struct describes_too {
    int describe;
};
template <class T>
struct beside : T, describes_too {};
// An incomplete type counts as described: only a struct that is being defined can be incomplete where its
// own description is evaluated. Others fail later, with their own message. Final classes cannot be bases,
// so they need a `describe` whose address can be taken.
template <class T>
constexpr bool names_describe() {
    if constexpr (!requires { sizeof(T); }) {
        return true;  // not yet complete
    } else if constexpr (__is_final(T)) {
        return requires { &T::describe; };
    } else {
        return !requires { &beside<T>::describe; };  // ambiguous
    }
}

// Evaluated for every described type, so it uses compiler builtins instead of library classes.
// The order of the questions decides for classes with both a description and scalar_traits: the
// description wins.
template <class T>
constexpr form plain_form() {
    if constexpr (__is_enum(T)) {
        return requires(T e) { describe_enum(e).values; } ? form::enumeration : form::unsupported;
    } else if constexpr (__is_class(T)) {
        if constexpr (names_describe<T>()) {
            return form::object;
        } else if constexpr (json::custom_scalar<T>) {
            switch (json::scalar_traits<T>::type) {
                case json::scalar_type::string:
                    return form::string;
                case json::scalar_type::int_or_string:
                    return form::number_or_string;
                default:
                    return form::number;
            }
        }
    }
    return form::unsupported;
}

// `entry`: the element type of a list, map or optional.
// `entry` is void for a type without one, which ends the recursion of innermost.
template <form Form, class Entry = void>
struct shape_is {
    using entry = Entry;
    static constexpr form what = Form;
    static constexpr bool optional = false;
};
// Looks at types only and instantiates no description, so that field() stays cheap. Specializations for
// standard containers accept any allocator and comparison, so that the mistake in the element type is
// reported, not one in the container.
template <class T>
struct shape : shape_is<plain_form<T>()> {};
// The other arithmetic types are unsupported; explain_type() names the replacement.
template <>
struct shape<bool> : shape_is<form::boolean> {};
template <>
struct shape<std::int32_t> : shape_is<form::number> {};
template <>
struct shape<std::int64_t> : shape_is<form::number> {};
template <>
struct shape<double> : shape_is<form::number> {};
template <>
struct shape<std::string> : shape_is<form::string> {};
template <>
struct shape<interned_string> : shape_is<form::string> {};
template <>
struct shape<boost::json::value> : shape_is<form::any> {};
template <>
struct shape<boost::json::object> : shape_is<form::any_object> {};
template <class E, class Allocator>
struct shape<std::vector<E, Allocator>> : shape_is<form::list, E> {};
// Its elements have no address, which type_ops::at() needs.
template <class Allocator>
struct shape<std::vector<bool, Allocator>> : shape_is<form::unsupported> {};
// Keys of JSON objects are strings, so other keys are unsupported.
template <class E, class Less, class Allocator>
struct shape<std::map<std::string, E, Less, Allocator>> : shape_is<form::map, E> {};
template <class E, class Less, class Allocator>
struct shape<boost::container::flat_map<interned_string, E, Less, Allocator>> : shape_is<form::map, E> {};
// An optional has the form of its value: null and absence are properties of the field, not forms.
template <class E>
struct optional_shape {
    using entry = E;
    static constexpr form what = shape<E>::what;
    static constexpr bool optional = true;
};
template <class E>
struct shape<std::optional<E>> : optional_shape<E> {};
template <class E>
struct shape<boxed<E>> : optional_shape<E> {};

// The type of a member without std::optional.
// Removes all levels: std::optional<std::optional<T>> is opened to T.
template <class T>
struct opened {
    using type = T;
};
// T is an optional: continue with the type inside.
template <class T>
    requires(shape<T>::optional)
struct opened<T> : opened<typename shape<T>::entry> {};
template <class T>
using opened_t = typename opened<T>::type;

// The element type of a list or map; any other type itself.
// Recursive: the innermost type of a map of lists of optionals is the scalar or struct inside.
template <class T>
struct innermost {
    using type = T;
};
// `entry` is not void: T is a container or an optional.
template <class T>
    requires(!std::same_as<void, typename shape<T>::entry>)
struct innermost<T> : innermost<typename shape<T>::entry> {};
template <class T>
using innermost_t = typename innermost<T>::type;

// Named in the messages below, with the type that was found: "due to requirement
// 'can_be_described<unsigned int>'".
template <class T>
inline constexpr bool can_be_described = shape<innermost_t<T>>::what != form::unsupported;

// Tells what to use instead of T, the innermost type.
// Does nothing for a type that can be described. Otherwise exactly one assertion fires, the most specific;
// the order of the branches is from specific to general. It names the replacement, since "cannot be
// described" alone leaves a reader searching.
template <class T>
constexpr void explain_type() {
    if constexpr (std::is_const_v<T>) {
        // Decoding assigns to members.
        static_assert(can_be_described<T>, "a const member cannot be read from JSON: leave the const out");
    } else if constexpr (std::is_arithmetic_v<T>) {
        // unsigned, short, char, float, long long where that is not std::int64_t
        static_assert(can_be_described<T>,
                      "numbers are std::int32_t, std::int64_t or double; for what is never negative take "
                      "std::int64_t with minimum(0)");
    } else if constexpr (std::is_enum_v<T>) {
        // enum class mode { a, b }; without describe_enum(mode)
        static_assert(can_be_described<T>,
                      "an enum needs its names: write constexpr auto describe_enum(E) beside it, in its "
                      "namespace, before the struct");
    } else if constexpr (std::is_function_v<T>) {
        // field(&self::reset, ...)
        static_assert(can_be_described<T>, "this is a member function: a field is a data member");
    } else if constexpr (
        std::is_pointer_v<T> || requires { typename T::deleter_type; } || requires(T p) { p.use_count(); }) {
        // T*, std::unique_ptr<T>, std::shared_ptr<T>
        static_assert(can_be_described<T>,
                      "a pointer cannot be described: take std::optional<T> or boxed<T> for a part that may "
                      "be absent, std::string for text");
    } else if constexpr (std::is_same_v<T, std::vector<bool>>) {
        // std::vector<bool>
        static_assert(can_be_described<T>,
                      "std::vector<bool> cannot be described, as its entries have no address: take a list "
                      "of structs or of texts");
    } else if constexpr (requires { typename T::traits_type; }) {
        // std::string_view, std::wstring
        static_assert(can_be_described<T>,
                      "a string is std::string, or interned_string where many objects share it");
    } else if constexpr (requires { typename T::period; } || requires { typename T::clock; }) {
        // std::chrono::seconds, std::chrono::system_clock::time_point
        static_assert(can_be_described<T>,
                      "a duration is go_duration, a point in time is timestamp (setpoint/api/time.hpp)");
    } else if constexpr (requires { typename T::mapped_type; }) {
        // std::unordered_map<std::string, T>, std::map<int, T>
        static_assert(can_be_described<T>,
                      "a map is std::map<std::string, T> or string_map: the keys of a JSON object are texts");
    } else if constexpr (requires { typename T::key_type; }) {
        // std::set<T>, std::unordered_set<T>
        static_assert(can_be_described<T>, "a set is a std::vector<T> with list_set");
    } else if constexpr (std::is_array_v<T> || requires(T c) { c.begin(); }) {
        // T[3], std::array<T, 3>, std::list<T>
        static_assert(can_be_described<T>, "a list is std::vector<T>");
    } else {
        // any other type, such as a struct without describe()
        static_assert(
            can_be_described<T>,
            "this type has no description: give it `static constexpr auto describe()`, or take "
            "bool, std::int32_t, std::int64_t, double, std::string, timestamp, go_duration, "
            "quantity, int_or_string, a described enum or struct, a type with scalar_traits, "
            "boost::json::value, or std::optional, std::vector or std::map<std::string, T> of these");
    }
}

}  // namespace schema::detail
}}  // namespace setpoint::v0
