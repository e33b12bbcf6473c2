#pragma once
// A value that is an integer or a string: a port's number or name, a count or a percentage.

#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/scalar.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// intstr.IntOrString of apimachinery, and its unset state, which is not sent. 16 bytes; a string is shared
// when it is copied.
//
//     service_port.target_port = 8080;      // or "http"
//     rolling_update.max_surge = "25%";
class int_or_string {
public:
    int_or_string() = default;                                             // unset
    int_or_string(std::int32_t n) : state_(state::integer), number_(n) {}  // NOLINT: implicit on purpose
    // A string is kept as it is: "80" stays a string, as a port named so. An empty one is a set value.
    int_or_string(std::string_view s) : state_(state::string), string_(s) {}     // NOLINT
    int_or_string(const char* s) : int_or_string(std::string_view(s)) {}         // NOLINT
    int_or_string(const std::string& s) : int_or_string(std::string_view(s)) {}  // NOLINT

    // Exactly one of is_integer() and is_string() is true if it is set.
    bool is_set() const noexcept { return state_ != state::unset; }
    bool is_integer() const noexcept { return state_ == state::integer; }
    bool is_string() const noexcept { return state_ == state::string; }
    std::int32_t integer() const noexcept { return number_; }  // 0 unless is_integer()
    // Valid while this value, or a copy of it, exists.
    std::string_view string() const noexcept { return string_.view(); }     // "" unless is_string()
    std::size_t footprint() const noexcept { return string_.footprint(); }  // bytes on the heap
    // Returns the number or the string as text; "" if unset.
    // Does not tell 80 from "80". For messages and URLs.
    std::string to_string() const;

    // Returns the number, or the percentage ("25%") of `total`, rounded up or down (maxSurge,
    // maxUnavailable). Errors: bad_data if unset, and for any other string.
    // Like intstr.GetScaledValueFromIntOrPercent: an integer is returned as it is, whatever `total`.
    // Percentages above 100 and below 0 are scaled too; the result is clamped to 32 bits. The message
    // quotes the string.
    //     int_or_string("25%").scaled(10, true)   // 3
    //     int_or_string("25%").scaled(10, false)  // 2
    //     int_or_string(4).scaled(10, true)       // 4
    result<std::int32_t> scaled(std::int32_t total, bool round_up) const;

    // 80 and "80" differ.
    // By type and value; two unset ones are equal.
    friend bool operator==(const int_or_string&, const int_or_string&) = default;

private:
    enum class state : std::uint8_t { unset, integer, string };
    state state_ = state::unset;
    std::int32_t number_ = 0;
    interned_string string_;
};

}}  // namespace setpoint::v0

// Numbers outside 32 bits are bad_data, as in Go.
template <>
struct setpoint::json::scalar_traits<setpoint::int_or_string> {
    static constexpr scalar_type type = scalar_type::int_or_string;
    // The schema is anyOf integer and string with x-kubernetes-int-or-string, which pattern may restrict.
    static constexpr std::string_view format = "";
    static constexpr std::string_view name = "integer or string";
    // Every string is valid here.
    static bool parse(std::string_view s, int_or_string& out);
    static bool parse_number(std::int64_t n, int_or_string& out);
    static void print(const int_or_string& value, std::string& out);
    static bool is_unset(const int_or_string& value) { return !value.is_set(); }
    static bool same(const int_or_string& a, const int_or_string& b) { return a == b; }
    static std::size_t heap(const int_or_string& value) { return value.footprint(); }
};
