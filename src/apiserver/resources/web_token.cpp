#include "apiserver/resources/web_token.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Deeper than any claim needs.
constexpr std::size_t deepest_claims = 32;

// Whether the object itself, not those in it, has a key twice.
class repeated_key {
public:
    static constexpr std::size_t max_object_size = std::size_t(-1), max_array_size = std::size_t(-1),
                                 max_key_size = std::size_t(-1), max_string_size = std::size_t(-1);
    std::string found{};

    bool on_document_begin(bj::error_code&) { return true; }
    bool on_document_end(bj::error_code&) { return true; }
    bool on_array_begin(bj::error_code&) { return deeper(); }
    bool on_array_end(std::size_t, bj::error_code&) { return higher(); }
    bool on_object_begin(bj::error_code&) { return deeper(); }
    bool on_object_end(std::size_t, bj::error_code&) { return higher(); }
    bool on_string_part(bj::string_view, std::size_t, bj::error_code&) { return true; }
    bool on_string(bj::string_view, std::size_t, bj::error_code&) { return true; }
    bool on_key_part(bj::string_view part, std::size_t, bj::error_code&) {
        key_.append(part.data(), part.size());
        return true;
    }
    bool on_key(bj::string_view part, std::size_t, bj::error_code&) {
        key_.append(part.data(), part.size());
        if (depth_ == 1 && !keys_.insert(key_).second) found = key_;
        key_.clear();
        return true;
    }
    bool on_number_part(bj::string_view, bj::error_code&) { return true; }
    bool on_int64(std::int64_t, bj::string_view, bj::error_code&) { return true; }
    bool on_uint64(std::uint64_t, bj::string_view, bj::error_code&) { return true; }
    bool on_double(double, bj::string_view, bj::error_code&) { return true; }
    bool on_bool(bool, bj::error_code&) { return true; }
    bool on_null(bj::error_code&) { return true; }
    bool on_comment_part(bj::string_view, bj::error_code&) { return true; }
    bool on_comment(bj::string_view, bj::error_code&) { return true; }

private:
    bool deeper() {
        ++depth_;
        return true;
    }
    bool higher() {
        --depth_;
        return true;
    }
    int depth_ = 0;
    std::string key_;
    std::set<std::string> keys_;
};

std::string key_twice_in(std::string_view json) {
    bj::basic_parser<repeated_key> parser{bj::parse_options()};
    bj::error_code failed;
    (void)parser.write_some(false, json.data(), json.size(), failed);
    return std::move(parser.handler().found);
}

bool is_base64url(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// base64.CorruptInputError
error corrupt(std::string_view text) {
    const auto bad = std::ranges::find_if_not(text, is_base64url);
    const std::size_t at =
        bad == text.end() ? text.size() / 4 * 4 : static_cast<std::size_t>(bad - text.begin());
    return {errc::bad_data, fmt::format("illegal base64 data at input byte {}", at)};
}

result<bj::object> object_in(std::string_view encoded, bool keys_once) {
    const auto text = base64url_decode(encoded);
    if (!text) return corrupt(encoded);
    bj::value out;
    std::string why;
    if (!json_text::parse(*text, out, why, deepest_claims)) return error(errc::bad_data, why);
    if (!out.is_object()) return error(errc::bad_data, "json: it is not an object");
    if (const std::string key = keys_once ? key_twice_in(*text) : std::string(); !key.empty())
        return error(errc::bad_data, fmt::format("json: duplicate key '{}' in object", key));
    return std::move(out.get_object());
}

}  // namespace

std::string base64url_encode(std::string_view bytes) {
    std::string out = base64_encode(bytes);
    while (out.ends_with('=')) out.pop_back();
    std::ranges::replace(out, '+', '-');
    std::ranges::replace(out, '/', '_');
    return out;
}

std::optional<std::string> base64url_decode(std::string_view text) {
    if (text.find_first_of("+/=") != std::string_view::npos) return std::nullopt;
    std::string plain(text);
    std::ranges::replace(plain, '-', '+');
    std::ranges::replace(plain, '_', '/');
    // Line ends, which the decoder skips, do not count.
    const auto ends = std::ranges::count_if(plain, [](char c) { return c == '\n' || c == '\r'; });
    while ((plain.size() - static_cast<std::size_t>(ends)) % 4 != 0) plain.push_back('=');
    return base64_decode(plain);
}

std::optional<bj::object> unverified_claims(std::string_view token) {
    if (token.size() > longest_web_token || std::ranges::count(token, '.') != 2) return std::nullopt;
    const std::size_t first = token.find('.'), last = token.rfind('.');
    auto out = object_in(token.substr(first + 1, last - first - 1), false);
    return out ? std::optional(std::move(*out)) : std::nullopt;
}

result<web_token> read_web_token(std::string_view token) {
    if (token.size() > longest_web_token || std::ranges::count(token, '.') != 2)
        return error(errc::bad_data, "compact JWS format must have three parts");
    const std::size_t first = token.find('.'), last = token.rfind('.');
    const auto header = object_in(token.substr(0, first), true);
    if (!header) return header.error();
    auto claims = object_in(token.substr(first + 1, last - first - 1), false);
    if (!claims) return claims.error();
    auto signature = base64url_decode(token.substr(last + 1));
    if (!signature) return corrupt(token.substr(last + 1));
    return web_token{.algorithm = std::string(text_at(*header, "alg")),
                     .key_id = std::string(text_at(*header, "kid")),
                     .claims = std::move(*claims),
                     .signed_text = token.substr(0, last),
                     .signature = std::move(*signature),
                     .is_critical = value_at(*header, "crit") != nullptr};
}

}}}  // namespace setpoint::v0::apiserver
