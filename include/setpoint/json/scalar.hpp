#pragma once
// How a type that is one JSON scalar (a time, a quantity, an int-or-string) is parsed, printed and
// compared: specialise scalar_traits for it.

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

// The OpenAPI type of a custom scalar.
// Determines `type` in the schema, which JSON values are accepted, and which attributes apply.
enum class scalar_type : std::uint8_t { string, integer, number, int_or_string };

// Specialise for T:
//     static constexpr scalar_type type = scalar_type::string;
//     static constexpr std::string_view format = "date-time";  // "" for none
//     static constexpr std::string_view pattern = "^...$";     // optional: for the schema
//     static constexpr std::string_view name = "quantity";     // optional: for messages
//     static bool parse(std::string_view text, T& out);        // JSON string; false: invalid
//     static bool parse_number(std::int64_t n, T& out);        // JSON integer; false: invalid
//     static void print(const T& value, std::string& out);     // appends JSON, with quotes
//     static bool is_unset(const T& value);                    // omitted when encoded
//     static bool same(const T& a, const T& b);                // by meaning: 1 == 1000m
//     static std::size_t heap(const T& value);                 // optional: heap bytes
//     static constexpr bool is_secret = true;                  // optional: no difference shows values
// Messages use the format if there is no name. For scalar_type::number, parse() also receives
// numbers with a fraction, as text.
// The traits must be visible where T is first used in a description: before field(), in T's own header.
// parse() must accept what print() writes, and same() must agree with it: values that print alike are the
// same. A parse() that returns false becomes bad_data "not a valid NAME" with the path; the text itself is
// not repeated, so secrets stay out of messages.
//
//     struct color { std::uint32_t rgb = 0; };
//     template <> struct setpoint::json::scalar_traits<color> { ... };
//     // now `color` may be a member, an entry of a list or the value of a map
// A complete one, for a color that is written as "#rrggbb":
//     template <>
//     struct setpoint::json::scalar_traits<color> {
//         static constexpr scalar_type type = scalar_type::string;
//         static constexpr std::string_view format = "";
//         static constexpr std::string_view name = "color";
//         static constexpr std::string_view pattern = "^#[0-9a-f]{6}$";
//         static bool parse(std::string_view text, color& out);
//         static bool parse_number(std::int64_t, color&) { return false; }
//         static void print(const color& value, std::string& out);
//         static bool is_unset(const color&) { return false; }
//         static bool same(const color& a, const color& b) { return a.rgb == b.rgb; }
//     };
template <class T>
struct scalar_traits;

template <class T>
concept custom_scalar = requires { scalar_traits<T>::type; };

}}}  // namespace setpoint::v0::json
