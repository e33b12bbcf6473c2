#pragma once
// Checks the arguments of field() and names(). A mistake is stored in the description and reported
// where the type is used; see problem.hpp.
//
// A limits object is filled by note() from all attributes, checked by check_limits(), and then compared
// with the default by check_default(). check_number(), check_text() and check_count() report into
// limits::wrong.

#include "setpoint/json/detail/attribute_checks.hpp"
#include "setpoint/json/detail/pattern_match.hpp"
#include "setpoint/json/detail/problem.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace schema::detail {

// The limits of one field.
// Collected from the attributes of a field, then compared with each other and with its default. Also used
// at run time, on JSON (src/framework/json/default_check.cpp). The pointers refer to attributes, which
// must outlive the object.
struct limits {
    const double *minimum = nullptr, *maximum = nullptr;
    std::int64_t min_length = -1, max_length = -1, min_items = -1, max_items = -1;  // -1: not set
    std::string_view pattern;
    std::span<const std::string_view> one_of;
    bool required = false, no_default = false;
    problem wrong;

    constexpr void note(mistake m, std::int64_t value, std::int64_t limit) {
        wrong.note(m, static_cast<double>(value), static_cast<double>(limit));
    }
};

// Total: a new pattern_fault without a case is a compiler warning.
constexpr mistake mistake_of(pattern_fault f) {
    switch (f) {
        case pattern_fault::none:
            break;
        case pattern_fault::lookaround:
            return mistake::lookaround;
        case pattern_fault::back_reference:
            return mistake::back_reference;
        case pattern_fault::nothing_to_repeat:
            return mistake::nothing_to_repeat;
        case pattern_fault::unbalanced:
            return mistake::unbalanced;
        case pattern_fault::bad_escape:
            return mistake::bad_escape;
        case pattern_fault::bad_repeat:
            return mistake::bad_repeat;
        case pattern_fault::bad_class:
            return mistake::bad_class;
    }
    return mistake::none;
}

// Overloads for the attributes that matter here; any other one is ignored. A mistake inside a single
// attribute is noted at once.
template <class Attribute>
constexpr void note(limits&, const Attribute&) {}
constexpr void note(limits& l, const required_t&) {
    l.required = true;
}
constexpr void note(limits& l, const no_default_t&) {
    l.no_default = true;
}
constexpr void note(limits& l, const minimum& m) {
    l.minimum = &m.value;
}
constexpr void note(limits& l, const maximum& m) {
    l.maximum = &m.value;
}
// `to` keeps a negative value, which then equals "not set" in comparisons.
constexpr void note_count(limits& l, std::int64_t& to, std::int64_t value) {
    if (value < 0) l.wrong.note(mistake::negative_count);
    to = value;
}
constexpr void note(limits& l, const min_length& m) {
    note_count(l, l.min_length, m.value);
}
constexpr void note(limits& l, const max_length& m) {
    note_count(l, l.max_length, m.value);
}
constexpr void note(limits& l, const min_items& m) {
    note_count(l, l.min_items, m.value);
}
constexpr void note(limits& l, const max_items& m) {
    note_count(l, l.max_items, m.value);
}
// An invalid pattern is a mistake of its own; its default is then not matched.
constexpr void note(limits& l, const pattern& p) {
    l.pattern = p.value;
    l.wrong.note(mistake_of(pattern_problem(p.value)));
}
// Quadratic; at most 16 names.
constexpr bool has_repeats(const std::string_view* names, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (names[i] == names[j]) return true;
    return false;
}
constexpr void note(limits& l, const schema::one_of& o) {
    l.one_of = {o.values, o.count};
    if (has_repeats(o.values, o.count)) l.wrong.note(mistake::one_of_twice);
}
// Whether the entries have these keys is checked with the entry type (description_check.hpp).
constexpr void note(limits& l, const list_map& m) {
    if (has_repeats(m.keys, m.count)) l.wrong.note(mistake::key_twice);
}

// Contradictions between two attributes of the field, of which no value could satisfy both.
constexpr void check_limits(limits& l) {
    if (l.minimum && l.maximum && *l.minimum > *l.maximum)
        l.wrong.note(mistake::minimum_above_maximum, *l.minimum, *l.maximum);
    if (l.max_length >= 0 && l.min_length > l.max_length)
        l.note(mistake::min_length_above_max_length, l.min_length, l.max_length);
    if (l.max_items >= 0 && l.min_items > l.max_items)
        l.note(mistake::min_items_above_max_items, l.min_items, l.max_items);
}

// Names are written to JSON without a check for escapes (encode.cpp, begin_member), so none may need one.
constexpr void check_name(problem& p, std::string_view name) {
    if (name.empty()) p.note(mistake::no_name);
    for (const char c : name)
        if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20) p.note(mistake::escaped_name);
}

// Code points of valid UTF-8, which is what the API server counts for minLength and maxLength.
constexpr std::int64_t characters(std::string_view s) {
    std::int64_t n = 0;
    for (const char c : s)
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++n;
    return n;
}

// The value passes if there is no limit. Integers beyond 2^53 are compared after rounding.
constexpr void check_number(limits& l, double value) {
    if (l.minimum && value < *l.minimum) l.wrong.note(mistake::below_minimum, value, *l.minimum);
    if (l.maximum && value > *l.maximum) l.wrong.note(mistake::above_maximum, value, *l.maximum);
}
// An invalid pattern was reported as such, so it is not evaluated again.
constexpr void check_text(limits& l, std::string_view value) {
    const std::int64_t length = characters(value);
    if (length < l.min_length) l.note(mistake::too_short, length, l.min_length);
    if (l.max_length >= 0 && length > l.max_length) l.note(mistake::too_long, length, l.max_length);
    bool listed = l.one_of.empty();
    for (const std::string_view one : l.one_of) listed = listed || one == value;
    if (!listed) l.wrong.note(mistake::not_one_of);
    if (!l.pattern.empty() && pattern_problem(l.pattern) == pattern_fault::none &&
        !pattern_matches(l.pattern, value))
        l.wrong.note(mistake::no_match);
}
// Entries of the outermost list or map.
constexpr void check_count(limits& l, std::size_t n) {
    const auto count = static_cast<std::int64_t>(n);
    if (count < l.min_items) l.note(mistake::too_few, count, l.min_items);
    if (l.max_items >= 0 && count > l.max_items) l.note(mistake::too_many, count, l.max_items);
}

// The default from a member's initializer; a value that counts as unset is not a default.
// `entry`: an entry of a list, for which an empty string is a value; for a field it counts as unset. Types
// that a constant expression cannot hold are skipped.
template <class M>
constexpr void check_default(limits& l, const M& value, bool entry = false) {
    if constexpr (shape<M>::optional) {
        if (value.has_value()) check_default(l, *value, entry);
    } else if constexpr (std::is_arithmetic_v<M> && !std::is_same_v<M, bool>) {
        check_number(l, static_cast<double>(value));
    } else if constexpr (std::is_same_v<M, std::string>) {
        if (entry || !value.empty()) check_text(l, value);
    } else if constexpr (shape<M>::what == form::list) {
        if (!value.empty()) check_count(l, value.size());
        for (const auto& one : value) check_default(l, one, true);
    }
}

// A field without any of these needs no evaluation of its default, which saves the construction of its
// struct at compile time. False for attributes without a value.
template <class A>
inline constexpr bool says_limit = false;
template <>
inline constexpr bool says_limit<minimum> = true;
template <>
inline constexpr bool says_limit<maximum> = true;
template <>
inline constexpr bool says_limit<min_length> = true;
template <>
inline constexpr bool says_limit<max_length> = true;
template <>
inline constexpr bool says_limit<min_items> = true;
template <>
inline constexpr bool says_limit<max_items> = true;
template <>
inline constexpr bool says_limit<pattern> = true;
template <>
inline constexpr bool says_limit<one_of> = true;
// list_map has no limit, but its keys must be checked for repetitions.
template <class A>
inline constexpr bool says_a_value = says_limit<A> || std::is_same_v<A, list_map>;

// Whether the compiler can evaluate the member initializers of C. If it cannot (a filled std::map,
// a quantity, with GCC 12's library a list of strings), openapi_schema() checks the defaults.
// Also false for a type without a default constructor.
template <class C>
concept constant_initially = requires { typename std::bool_constant<(static_cast<void>(C()), true)>; };

// The default is that of the whole struct: C() is evaluated once for each field with limits, and the
// member is read from it. A required field has no default, and one with no_default none in the schema, so
// theirs is not checked.
template <class C, class M, class... A>
constexpr void find_problem(problem& found, M C::* member, const A&... attributes) {
    limits l;
    l.wrong = found;
    (note(l, attributes), ...);
    check_limits(l);
    if constexpr ((says_limit<A> || ...)) {
        // Clang 19 treats a constructor whose first use is in a constant expression as consteval if
        // an initializer calls a function with std::source_location::current() as a default
        // argument, such as result::value(). So it is used here first.
        static_cast<void>([] { static_cast<void>(C()); });
        if constexpr (constant_initially<C>)
            if (!l.required && !l.no_default) check_default(l, C().*member);
    }
    found = l.wrong;
}

}}}  // namespace setpoint::v0::schema::detail
