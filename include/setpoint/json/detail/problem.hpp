#pragma once
// A mistake in a description: found where field() is evaluated, reported by a static_assert where
// the type is used. The compiler prints its location, for example
//     static assertion failed due to requirement 'is_right<quoted{"site_spec.replicas"},
//     quoted{"types.hpp:12"}, quoted{"default 0, limit 5"}>': the default of this field is below
//     its minimum: ...
//
// tests/compile_fail compiles an example of each. To add a mistake: a value of `mistake`, a branch of
// report_problem(), and an example there.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace schema::detail {

// One value for each sentence below. The comparison of a default with its limits (below_minimum to
// too_many) is also used at run time, where the compiler could not evaluate the default.
enum class mistake : std::uint8_t {
    none,
    // field(&self::a, "", ...)
    no_name,
    // a quote, a backslash or a control character in the name
    escaped_name,
    // two fields called "replicas"
    name_twice,
    // two fields of &self::replicas
    member_twice,
    // max_length(-1)
    negative_count,
    // minimum(5), maximum(3)
    minimum_above_maximum,
    // min_length(5), max_length(3)
    min_length_above_max_length,
    // min_items(5), max_items(3)
    min_items_above_max_items,
    // pattern("a(?=b)"); this and the next six: see pattern_fault
    lookaround,
    back_reference,
    nothing_to_repeat,
    unbalanced,
    bad_escape,
    bad_repeat,
    bad_class,
    // one_of("TCP", "TCP")
    one_of_twice,
    // list_map("name", "name")
    key_twice,
    // list_map("nmae") of a struct without that field
    unknown_key,
    // list_map("ports") where ports is a list
    key_not_scalar,
    // The default, if it is not a value of the API: std::int32_t n = 0 with minimum(1)
    below_minimum,
    // std::int32_t n = 9 with maximum(5)
    above_maximum,
    // std::string s = "a" with min_length(2); an empty one counts as unset
    too_short,
    // std::string s = "abc" with max_length(2)
    too_long,
    // std::string s = "c" with one_of("a", "b")
    not_one_of,
    // std::string s = "A" with pattern("^[a-z]$")
    no_match,
    // a filled list with fewer entries than min_items(n); an empty one counts as unset
    too_few,
    // a list with more entries than max_items(n)
    too_many
};

// Part of each field's description, so it is a literal type that owns nothing. `value` and `limit` are
// only meaningful for mistakes about numbers and lengths.
struct problem {
    mistake what = mistake::none;
    double value = 0, limit = 0;
    std::string_view field;  // its name in JSON
    // The location of the call of field(); line 0: unknown.
    const char* file = "";
    std::uint_least32_t line = 0;

    // A description is valid exactly if this is false for all its fields.
    constexpr bool found() const { return what != mistake::none; }
    // Only the first mistake is reported.
    constexpr void note(mistake m, double v = 0, double l = 0) {
        if (found()) return;
        what = m;
        value = v;
        limit = l;
    }
};

// A string that constant expressions can build and whose content can become a template argument. Longer
// texts are cut at 96 bytes: they are only parts of messages.
struct short_text {
    char chars[96] = {};
    std::size_t count = 0;

    // Drops what does not fit.
    constexpr short_text& add(std::string_view s) {
        for (const char c : s)
            if (count < sizeof chars) chars[count++] = c;
        return *this;
    }
    // 20 digits hold any 64-bit number.
    constexpr short_text& add_count(std::uint64_t n) {
        char digits[20] = {};
        std::size_t i = sizeof digits;
        do digits[--i] = static_cast<char>('0' + n % 10);
        while ((n /= 10) != 0);
        return add({digits + i, sizeof digits - i});
    }
    // Up to six decimal places.
    // Exact enough to recognize a limit; std::to_chars for doubles is not constexpr. NaN and numbers from
    // 10^15 are "huge".
    constexpr short_text& add_number(double d) {
        constexpr double exact = 1e15;
        if (d < 0) return add("-").add_number(-d);
        if (!(d < exact)) return add("huge");
        const auto whole = static_cast<std::uint64_t>(d);
        add_count(whole);
        // Rounded to the nearest millionth.
        const double millionths = (d - static_cast<double>(whole)) * 1e6;
        auto rest = static_cast<std::uint64_t>(millionths);
        if (millionths - static_cast<double>(rest) >= 0.5) ++rest;
        if (rest == 0) return *this;
        char places[6] = {};
        for (std::size_t i = 6; i-- > 0; rest /= 10) places[i] = static_cast<char>('0' + rest % 10);
        std::size_t n = 6;
        while (places[n - 1] == '0') --n;
        return add(".").add({places, n});
    }
};

// "site_spec.replicas"
constexpr short_text field_of(const problem& p, std::string_view type) {
    return short_text{}.add(type).add(p.field.empty() ? "" : ".").add(p.field);
}
// "types.hpp:12"
// Drops the folders, since compilers cut template arguments. Empty for line 0.
constexpr short_text place_at(std::string_view file, std::uint64_t line) {
    if (const std::size_t slash = file.rfind('/'); slash != file.npos) file.remove_prefix(slash + 1);
    return line == 0 ? short_text{} : short_text{}.add(file).add(":").add_count(line);
}
// The place of the call of field().
constexpr short_text place_of(const problem& p) {
    return place_at(p.file, p.line);
}
// "0 against 5": the value found and the limit. Empty where both are 0, as for mistakes without numbers.
constexpr short_text values_of(const problem& p) {
    if (p.value == 0 && p.limit == 0) return {};
    return short_text{}.add_number(p.value).add(" against ").add_number(p.limit);
}

// A string as a template argument. Compilers print it if the array has exactly the string's length;
// Clang prints its first 32 characters.
// A structural type: public members only. N is the exact length, which is why the callers compute the
// short_text in one constant and use its count as the argument of the next.
template <std::size_t N>
struct quoted {
    char chars[N + 1] = {};
    explicit constexpr quoted(const short_text& t) {
        for (std::size_t i = 0; i < N; ++i) chars[i] = t.chars[i];
        chars[N] = '\0';
    }
};

// Always false. Its arguments carry the values that a static_assert's message cannot contain before C++26.
template <auto Field, auto Place, auto Values>
inline constexpr bool is_right = false;

// One branch per mistake, since a static_assert needs a literal. A compiler prints the branch that is
// instantiated: requirement, then sentence.
template <mistake M, auto F, auto P, auto V>
constexpr void report_problem() {
    using enum mistake;
    if constexpr (M == no_name) {
        static_assert(is_right<F, P, V>, "a field has a name in JSON");
    } else if constexpr (M == escaped_name) {
        static_assert(is_right<F, P, V>, "the name of a field contains nothing that JSON escapes");
    } else if constexpr (M == name_twice) {
        static_assert(is_right<F, P, V>, "two fields of this type have the same name in JSON");
    } else if constexpr (M == member_twice) {
        static_assert(is_right<F, P, V>, "this field describes a member that another field describes");
    } else if constexpr (M == negative_count) {
        static_assert(is_right<F, P, V>, "a length and a number of items are not negative");
    } else if constexpr (M == minimum_above_maximum) {
        static_assert(is_right<F, P, V>, "the minimum of this field is above its maximum: nothing is valid");
    } else if constexpr (M == min_length_above_max_length) {
        static_assert(is_right<F, P, V>, "the min_length of this field is above its max_length");
    } else if constexpr (M == min_items_above_max_items) {
        static_assert(is_right<F, P, V>, "the min_items of this field is above its max_items");
    } else if constexpr (M == lookaround) {
        static_assert(is_right<F, P, V>,
                      "the API server's patterns (RE2) have no lookahead and no lookbehind: (?=, (?!, (?<");
    } else if constexpr (M == back_reference) {
        static_assert(is_right<F, P, V>, "the API server's patterns (RE2) have no back references: \\1");
    } else if constexpr (M == nothing_to_repeat) {
        static_assert(is_right<F, P, V>,
                      "the pattern repeats nothing: *, +, ? and {n} follow what they repeat");
    } else if constexpr (M == unbalanced) {
        static_assert(is_right<F, P, V>, "the pattern has a bracket that is not closed, or never opened");
    } else if constexpr (M == bad_escape) {
        static_assert(is_right<F, P, V>, "the pattern has an escape that RE2 does not have");
    } else if constexpr (M == bad_repeat) {
        static_assert(is_right<F, P, V>, "the pattern repeats {n,m} with n above m, or over 1000 times");
    } else if constexpr (M == bad_class) {
        static_assert(is_right<F, P, V>, "the pattern has a range that ends before it begins, such as [z-a]");
    } else if constexpr (M == one_of_twice) {
        static_assert(is_right<F, P, V>, "one_of has a value twice");
    } else if constexpr (M == key_twice) {
        static_assert(is_right<F, P, V>, "list_map has a key twice");
    } else if constexpr (M == unknown_key) {
        static_assert(is_right<F, P, V>, "list_map names a key that the entries of this list do not have");
    } else if constexpr (M == key_not_scalar) {
        static_assert(is_right<F, P, V>, "the keys of a list_map are texts, numbers, flags or enums");
    } else if constexpr (M == below_minimum) {
        static_assert(
            is_right<F, P, V>,
            "the default of this field is below its minimum: initialise the member, or use required");
    } else if constexpr (M == above_maximum) {
        static_assert(is_right<F, P, V>, "the default of this field is above its maximum");
    } else if constexpr (M == too_short) {
        static_assert(is_right<F, P, V>, "the default of this field is shorter than its min_length");
    } else if constexpr (M == too_long) {
        static_assert(is_right<F, P, V>, "the default of this field is longer than its max_length");
    } else if constexpr (M == not_one_of) {
        static_assert(is_right<F, P, V>, "the default of this field is not in its one_of");
    } else if constexpr (M == no_match) {
        static_assert(is_right<F, P, V>, "the default of this field does not match its pattern");
    } else if constexpr (M == too_few) {
        static_assert(is_right<F, P, V>, "the default of this field has fewer entries than its min_items");
    } else if constexpr (M == too_many) {
        static_assert(is_right<F, P, V>, "the default of this field has more entries than its max_items");
    }
}

}}}  // namespace setpoint::v0::schema::detail
