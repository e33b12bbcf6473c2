#pragma once
// Values as the real server's language writes them in its messages. Integers that do not fit 64 bits with a
// sign are doubles there, and here.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::apiserver::go_text {

namespace bj = boost::json;

// Values below this depth are written as null.
inline constexpr int max_depth = 128;

// A character of a text, as Go's range over a string gives it: a byte that is no UTF-8 is U+FFFD.
struct rune {
    char32_t code;
    std::size_t at;          // of its first byte
    std::string_view bytes;  // of the text
    bool broken() const { return code == 0xfffd && bytes.size() == 1; }
};
std::vector<rune> runes(std::string_view text);
bool is_print(const rune& r);  // unicode.IsPrint

std::string quoted(std::string_view text);   // %q
std::string number(double d);                // %v
std::string json(const bj::value& v);        // encoding/json: keys sorted; <, > and & escaped
std::string printed(const bj::value& v);     // %v: map[a:1 b:[x y]]
std::string in_message(const bj::value& v);  // as field errors show a value
// Of messages that list the types of values: "integer", "number", "string", "boolean", "array", "object",
// "null".
std::string_view type_name(const bj::value& v);

}  // namespace setpoint::apiserver::go_text
