#include "cel/collections.hpp"
#include "cel/extensions/format.hpp"
#include "cel/standard_functions.hpp"
#include "cel/utf8.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

std::u32string code_points(std::string_view text) {
    std::u32string codes;
    for (std::size_t at = 0; at < text.size();) {
        const decoded_code next = decode_utf8(text, at);
        codes += next.code;
        at += next.bytes;
    }
    return codes;
}

std::string from_code_points(std::u32string_view codes) {
    std::string text;
    for (const char32_t code : codes) append_utf8(text, code);
    return text;
}

value out_of_range(evaluation& in, std::int64_t index) {
    return in.error(fmt::format("index out of range: {}", index));
}

value char_at(evaluation& in, arguments_view args) {
    const std::u32string codes = code_points(args[0].text());
    const std::int64_t index = args[1].as_integer();
    const auto size = static_cast<std::int64_t>(codes.size());
    if (index < 0 || index > size) return out_of_range(in, index);
    if (index == size) return value::string("");
    return in.text(from_code_points(codes.substr(static_cast<std::size_t>(index), 1)));
}

value index_of_text(evaluation& in, arguments_view args) {
    const std::int64_t offset = args.size() > 2 ? args[2].as_integer() : 0;
    if (args[1].text().empty()) return value::integer(offset);
    if (offset < 0) return out_of_range(in, offset);
    const std::u32string text = code_points(args[0].text());
    if (offset >= static_cast<std::int64_t>(text.size())) return value::integer(-1);
    const std::size_t found = text.find(code_points(args[1].text()), static_cast<std::size_t>(offset));
    return value::integer(found == std::u32string::npos ? -1 : static_cast<std::int64_t>(found));
}

value last_index_of_text(evaluation& in, arguments_view args) {
    const std::u32string text = code_points(args[0].text());
    const auto size = static_cast<std::int64_t>(text.size());
    const bool whole = args.size() < 3;
    if (args[1].text().empty()) return value::integer(whole ? size : args[2].as_integer());
    if (whole && args[0].text().size() < args[1].text().size()) return value::integer(-1);
    const std::int64_t offset = whole ? size - 1 : args[2].as_integer();
    if (offset < 0) return out_of_range(in, offset);
    if (offset >= size) return value::integer(-1);
    const std::size_t found = text.rfind(code_points(args[1].text()), static_cast<std::size_t>(offset));
    return value::integer(found == std::u32string::npos ? -1 : static_cast<std::int64_t>(found));
}

template <char from, char to, int shift>
value shift_letters(evaluation& in, arguments_view args) {
    std::string text = from_code_points(code_points(args[0].text()));
    for (char& c : text) {
        if (c >= from && c <= to) c = static_cast<char>(c + shift);
    }
    return in.text(text);
}

// Go's strings.Replace: an empty `old` is before and after each code point.
std::string replaced(std::string_view text, std::string_view old, std::string_view by, std::int64_t times) {
    std::string made;
    if (times == 0 || old == by) return std::string(text);
    std::size_t at = 0;
    for (bool first = true; times != 0; first = false, --times) {
        std::size_t next = at;
        if (old.empty()) {
            if (!first) {
                if (at >= text.size()) break;
                next += decode_utf8(text, at).bytes;
            }
        } else {
            next = text.find(old, at);
            if (next == std::string_view::npos) break;
        }
        made += text.substr(at, next - at);
        made += by;
        if (made.size() > arena::default_limit) throw memory_exhausted();
        at = next + old.size();
    }
    return made += text.substr(at);
}

value replace_text(evaluation& in, arguments_view args) {
    return in.text(replaced(args[0].text(), args[1].text(), args[2].text(),
                            args.size() > 3 ? args[3].as_integer() : -1));
}

value split_text(evaluation& in, arguments_view args) {
    const std::string_view text = args[0].text();
    const std::string_view separator = args[1].text();
    const std::int64_t limit = args.size() > 2 ? args[2].as_integer() : -1;
    std::vector<value> parts;
    if (limit == 0) return make_list({}, in.memory());
    std::size_t at = 0;
    const auto full = [&] { return limit > 0 && static_cast<std::int64_t>(parts.size()) == limit - 1; };
    if (separator.empty()) {
        while (at < text.size() && !full()) {
            const std::size_t bytes = decode_utf8(text, at).bytes;
            parts.push_back(value::string(text.substr(at, bytes)));
            at += bytes;
        }
        if (at < text.size()) parts.push_back(value::string(text.substr(at)));
        return make_list(parts, in.memory());
    }
    for (std::size_t next = 0; !full() && (next = text.find(separator, at)) != std::string_view::npos;) {
        parts.push_back(value::string(text.substr(at, next - at)));
        at = next + separator.size();
    }
    parts.push_back(value::string(text.substr(at)));
    return make_list(parts, in.memory());
}

value substring(evaluation& in, arguments_view args) {
    const std::string_view text = args[0].text();
    const auto size = static_cast<std::int64_t>(count_utf8(text));
    const std::int64_t start = args[1].as_integer();
    const std::int64_t end = args.size() > 2 ? args[2].as_integer() : size;
    if (args.size() > 2 && start > end) {
        return in.error(fmt::format("invalid substring range. start: {}, end: {}", start, end));
    }
    if (start < 0 || start > size) return out_of_range(in, start);
    if (end < 0 || end > size) return out_of_range(in, end);
    const std::size_t first = utf8_offset(text, static_cast<std::size_t>(start));
    return value::string(
        text.substr(first, utf8_offset(text.substr(first), static_cast<std::size_t>(end - start))));
}

bool is_space(char32_t code) {
    return (code >= 9 && code <= 13) || code == ' ' || code == 0x85 || code == 0xA0 || code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 || code == 0x202F ||
           code == 0x205F || code == 0x3000;
}

value trim(evaluation& in, arguments_view args) {
    const std::u32string codes = code_points(args[0].text());
    std::u32string_view rest = codes;
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_space(rest.back())) rest.remove_suffix(1);
    return in.text(from_code_points(rest));
}

value reverse_text(evaluation& in, arguments_view args) {
    std::u32string codes = code_points(args[0].text());
    std::reverse(codes.begin(), codes.end());
    return in.text(from_code_points(codes));
}

value join_texts(evaluation& in, arguments_view args) {
    const std::string_view separator = args.size() > 1 ? args[1].text() : std::string_view();
    std::string made;
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        const value element = args[0].at(i, in.memory());
        if (!element.is(value_kind::string))
            return in.error("join: invalid input: " + to_text(element, in.memory()));
        if (made.size() > arena::default_limit) throw memory_exhausted();
        if (i > 0) made += separator;
        made += element.text();
    }
    return in.text(made);
}

value quote_text(evaluation& in, arguments_view args) {
    constexpr std::u32string_view specials = U"\a\b\f\n\r\t\v\\\"";
    constexpr std::string_view names = "abfnrtv\\\"";
    std::string made = "\"";
    for (const char32_t code : code_points(args[0].text())) {
        const std::size_t special = specials.find(code);
        if (special != std::u32string_view::npos) {
            made += '\\';
            made += names[special];
        } else {
            append_utf8(made, code);
        }
    }
    return in.text(made + "\"");
}

value format_plainly(evaluation& in, arguments_view args) {
    return format_text(in, args, false);
}
value format_with_separators(evaluation& in, arguments_view args) {
    return format_text(in, args, true);
}

constexpr std::array string_rows = std::to_array<function_row>({
    {"charAt", "string_char_at_int", ".(string, int) -> string", char_at},
    {"indexOf", "string_index_of_string", ".(string, string) -> int", index_of_text},
    {"indexOf", "string_index_of_string_int", ".(string, string, int) -> int", index_of_text},
    {"lastIndexOf", "string_last_index_of_string", ".(string, string) -> int", last_index_of_text},
    {"lastIndexOf", "string_last_index_of_string_int", ".(string, string, int) -> int", last_index_of_text},
    {"lowerAscii", "string_lower_ascii", ".(string) -> string", shift_letters<'A', 'Z', 'a' - 'A'>},
    {"replace", "string_replace_string_string", ".(string, string, string) -> string", replace_text},
    {"replace", "string_replace_string_string_int", ".(string, string, string, int) -> string", replace_text},
    {"split", "string_split_string", ".(string, string) -> list(string)", split_text},
    {"split", "string_split_string_int", ".(string, string, int) -> list(string)", split_text},
    {"substring", "string_substring_int", ".(string, int) -> string", substring},
    {"substring", "string_substring_int_int", ".(string, int, int) -> string", substring},
    {"trim", "string_trim", ".(string) -> string", trim},
    {"upperAscii", "string_upper_ascii", ".(string) -> string", shift_letters<'a', 'z', 'A' - 'a'>},
    {"join", "list_join", ".(list(string)) -> string", join_texts},
    {"join", "list_join_string", ".(list(string), string) -> string", join_texts},
});
constexpr std::array quote_rows =
    std::to_array<function_row>({{"strings.quote", "strings_quote", "(string) -> string", quote_text}});
constexpr std::array reverse_rows =
    std::to_array<function_row>({{"reverse", "string_reverse", ".(string) -> string", reverse_text}});

}  // namespace

void add_strings(environment& to, int version) {
    to.add_functions(string_rows);
    if (version >= 1) {
        const function implementation = version >= 4 ? format_plainly : format_with_separators;
        const std::array format_rows = {
            function_row{"format", "string_format", ".(string, list(dyn)) -> string", implementation}};
        to.add_functions(format_rows);
        to.options().validate_format = version < 4;
        to.add_functions(quote_rows);
    }
    if (version >= 3) to.add_functions(reverse_rows);
}

}}}  // namespace setpoint::v0::cel
