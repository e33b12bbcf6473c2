#pragma once
// How a type that is one JSON scalar (a time, a quantity, an int-or-string) is read, written and compared:
// specialise scalar_traits for it.

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint::json {

// The OpenAPI type of a custom scalar.
enum class scalar_type : std::uint8_t { string, integer, number, int_or_string };

// To specialise for T:
//     static constexpr scalar_type type = scalar_type::string;
//     static constexpr std::string_view format = "date-time";  // "" for none
//     static constexpr std::string_view pattern = "^...$";     // optional: what the schema says of its text
//     static constexpr std::string_view name = "quantity";     // optional: for messages; else the format
//     static bool parse(std::string_view text, T& out);        // from a JSON string; false: not a T
//     static bool parse_number(std::int64_t n, T& out);        // from a JSON integer; false: not a T
//     static void print(const T& value, std::string& out);     // appends the JSON text, quotes included
//     static bool is_unset(const T& value);                    // left out when encoded
//     static bool same(const T& a, const T& b);                // semantic equality: quantity 1 == 1000m
//     static std::size_t heap(const T& value);                 // optional: bytes it holds on the heap
// A scalar_type::number is also given numbers with a fraction, as text, by parse().
template <class T>
struct scalar_traits;

template <class T>
concept custom_scalar = requires { scalar_traits<T>::type; };

}  // namespace setpoint::json
