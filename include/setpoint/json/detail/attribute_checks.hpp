#pragma once
// Which members an attribute applies to, with one error message for each mistake.
//
// field() instantiates attribute_traits<A>::check<M>() for each attribute A of a member of type M.
// Everything here is evaluated by the compiler and leaves nothing in the program. Checks that need values
// (a minimum above a maximum) are in value_checks.hpp, and those that need other types (keys of a
// list_map) in description_check.hpp.

#include "setpoint/json/attributes.hpp"
#include "setpoint/json/detail/member_types.hpp"

namespace setpoint { inline namespace v0 { namespace schema::detail {

// Names that appear in compiler errors: "due to requirement 'is_number<std::string>'".
// Looks through optionals, lists and maps, since limits on a field apply to its entries. The predicates
// below are variables, not concepts, because a compiler prints the name of a failed variable with its type
// argument, which is half of the message.
template <class M>
inline constexpr form inner_form = shape<innermost_t<M>>::what;
// int32, int64, double, and scalars whose type is integer or number.
template <class M>
inline constexpr bool is_number = inner_form<M> == form::number;
// std::string, interned_string, and scalars whose type is string, such as timestamps. Enums have their own
// form.
template <class M>
inline constexpr bool is_text = inner_form<M> == form::string;
// A quantity's schema has no type, so its pattern is evaluated for the strings among its values.
template <class M>
inline constexpr bool is_text_or_quantity = is_text<M> || inner_form<M> == form::number_or_string;
template <class M>
inline constexpr bool is_number_or_text = is_number<M> || is_text<M>;
template <class M>
inline constexpr bool is_number_or_flag = is_number<M> || inner_form<M> == form::boolean;
// Of the member itself, not of its entries: limits on a number of entries belong to the outermost list.
template <class M>
inline constexpr bool is_list = shape<M>::what == form::list;
template <class M>
inline constexpr bool is_list_or_map = is_list<M> || shape<M>::what == form::map;
// The values whose JSON is an object, in which a client may have written fields that are not described.
template <class M>
inline constexpr bool is_open_object = shape<M>::what == form::object || shape<M>::what == form::map ||
                                       shape<M>::what == form::any || shape<M>::what == form::any_object;
// JSON values count: a boost::json::value can be null itself.
template <class M>
inline constexpr bool is_optional = shape<M>::optional || shape<M>::what == form::any;
// For the direct elements of a list.
// `unsupported` for anything but a list, so that the predicates on it are false there.
template <class M>
inline constexpr form entry_form = [] {
    if constexpr (is_list<M>) {
        return shape<typename shape<opened_t<M>>::entry>::what;
    } else {
        return form::unsupported;
    }
}();
// Directly: a list of optional structs counts, since the shape looks through optionals.
template <class M>
inline constexpr bool is_list_of_structs = entry_form<M> == form::object;
// The order of `form` makes scalars one range.
template <class M>
inline constexpr bool is_list_of_scalars =
    entry_form<M> >= form::boolean && entry_form<M> <= form::enumeration;

// One specialisation per attribute; types without one are not attributes.
// check<M>() contains static_asserts only: it is called where field() is evaluated, for every attribute of
// a field, so several mistakes are reported at once. M is the type of the member.
template <class Attribute>
struct attribute_traits {
    static constexpr bool is_attribute = false;
};
// For attributes that fit every member: no assertion.
struct attribute {
    static constexpr bool is_attribute = true;
    template <class M>
    static constexpr void check() {}
};

template <>
struct attribute_traits<rule> : attribute {};
// Its JSON is checked by crd_of(), since a JSON parser in constant expressions would cost every build.
template <>
struct attribute_traits<server_default> : attribute {};
template <>
struct attribute_traits<required_t> : attribute {};
template <>
struct attribute_traits<no_default_t> : attribute {};
// Otherwise null could not be told from the initial value, and would be lost in a write.
template <>
struct attribute_traits<nullable_t> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_optional<M>,
                      "nullable is for std::optional: a plain member has no value that null could be");
    }
};
// A list is not enough: the attribute belongs to a field that is an object itself.
template <>
struct attribute_traits<preserve_unknown_t> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_open_object<M>,
                      "preserve_unknown is for objects: no other value has fields to keep");
    }
};
// The second assertion is silent if the first one has fired.
template <>
struct attribute_traits<list_set_t> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_list<M>, "list_set is for lists: std::vector<T>");
        static_assert(!is_list<M> || is_list_of_scalars<M>,
                      "list_set is for lists of scalars: for a list of structs use list_map(\"key\")");
    }
};
// The names of the keys are checked later (description_check.hpp): the entry type may be incomplete here.
template <>
struct attribute_traits<list_map> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_list_of_structs<M>,
                      "list_map is for lists of described structs: for a list of scalars use list_set");
    }
};
// On an atomic list it has no effect: such a list is always compared completely.
template <>
struct attribute_traits<exclusive_t> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_list_or_map<M>, "exclusive is for lists and maps");
    }
};
// No effect on the schema, so entries of lists and maps may have it too.
template <>
struct attribute_traits<unique_t> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_text<M>, "unique is for texts");
    }
};
// Go's omitempty on a field without a pointer.
template <>
struct attribute_traits<omitzero_t> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_number_or_flag<M>, "omitzero is for numbers and flags");
    }
};
// minimum(1) on a std::string
template <>
struct attribute_traits<minimum> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(
            is_number<M>,
            "minimum and maximum are for numbers: for a text use min_length, max_length or pattern, "
            "of a list or map min_items or max_items");
    }
};
template <>
struct attribute_traits<maximum> : attribute_traits<minimum> {};
// max_length(5) on a std::int32_t, or to limit the number of entries
template <>
struct attribute_traits<min_length> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_text<M>,
                      "min_length and max_length are for texts: for a number use minimum or maximum, of a "
                      "list or map min_items or max_items");
    }
};
template <>
struct attribute_traits<max_length> : attribute_traits<min_length> {};
// An empty list is not sent, so min_items(1) alone does not refuse an unset one: add required.
template <>
struct attribute_traits<min_items> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_list_or_map<M>,
                      "min_items and max_items are for lists and maps: std::vector<T>, std::map<K, T>");
    }
};
template <>
struct attribute_traits<max_items> : attribute_traits<min_items> {};
// The pattern itself is checked by note() in value_checks.hpp.
template <>
struct attribute_traits<pattern> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_text_or_quantity<M>,
                      "pattern is for texts: for a number use minimum or maximum, an enum has its names");
    }
};
// format("ipv4") on a struct
template <>
struct attribute_traits<format> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_number_or_text<M>, "format is for texts and numbers");
    }
};
// one_of("a", "b") on an enum, whose names already are the only values
template <>
struct attribute_traits<one_of> : attribute {
    template <class M>
    static constexpr void check() {
        static_assert(is_text<M>,
                      "one_of is for texts: an enum has its names, a number has minimum and maximum");
    }
};

// Named for the message: "due to requirement 'is_pointer_to_data_member<int>'".
template <class T>
inline constexpr bool is_pointer_to_data_member = std::is_member_object_pointer_v<T>;
// Always false, but dependent, so that the static_assert fires at the instantiation only.
template <class M>
inline constexpr bool has_documentation = false;

// Rules may repeat. `All` includes A itself, hence 1.
template <class A, class... All>
inline constexpr bool is_said_once = std::is_same_v<A, rule> || (std::is_same_v<A, All> + ...) == 1;

// Reports what stands among the attributes without being one, such as a bare number.
template <class A>
constexpr void check_is_attribute() {
    static_assert(attribute_traits<A>::is_attribute,
                  "this is not an attribute: behind its name and its documentation a field takes required, "
                  "nullable, minimum(0), ... (docs/describing-types.md)");
}

}}}  // namespace setpoint::v0::schema::detail
