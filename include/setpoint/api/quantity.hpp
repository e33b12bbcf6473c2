#pragma once
// Quantities of cpu, memory and similar in Kubernetes notation: 500m, 1.5Gi, 2e3.

#include "setpoint/core/detail/text_formatter.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/scalar.hpp"

#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Here because literals are checked at compile time; parse() uses the same function, so both accept the
// same texts.
namespace detail {

// Texts from users become numbers of any precision, so their size is bounded.
constexpr std::size_t longest_quantity = 1024;  // bytes

// [sign] digits [. digits] [suffix], with a digit before or after the point. Suffixes are case-sensitive:
// m is milli, M is mega, and a lone K or ki is invalid.
constexpr bool is_quantity(std::string_view s) {
    const auto take_digits = [&s] {
        std::size_t n = 0;
        while (n < s.size() && s[n] >= '0' && s[n] <= '9') ++n;
        s.remove_prefix(n);
        return n;
    };
    const auto take_sign = [&s] {
        if (!s.empty() && (s.front() == '+' || s.front() == '-')) s.remove_prefix(1);
    };
    if (s.size() > longest_quantity) return false;
    take_sign();
    std::size_t digits = take_digits();
    if (!s.empty() && s.front() == '.') {
        s.remove_prefix(1);
        digits += take_digits();
    }
    if (digits == 0) return false;
    constexpr std::string_view one_letter = "numkMGTPE", binary = "KMGTPE";
    if (s.empty() || (s.size() == 1 && one_letter.find(s.front()) != s.npos)) return true;
    if (s.size() == 2 && s[1] == 'i') return binary.find(s.front()) != s.npos;
    if (s.front() != 'e' && s.front() != 'E') return false;
    s.remove_prefix(1);
    take_sign();
    return take_digits() > 0 && s.empty();
}

}  // namespace detail

// A quantity literal: "500m" where a quantity is expected. Invalid ones do not compile.
// Only for string literals and constants of them. Views the text, which lives as long as the program.
class quantity_literal {
public:
    // The exception never happens at run time: a constant expression that throws does not compile, and the
    // compiler prints the text.
    consteval quantity_literal(const char* s) : text_(s) {  // NOLINT: implicit on purpose
        if (!detail::is_quantity(s))
            throw std::invalid_argument("expected a quantity such as 500m, 2 or 1.5Gi");
    }
    // As it was written, not canonical.
    constexpr std::string_view view() const noexcept { return text_; }

private:
    std::string_view text_;
};

// A fixed-point number with a suffix: n u m, none, k M G T P E (powers of 1000), Ki Mi Gi Ti Pi Ei
// (powers of 1024), or a decimal exponent such as e3 or E-2. It keeps its original text and
// compares by value: 1 equals 1000m. Values are exact to one billionth; finer ones are rounded away
// from zero, and values with a binary suffix are capped at 2^63-1
// (k8s.io/apimachinery/pkg/api/resource).
//
//     limits["cpu"] = "500m";
//     const quantity all = 3 * limits["cpu"] + quantity("1.5");  // 3
// The size of one pointer; copies share the text. Arithmetic and comparisons are exact, with numbers of
// any size, and so never overflow; a decimal exponent beyond 1000 counts as 1000 in them, which is far
// outside of what any resource needs. Compare with ==, not the texts. Equal texts are equal without being
// parsed.
//
//     text     value()              milli_value()      canonical()
//     500m     1                    500                500m
//     1.5Gi    1610612736           1610612736000      1536Mi
//     2e3      2000                 2000000            2e3
//     0.1      1                    100                100m
class quantity {
public:
    quantity() = default;                              // unset: no text; 0 in comparisons
    quantity(quantity_literal s) : text_(s.view()) {}  // NOLINT: implicit on purpose
    // No suffix: quantity(2) is "2".
    explicit quantity(std::int64_t n);
    template <std::floating_point F>
    explicit quantity(F) = delete;  // use milli() or parse() to choose the precision
    // Thousandths: milli(1500) is "1500m", milli(2000) is "2".
    static quantity milli(std::int64_t n);
    // with the largest binary suffix without a fraction: 1536Mi
    // Below 1024 there is no suffix. bytes(1610612736) is "1536Mi".
    static quantity bytes(std::int64_t n);

    // Errors: bad_data, also for spaces and for a suffix in the wrong case.
    // Keeps the text, so it is written back as the user wrote it. Errors also for texts over 1024 bytes;
    // the message quotes the first 64.
    static result<quantity> parse(std::string_view s);

    // Allows `limits["cpu"] = "500m"`.
    quantity& operator=(quantity_literal s) {
        text_ = interned_string(s.view());
        return *this;
    }

    // "0" is set. An unset quantity is not sent.
    bool is_set() const noexcept { return !text_.empty(); }
    // Valid while this quantity, or a copy of its text, exists; "" if unset.
    std::string_view view() const noexcept { return text_.view(); }
    std::string to_string() const { return text_.str(); }
    // Shared texts count in full for each holder.
    std::size_t footprint() const noexcept { return text_.footprint(); }  // bytes on the heap

    // Rounded away from zero.
    // Saturates at the limits of 64 bits. 0 if unset.
    std::int64_t value() const;
    // In thousandths, rounded away from zero; saturates.
    std::int64_t milli_value() const;
    // 0 if unset.
    double to_double() const;  // the nearest one
    // Returns the same value with the text that the API server stores and kubectl prints: the largest suffix
    // of the same notation (binary, decimal or exponent) without a fraction.
    // "0" for an unset one. The text of a value does not depend on how it was written: 0.5 becomes 500m,
    // 1024Mi becomes 1Gi.
    quantity canonical() const;

    // Results are canonical, in the notation of the left operand or, if that is 0, of the right
    // one, as in Go. Unset counts as 0.
    // Exact: no overflow, no rounding beyond that of the operands to billionths. A binary notation becomes
    // decimal where the left operand is below 1, which is Go's rule.
    friend quantity operator+(const quantity& a, const quantity& b);
    friend quantity operator-(const quantity& a, const quantity& b);
    friend quantity operator*(const quantity& a, std::int64_t n);
    friend quantity operator*(std::int64_t n, const quantity& a) { return a * n; }
    friend quantity operator-(const quantity& a) { return a * -1; }
    quantity& operator+=(const quantity& b) { return *this = *this + b; }
    quantity& operator-=(const quantity& b) { return *this = *this - b; }
    quantity& operator*=(std::int64_t n) { return *this = *this * n; }

    friend bool operator==(const quantity& a, const quantity& b) { return (a <=> b) == 0; }
    // Weak: equal quantities may have different texts, so they are not interchangeable.
    friend std::weak_ordering operator<=>(const quantity& a, const quantity& b);
    // So that `size > "10Gi"` compiles, and is checked at compile time.
    friend bool operator==(const quantity& a, quantity_literal b) { return a == quantity(b); }
    friend std::weak_ordering operator<=>(const quantity& a, quantity_literal b) { return a <=> quantity(b); }
    // The same for a text that is not a constant expression, as in BOOST_TEST(size == "10Gi"). Throws
    // std::invalid_argument if it is not a quantity.
    template <std::size_t N>
    friend bool operator==(const quantity& a, const char (&b)[N]) {
        return (a <=> checked(b)) == 0;
    }
    template <std::size_t N>
    friend std::weak_ordering operator<=>(const quantity& a, const char (&b)[N]) {
        return a <=> checked(b);
    }

private:
    struct valid {};
    // Throws std::invalid_argument with parse()'s message.
    static quantity checked(std::string_view s);
    quantity(valid, interned_string t) : text_(std::move(t)) {}
    // Only texts that is_quantity() accepts, or "".
    interned_string text_;
};

// Writes its text.
std::ostream& operator<<(std::ostream& out, const quantity& q);

}}  // namespace setpoint::v0

// A JSON integer is accepted and written back as a string, as by Go's Quantity. An unset one in a list or a
// required field is written as null.
template <>
struct setpoint::json::scalar_traits<setpoint::quantity> {
    static constexpr scalar_type type = scalar_type::int_or_string;
    static constexpr std::string_view format = "";
    static constexpr std::string_view name = "quantity";
    // The API server's pattern for quantities in custom resources.
    // Equal to is_quantity(), except for the limit of 1024 bytes.
    static constexpr std::string_view pattern =
        R"(^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?[0-9]+))?$)";
    static bool parse(std::string_view s, quantity& out);
    static bool parse_number(std::int64_t n, quantity& out);
    static void print(const quantity& value, std::string& out);
    static bool is_unset(const quantity& value) { return !value.is_set(); }
    static bool same(const quantity& a, const quantity& b) { return a == b; }
    static std::size_t heap(const quantity& value) { return value.footprint(); }
};
template <>
struct fmt::formatter<setpoint::quantity> : setpoint::detail::text_formatter {
    auto format(const setpoint::quantity& q, format_context& ctx) const { return write(q.view(), ctx); }
};
