#pragma once
// Checks that describe_enum() gives every enumerator a distinct text.
//
// There is no reflection in C++20. The names of values come from __PRETTY_FUNCTION__, as in magic_enum,
// but only to learn whether a number is an enumerator; nothing of it remains in the program.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace schema::detail {

// The compiler prints a value without an enumerator as a cast: "(color)7".
// Relies on the form of __PRETTY_FUNCTION__ of GCC and Clang, which core/compiler.hpp requires.
template <auto Value>
constexpr bool is_enumerator() {
    const std::string_view s = __PRETTY_FUNCTION__;
    const std::string_view before = "Value = ";
    return s[s.find(before) + before.size()] != '(';
}

// Otherwise decoding could not tell which value is meant.
template <class Enum>
constexpr bool has_distinct_texts() {
    constexpr auto described = describe_enum(Enum{});
    for (std::size_t i = 0; i < std::size(described.values); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (described.values[i].name == described.values[j].name) return false;
    return true;
}
// Otherwise encoding could not tell which text to write.
template <class Enum>
constexpr bool has_distinct_values() {
    constexpr auto described = describe_enum(Enum{});
    for (std::size_t i = 0; i < std::size(described.values); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (described.values[i].value == described.values[j].value) return false;
    return true;
}

// True also for numbers without an enumerator, which the range in check_enum() includes.
template <auto Enumerator>
inline constexpr bool has_a_text = [] {
    constexpr auto described = describe_enum(Enumerator);
    for (const auto& v : described.values)
        if (v.value == Enumerator) return true;
    return !is_enumerator<Enumerator>();
}();
// Named for the message of the static_assert that contains them.
template <class Enum>
inline constexpr bool each_text_is_its_own = has_distinct_texts<Enum>();
template <class Enum>
inline constexpr bool each_value_is_there_once = has_distinct_values<Enum>();

// One assertion for each enumerator, so that the message contains its name.
template <auto Enumerator>
constexpr void check_enumerator() {
    static_assert(has_a_text<Enumerator>,
                  "describe_enum leaves this enumerator out: it could neither be read nor written");
}
// `First + I` is every number in the range, not only the described ones: that is how an omitted enumerator
// is found without reflection.
template <class Enum, std::int64_t First, std::int64_t... I>
constexpr void check_enumerators(std::integer_sequence<std::int64_t, I...>) {
    (check_enumerator<static_cast<Enum>(First + I)>(), ...);
}

// Looks for enumerators from 0, or the first described value if that is negative, to one past the last
// described value. So an enumerator that was added at the end, the usual mistake, is found; one far away
// is not. Beyond 64 numbers it looks for nothing, since each costs an instantiation.
template <class Enum>
constexpr void check_enum() {
    static_assert(each_text_is_its_own<Enum>, "two values of this enum have the same text");
    static_assert(each_value_is_there_once<Enum>, "describe_enum has a value twice");
    // The second bound does not overflow: one past the last is only taken if the underlying type has room.
    constexpr auto range = [] {
        constexpr auto described = describe_enum(Enum{});
        auto first = static_cast<std::int64_t>(described.values[0].value), last = first;
        for (const auto& v : described.values) {
            first = std::min(first, static_cast<std::int64_t>(v.value));
            last = std::max(last, static_cast<std::int64_t>(v.value));
        }
        using underlying = std::underlying_type_t<Enum>;
        const bool more = last < static_cast<std::int64_t>(std::numeric_limits<underlying>::max() / 2);
        return std::pair(first > 0 ? std::int64_t{0} : first, more ? last + 1 : last);
    }();
    constexpr std::int64_t most = 64;
    constexpr bool distinct = each_text_is_its_own<Enum> && each_value_is_there_once<Enum>;
    // Any value can be created for an enum with a fixed underlying type, as an enum class has.
    if constexpr (distinct && requires { Enum{0}; } && range.second - range.first < most)
        check_enumerators<Enum, range.first>(
            std::make_integer_sequence<std::int64_t, range.second - range.first + 1>());
}

}}}  // namespace setpoint::v0::schema::detail
