#include "apiserver/go/text.hpp"

#include "framework/json/number.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::go_text {

namespace {

std::vector<const bj::key_value_pair*> sorted(const bj::object& o) {
    std::vector<const bj::key_value_pair*> out;
    out.reserve(o.size());
    for (const auto& pair : o) out.push_back(&pair);
    std::sort(out.begin(), out.end(), [](const auto* a, const auto* b) { return a->key() < b->key(); });
    return out;
}

void json_string(std::string_view text, std::string& out) {
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            case '\b':
                out += "\\b";
                break;
            case '\f':
                out += "\\f";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == '<' || c == '>' || c == '&') {
                    out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
                } else if (text.substr(i, 3) == "\xe2\x80\xa8" || text.substr(i, 3) == "\xe2\x80\xa9") {
                    out += text[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
                    i += 2;
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

// The shortest text that round-trips. An exponent has at least two digits.
std::string shortest(double d, std::chars_format form) {
    char room[400];  // the longest double without an exponent has 325 characters
    const auto end = std::to_chars(room, room + sizeof room, d, form).ptr;
    return {room, end};
}

void write_json(const bj::value& v, std::string& out, int depth) {
    if (v.is_null() || depth > max_depth) {
        out += "null";
    } else if (v.is_string()) {
        json_string(v.get_string(), out);
    } else if (v.is_array()) {
        out += '[';
        bool first = true;
        for (const auto& item : v.get_array()) {
            if (!std::exchange(first, false)) out += ',';
            write_json(item, out, depth + 1);
        }
        out += ']';
    } else if (v.is_object()) {
        out += '{';
        bool first = true;
        for (const auto* pair : sorted(v.get_object())) {
            if (!std::exchange(first, false)) out += ',';
            json_string(pair->key(), out);
            out += ':';
            write_json(pair->value(), out, depth + 1);
        }
        out += '}';
    } else if (v.is_double() || v.is_uint64()) {
        json::append_number(v.to_number<double>(), out);
    } else {
        out += v.is_bool() ? (v.get_bool() ? "true" : "false") : std::to_string(v.get_int64());
    }
}

void print(const bj::value& v, std::string& out, int depth) {
    if (v.is_null() || depth > max_depth) {
        out += "<nil>";
    } else if (v.is_string()) {
        out += std::string_view(v.get_string());
    } else if (v.is_array()) {
        out += '[';
        bool first = true;
        for (const auto& item : v.get_array()) {
            if (!std::exchange(first, false)) out += ' ';
            print(item, out, depth + 1);
        }
        out += ']';
    } else if (v.is_object()) {
        out += "map[";
        bool first = true;
        for (const auto* pair : sorted(v.get_object())) {
            if (!std::exchange(first, false)) out += ' ';
            out += std::string_view(pair->key());
            out += ':';
            print(pair->value(), out, depth + 1);
        }
        out += ']';
    } else if (v.is_double() || v.is_uint64()) {
        out += number(v.to_number<double>());
    } else {
        write_json(v, out, depth);
    }
}

}  // namespace

std::string number(double d) {
    const double size = std::fabs(d);
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e6);
    return shortest(d, plain ? std::chars_format::fixed : std::chars_format::scientific);
}

std::string json(const bj::value& v) {
    std::string out;
    write_json(v, out, 0);
    return out;
}

std::string printed(const bj::value& v) {
    std::string out;
    print(v, out, 0);
    return out;
}

std::string in_message(const bj::value& v) {
    if (v.is_string()) return quoted(v.get_string());
    return v.is_double() || v.is_uint64() ? number(v.to_number<double>()) : json(v);
}

std::string_view type_name(const bj::value& v) {
    if (v.is_string()) return "string";
    if (v.is_object()) return "object";
    if (v.is_array()) return "array";
    if (v.is_bool()) return "boolean";
    if (v.is_double() || v.is_uint64()) return "number";
    return v.is_null() ? "null" : "integer";
}

std::string_view json_kind(const bj::value& v) {
    if (v.is_number()) return "number";
    return v.is_bool() ? "bool" : type_name(v);
}

std::string_view go_type(const bj::value& v) {
    switch (v.kind()) {
        case bj::kind::string:
            return "string";
        case bj::kind::bool_:
            return "bool";
        case bj::kind::array:
            return "[]interface {}";
        case bj::kind::object:
            return "map[string]interface {}";
        case bj::kind::int64:
            return "int64";
        case bj::kind::null:
            return "<nil>";
        default:
            return "float64";
    }
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\n\v\f\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string parse_int_error(std::string_view text) {
    // from_chars() accepts no plus.
    const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    const std::string_view number = text.substr(plus ? 1 : 0);
    std::int64_t n = 0;
    const auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), n);
    const bool whole = end == number.data() + number.size();
    if (whole && wrong == std::errc()) return {};
    const bool too_large = whole && wrong == std::errc::result_out_of_range;
    return fmt::format("strconv.ParseInt: parsing {}: {}", quoted(text),
                       too_large ? "value out of range" : "invalid syntax");
}

std::optional<bool> parse_bool(std::string_view text) {
    for (const std::string_view yes : {"1", "t", "T", "TRUE", "true", "True"})
        if (text == yes) return true;
    for (const std::string_view no : {"0", "f", "F", "FALSE", "false", "False"})
        if (text == no) return false;
    return std::nullopt;
}

}}}  // namespace setpoint::v0::apiserver::go_text
