#pragma once
// Compact JSON web tokens (RFC 7515, 7519), taken apart but not verified.

#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Longer ones are not read. As long as the body of a request: a TokenReview may carry one.
inline constexpr std::size_t longest_web_token = 3 * 1024 * 1024;

// base64url without padding, as base64.RawURLEncoding of Go reads and writes it.
std::string base64url_encode(std::string_view bytes);
std::optional<std::string> base64url_decode(std::string_view text);

struct web_token {
    std::string algorithm{}, key_id{};  // of the header; "" if it names none
    bj::object claims{};
    std::string_view signed_text{};  // points into the text of the token
    std::string signature{};         // bytes
    bool is_critical = false;        // has extensions that must be understood: it never verifies
};

// Errors: bad_data in the words of go-jose, for a text that is not three parts of base64url, a header that is
// not an object or has a key twice, and claims that are not an object. `token` must outlive the result.
result<web_token> read_web_token(std::string_view token);
// The claims alone, of a token that may be malformed otherwise. Nothing if they are not an object.
std::optional<bj::object> unverified_claims(std::string_view token);

}}}  // namespace setpoint::v0::apiserver
