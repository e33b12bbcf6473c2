#pragma once
// Describes a struct once; decoding, encoding, OpenAPI schema, defaults, validation, comparison and
// patches follow from the description. See docs/describing-types.md.
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
//                           field(&self::image, "image", "Container image.",
//                                 required, min_length(1)));
//         }
//     };
//
// The member's type determines the JSON type, its initializer the default. Members may be bool,
// std::int32_t, std::int64_t, double, std::string, interned_string, API scalars (timestamp, quantity,
// int_or_string), described enums and structs, std::vector of these, std::map<std::string, ...> or
// string_map of these, boost::json::value, and std::optional of any.
//
// The forms of members, and when encode() leaves one out:
//     bool, std::int32_t, std::int64_t, double    boolean, number     never (NaN and infinity: always)
//     std::string, interned_string                string              if empty
//     enum with describe_enum()                   string              if the value has no name
//     described struct                            object              if nothing in it is written
//     std::vector<T>                              array               if empty
//     std::map<std::string, T>, string_map        object              if empty
//     std::optional<T>, boxed<T>                  as T                if not set
//     type with scalar_traits                     as they say         if is_unset()
//     boost::json::value, boost::json::object     anything, object    if null, empty
//
// A required member is always written. A set optional of a string, list, map or struct is written even if
// that is empty.

#include "setpoint/json/attributes.hpp"
#include "setpoint/json/detail/attribute_checks.hpp"
#include "setpoint/json/detail/compiled_table.hpp"
#include "setpoint/json/detail/enum_check.hpp"
#include "setpoint/json/detail/member_types.hpp"
#include "setpoint/json/detail/problem.hpp"
#include "setpoint/json/detail/value_checks.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace schema {

// --- fields and objects ---

// Values of several types in order. An aggregate, so that no constructor is instantiated: those of
// std::tuple took half the compile time of a source that describes structs.
// `I` makes the base classes distinct where a description has two fields of one type.
template <std::size_t I, class T>
struct part {
    T value;
};
template <class Indices, class... T>
struct parts_of;
template <std::size_t... I, class... T>
struct parts_of<std::index_sequence<I...>, T...> : part<I, T>... {};
//     parts<field_description<A>, rule> holds part<0, ...> and part<1, rule> as bases
template <class... T>
using parts = parts_of<std::index_sequence_for<T...>, T...>;

// Calls f with each value, in order.
// A visitor is a generic lambda: each call has another type, and `if constexpr` or overloads select those
// that matter. This is how tables, schemas and checks read a description, all of them in constant
// expressions.
//     for_each_part(T::describe().fields, [](const auto& field) { ... });
template <std::size_t... I, class... T, class F>
constexpr void for_each_part([[maybe_unused]] const parts_of<std::index_sequence<I...>, T...>& p,
                             [[maybe_unused]] F&& f) {
    (f(static_cast<const part<I, T>&>(p).value), ...);
}

// What field() returns. A literal type without ownership: name, doc and attributes are texts of the
// program. Read it through type_info instead of directly; it may change between releases.
template <class Class, class Member, class... Attributes>
struct field_description {
    using class_type = Class;
    using member_type = Member;
    // Null only in the description of a mistake that a static_assert has reported.
    Member Class::* member;
    std::string_view name;  // in JSON; contains nothing that JSON escapes
    std::string_view doc;
    parts<Attributes...> attributes;
    // The first mistake in this field; check_description() reports it where the type is used.
    detail::problem wrong;
};

// A field's JSON name and the source location of its description.
// Constructed implicitly from the second argument of field(). The location is that of the call, since
// default arguments are evaluated there; messages of static_asserts quote it as "types.hpp:12". `text` and
// `file` must be literals.
struct json_name {
    std::string_view text;
    const char* file;
    std::uint_least32_t line;
    // Uses the compiler's builtins instead of std::source_location: with that header, Boost.System
    // calls consteval functions in the default arguments of result::value(), and Clang 19 rejects
    // initializers that call it.
    constexpr json_name(const char* s, const char* in = __builtin_FILE(),  // NOLINT
                        std::uint_least32_t at = __builtin_LINE())
        : text(s), file(in), line(at) {}
    constexpr json_name(std::string_view s, const char* in = __builtin_FILE(),  // NOLINT
                        std::uint_least32_t at = __builtin_LINE())
        : text(s), file(in), line(at) {}
};

// Describes a data member. Does not compile for a type that cannot be described and for an
// attribute that does not apply to it. Limits that no value satisfies, and a default outside its
// own limits, do not compile where the type is used.
// Preconditions, checked at compile time: `member` belongs to the described class or a base of it; `name`
// is not empty, needs no escapes in JSON and is unique in the struct; each attribute occurs once, except
// rule. `doc` becomes the description in the schema and in `kubectl explain`; "" leaves it out.
//
//     field(&self::replicas, "replicas", "Number of pods.", minimum(0))
//     field(&self::image, "image", "Container image.", required, min_length(1))
template <class Class, class Member, class... Attributes>
constexpr auto field(Member Class::* member, json_name name, std::string_view doc, Attributes... attributes) {
    detail::problem wrong;
    wrong.field = name.text;
    wrong.file = name.file;
    wrong.line = name.line;
    using inner = detail::innermost_t<Member>;
    if constexpr (detail::shape<inner>::what == detail::form::unsupported) {
        detail::explain_type<inner>();
        // avoids follow-up errors
        return field_description<Class, bool>{nullptr, name.text, doc, {}, wrong};
    } else if constexpr (!(detail::attribute_traits<Attributes>::is_attribute && ...)) {
        (detail::check_is_attribute<Attributes>(), ...);
        return field_description<Class, Member>{member, name.text, doc, {}, wrong};
    } else {
        (detail::attribute_traits<Attributes>::template check<Member>(), ...);
        static_assert((detail::is_said_once<Attributes, Attributes...> && ...),
                      "an attribute is given twice for this field");
        if constexpr (detail::shape<inner>::what == detail::form::enumeration) detail::check_enum<inner>();
        detail::check_name(wrong, name.text);
        if constexpr ((detail::says_a_value<Attributes> || ...))
            detail::find_problem(wrong, member, attributes...);
        return field_description<Class, Member, Attributes...>{
            member, name.text, doc, {{attributes}...}, wrong};
    }
}

// Overloads for mistakes. The compiler chooses the last one only if nothing else fits.
// None accepts a correct call: the first one needs an attribute where the documentation belongs, the
// others lack parameters. Each has a static_assert, which reports one sentence instead of a list of
// candidates.
template <class Class, class Member, class Attribute, class... Attributes>
    requires(detail::attribute_traits<Attribute>::is_attribute)
constexpr void field(Member Class::*, json_name, Attribute, Attributes...) {
    static_assert(detail::has_documentation<Member>,
                  "a field has its documentation, if only \"\", between its name and its attributes");
}
template <class Class, class Member>
constexpr void field(Member Class::*, json_name = "") {
    static_assert(detail::has_documentation<Member>,
                  "a field has a name in JSON and a documentation, if only \"\"");
}
template <class T>
constexpr void field(T, ...) {
    static_assert(
        detail::is_pointer_to_data_member<T>,
        "a field begins with a pointer to a data member: field(&self::replicas, \"replicas\", ...)");
    static_assert(
        !detail::is_pointer_to_data_member<T>,
        "a field is described as field(&self::member, \"name in JSON\", \"documentation\", attributes...)");
}

// All fields of a described base class; a derived struct lists this once.
// A function, not a value: the base's description is evaluated once, in its own table.
template <class Base>
struct base_description {
    static constexpr auto of() { return Base::describe(); }
};
//     struct object_meta : basic_meta { ...
//         return object("Metadata.", fields_of<basic_meta>, field(&Self::labels, "labels", ""));
// Precondition: Base is a described, non-virtual, unambiguous base class. Its fields come at this place in
// the order of encoding; names must not repeat across both.
template <class Base>
inline constexpr base_description<Base> fields_of{};

// What T::describe() returns.
template <class... Fields>
struct object_description {
    std::string_view doc;
    parts<Fields...> fields;
};

// `fields`: what field() and fields_of return, and rules about several fields.
// The order determines the order in JSON and in printed schemas. `doc` is used where a field of this type
// has no documentation of its own. A struct without fields is allowed: `object("")`.
template <class... Fields>
constexpr auto object(std::string_view doc, Fields... fields) {
    return object_description<Fields...>{doc, {{fields}...}};
}

// --- enums ---
// Described by a function that is found by argument-dependent lookup:
//     constexpr auto describe_enum(restart) { return names(value(restart::always, "Always"), ...); }

// `name` is the text in JSON. Views a literal.
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
// At least one value. Each enumerator needs a text, and texts and values are distinct; check_enum()
// reports anything else at the first field of that type. A value that is not described is written as null,
// and reading an unknown text is bad_data.
//     enum class restart { always, never };
//     constexpr auto describe_enum(restart) {
//         return names(value(restart::always, "Always"), value(restart::never, "Never"));
//     }
template <class Enum, class... Rest>
constexpr auto names(enum_value<Enum> first, Rest... rest) {
    return enum_description<Enum, 1 + sizeof...(Rest)>{{first, rest...}};
}

// --- concepts ---

// A description that a library compiles is not asked for, since that would instantiate all of it.
// Any type of type_of() that is an object in JSON.
template <class T>
concept described_object = json::detail::is_compiled<T> || requires { T::describe().fields; };
// describe_enum(E) must be declared in the namespace of E, before the first struct that has a member of
// it: the concept is evaluated there, and compilers remember the result.
template <class T>
concept described_enum = std::is_enum_v<T> && requires(T e) { describe_enum(e).values; };

}}}  // namespace setpoint::v0::schema
