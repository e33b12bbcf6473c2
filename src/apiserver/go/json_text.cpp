#include "apiserver/go/json_text.hpp"

#include "apiserver/go/text.hpp"
#include "framework/json/number.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/value_stack.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace apiserver::json_text {

namespace {

using chars = bj::string_view;
using error_code = bj::error_code;

// Builds the same tree as bj::parse(), but with exact doubles: Boost's conversion may be off by a
// few units in the last place.
class tree_builder {
public:
    static constexpr std::size_t max_object_size = bj::object::max_size();
    static constexpr std::size_t max_array_size = bj::array::max_size();
    static constexpr std::size_t max_key_size = bj::string::max_size();
    static constexpr std::size_t max_string_size = bj::string::max_size();

    bool out_of_range = false;

    tree_builder() { stack_.reset(); }
    bj::value release() { return stack_.release(); }

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code&) { return true; }
    bool on_array_begin(error_code&) { return true; }
    bool on_object_end(std::size_t n, error_code&) { return stack_.push_object(n), true; }
    bool on_array_end(std::size_t n, error_code&) { return stack_.push_array(n), true; }
    bool on_key_part(chars s, std::size_t, error_code&) { return stack_.push_chars(s), true; }
    bool on_key(chars s, std::size_t, error_code&) { return stack_.push_key(s), true; }
    bool on_string_part(chars s, std::size_t, error_code&) { return stack_.push_chars(s), true; }
    bool on_string(chars s, std::size_t, error_code&) { return stack_.push_string(s), true; }
    bool on_number_part(chars s, error_code&) { return number_.append(s.data(), s.size()), true; }
    bool on_int64(std::int64_t n, chars, error_code&) { return number_.clear(), stack_.push_int64(n), true; }
    bool on_uint64(std::uint64_t n, chars, error_code&) {
        return number_.clear(), stack_.push_uint64(n), true;
    }
    bool on_double(double, chars s, error_code& ec) {
        number_.append(s.data(), s.size());
        const std::string text = std::exchange(number_, {});
        if (const auto d = json::read_number(text)) return stack_.push_double(*d), true;
        out_of_range = true;
        ec = bj::error::exponent_overflow;
        return false;
    }
    bool on_bool(bool b, error_code&) { return stack_.push_bool(b), true; }
    bool on_null(error_code&) { return stack_.push_null(), true; }
    bool on_comment_part(chars, error_code&) { return true; }
    bool on_comment(chars, error_code&) { return true; }

private:
    bj::value_stack stack_;
    std::string number_;
};

constexpr std::string_view blanks = " \t\r\n";

// A byte as encoding/json prints it: as the character with that code.
std::string quoted_byte(char byte) {
    const auto c = static_cast<unsigned char>(byte);
    if (c == '\'') return "'\\''";
    if (c == '"') return "'\"'";
    std::string text(1, byte);
    if (c >= 0x80) text = {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 0x3f))};
    const std::string q = go_text::quoted(text);
    return "'" + q.substr(1, q.size() - 2) + "'";
}

std::string syntax_error(std::string_view text, std::size_t at) {
    if (at >= text.size()) return "unexpected end of JSON input";
    const std::string c = quoted_byte(text[at]);
    if (text.find_first_not_of(blanks) == at)
        return fmt::format("invalid character {} looking for beginning of value", c);
    return fmt::format("invalid character {} in JSON input", c);
}

void append_string(bj::string_view s, std::string& to) {
    json::quote({s.data(), s.size()}, to);
}

void append_object(const bj::object& o, std::string& to) {
    char before = '{';
    for (const auto& [key, value] : o) {
        to += std::exchange(before, ',');
        append_string(key, to);
        to += ':';
        append(value, to);
    }
    to += before == '{' ? "{}" : "}";
}

void append_integer(std::int64_t n, std::string& to) {
    char room[24];
    to.append(room, std::to_chars(std::begin(room), std::end(room), n).ptr);
}

}  // namespace

bool parse(std::string_view text, bj::value& to, std::string& why, std::size_t depth) {
    bj::parse_options o;
    o.max_depth = depth;
    bj::basic_parser<tree_builder> parser(o);
    error_code ec;
    const std::size_t taken = parser.write_some(false, text.data(), text.size(), ec);
    if (!ec) {
        const std::size_t rest = text.find_first_not_of(blanks, taken);
        if (rest == std::string_view::npos) {
            to = parser.handler().release();
            return true;
        }
        why = fmt::format("invalid character {} after top-level value", quoted_byte(text[rest]));
        return false;
    }
    why = ec == bj::error::too_deep       ? fmt::format("exceeded max depth of {}", depth)
          : parser.handler().out_of_range ? "a number is out of the range of float64"
          : ec == bj::error::incomplete   ? "unexpected end of JSON input"
                                          : syntax_error(text, taken);
    return false;
}

bj::value parse_own(std::string_view text) {
    bj::value out;
    std::string why;
    if (!parse(text, out, why, trusted_depth)) throw std::invalid_argument("the server's own JSON: " + why);
    return out;
}

void append(const bj::value& v, std::string& to) {
    switch (v.kind()) {
        case bj::kind::null:
            to += "null";
            return;
        case bj::kind::bool_:
            to += v.get_bool() ? "true" : "false";
            return;
        case bj::kind::int64:
            return append_integer(v.get_int64(), to);
        case bj::kind::uint64:
        case bj::kind::double_:
            return json::append_number(v.to_number<double>(), to);
        case bj::kind::string:
            return append_string(v.get_string(), to);
        case bj::kind::array: {
            char before = '[';
            for (const bj::value& item : v.get_array()) {
                to += std::exchange(before, ',');
                append(item, to);
            }
            to += before == '[' ? "[]" : "]";
            return;
        }
        case bj::kind::object:
            return append_object(v.get_object(), to);
    }
}

std::string serialize(const bj::value& v) {
    std::string out;
    append(v, out);
    return out;
}

std::string serialize(const bj::object& o) {
    std::string out;
    append_object(o, out);
    return out;
}

bool deeper_than(const bj::value& v, std::size_t most) {
    if (!v.is_structured()) return false;
    if (most == 0) return true;
    if (const bj::array* const a = v.if_array())
        return std::ranges::any_of(*a, [&](const bj::value& item) { return deeper_than(item, most - 1); });
    return std::ranges::any_of(v.get_object(),
                               [&](const auto& member) { return deeper_than(member.value(), most - 1); });
}

}}}  // namespace setpoint::v0::apiserver::json_text
