#pragma once
// Amounts of cpu, memory and the like, as the Kubernetes API writes them: 500m, 1.5Gi, 2e3.

#include <setpoint/core/error.hpp>
#include <setpoint/core/text.hpp>
#include <setpoint/json/scalar.hpp>

#include <fmt/format.h>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint {

// A fixed-point number with a suffix: n u m, none, k M G T P E (powers of 1000), Ki Mi Gi Ti Pi Ei (powers of
// 1024), or a decimal exponent such as e3 or E-2. Keeps its text as it was given and compares by value: 1
// equals 1000m. Values are exact down to one billionth; what is finer is rounded away from zero, and what is
// beyond 2^63-1 counts as that (Kubernetes API reference, Quantity).
class quantity {
public:
    quantity() = default;  // unset: no text, and 0 in comparisons
    explicit quantity(std::int64_t n);
    static quantity milli(std::int64_t n);

    // Error: errc::bad_data. Spaces, and a suffix in the wrong case, are errors too.
    static result<quantity> parse(std::string_view s);

    bool is_set() const noexcept { return !text_.empty(); }
    std::string_view view() const noexcept { return text_.view(); }
    std::string to_string() const { return text_.str(); }
    std::size_t footprint() const noexcept { return text_.footprint(); }  // bytes on the heap

    // Rounded away from zero.
    std::int64_t value() const;
    // Thousandths, rounded away from zero; the largest or smallest number there is for what does not fit.
    std::int64_t milli_value() const;

    friend bool operator==(const quantity& a, const quantity& b) { return (a <=> b) == 0; }
    friend std::weak_ordering operator<=>(const quantity& a, const quantity& b);

private:
    explicit quantity(text t) : text_(std::move(t)) {}
    text text_;
};

}  // namespace setpoint

template <>
struct setpoint::json::scalar_traits<setpoint::quantity> {
    static constexpr scalar_type type = scalar_type::int_or_string;
    static constexpr std::string_view format = "";
    static constexpr std::string_view name = "quantity";
    // As the API server checks it in a custom resource.
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
struct fmt::formatter<setpoint::quantity> : fmt::formatter<std::string_view> {
    auto format(const setpoint::quantity& q, format_context& ctx) const {
        return fmt::formatter<std::string_view>::format(q.view(), ctx);
    }
};
