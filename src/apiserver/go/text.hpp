#pragma once
// Values as Go's fmt and encoding/json print them in messages. Integers that do not fit into int64
// are float64 in Go, and are printed as such.

#include <boost/json/value.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::go_text {

namespace bj = boost::json;

// Deeper values are printed as null.
inline constexpr int max_depth = 128;

// A character as Go's range over a string yields it; an invalid byte is U+FFFD.
struct rune {
    char32_t code;
    std::size_t at;  // offset of the first byte
    std::string_view bytes;
    bool broken() const { return code == 0xfffd && bytes.size() == 1; }
};
std::vector<rune> runes(std::string_view text);
bool is_print(const rune& r);  // unicode.IsPrint

std::string_view trimmed(std::string_view text);  // strings.TrimSpace, with the white space of ASCII
// The error of strconv.ParseInt(text, 10, 64); "" if there is none.
std::string parse_int_error(std::string_view text);
// strconv.ParseBool: "1", "t", "TRUE", "False" and so on. Nothing for a text that it refuses.
std::optional<bool> parse_bool(std::string_view text);

std::string quoted(std::string_view text);   // %q
std::string number(double d);                // %v
std::string json(const bj::value& v);        // encoding/json: keys sorted; <, > and & escaped
std::string printed(const bj::value& v);     // %v: map[a:1 b:[x y]]
std::string in_message(const bj::value& v);  // as field errors print a value
// %q of a list: ["a" "b"].
std::string quoted_list(std::span<const std::string> texts);
// Type names in messages: "integer", "number", "string", "boolean", "array", "object", "null".
std::string_view type_name(const bj::value& v);
// Kinds of JSON in encoding/json's errors: "object", "array", "string", "bool", "number", "null".
std::string_view json_kind(const bj::value& v);
// %T of a value decoded as JSON: "map[string]interface {}", "int64", "float64", "<nil>".
std::string_view go_type(const bj::value& v);

}}}  // namespace setpoint::v0::apiserver::go_text
