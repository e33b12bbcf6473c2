#pragma once
// The values of Secrets: bytes, which cannot be printed. In JSON they are base64.

#include "setpoint/core/secret.hpp"
#include "setpoint/json/scalar.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// parse() accepts base64 with padding and the standard alphabet, without white space, up to 64 MiB of text;
// for anything else the decoder's message says "not a valid base64" without the text. Differences show
// "(secret)". Bytes are copied into memory that the secret owns and erases.
template <>
struct setpoint::json::scalar_traits<setpoint::secret> {
    static constexpr scalar_type type = scalar_type::string;
    // OpenAPI's format for base64: the schema of a custom kind with such a field then accepts base64 only.
    static constexpr std::string_view format = "byte";
    static constexpr std::string_view name = "base64";
    // json::drift() and all messages show "(secret)" for it and for everything that contains it.
    static constexpr bool is_secret = true;
    static bool parse(std::string_view s, secret& out);
    static bool parse_number(std::int64_t, secret&) { return false; }
    static void print(const secret& value, std::string& out);
    // So an entry of `data` with an empty value is sent.
    static bool is_unset(const secret&) { return false; }  // a key with an empty value is present
    static bool same(const secret& a, const secret& b) { return a == b; }
    static std::size_t heap(const secret& value) { return value.reveal().size(); }
};

namespace setpoint { inline namespace v0 {

namespace core_v1 {
// core_v1::secret is the kind; setpoint::secret, without a namespace, is one value of it.
struct secret;
}  // namespace core_v1

// Returns the value under this key, or null if there is none. Valid while the object is unchanged.
// Logarithmic in the number of keys. Use reveal() to read it, and only where it is needed.
//     if (const secret* password = find_value(*object, "password")) log_in(password->reveal());
const secret* find_value(const core_v1::secret& object, const std::string& key);

}}  // namespace setpoint::v0
