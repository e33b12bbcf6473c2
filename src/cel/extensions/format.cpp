#include "cel/extensions/format.hpp"

#include "cel/go_time.hpp"
#include "cel/numbers.hpp"
#include "cel/quote.hpp"
#include "cel/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

struct format_failure {
    std::string message;
};

constexpr int default_precision = 6;

bool is_infinity_text(const value& arg) {
    return arg.is(value_kind::string) &&
           (arg.text() == "NaN" || arg.text() == "Infinity" || arg.text() == "-Infinity");
}

std::string named_real(double number) {
    if (std::isnan(number)) return "NaN";
    return number > 0 ? "Infinity" : "-Infinity";
}

// Superscript digits, as x/text prints exponents.
std::string superscript(int number) {
    static constexpr std::string_view digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                  "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    std::string made = number < 0 ? "\u207b" : "";
    const std::string plain = fmt::format("{:02}", std::abs(number));
    for (const char c : plain) made += digits[c - '0'];
    return made;
}

class formatter {
public:
    formatter(arena& memory, bool localized) : memory_(memory), localized_(localized) {}

    std::string run(std::string_view text, const value& list) {
        std::string made;
        std::size_t next = 0;
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] != '%') {
                made += text[at++];
            } else if (at + 1 < text.size() && text[at + 1] == '%') {
                made += '%';
                at += 2;
            } else {
                if (next >= list.size()) throw format_failure{fmt::format("index {} out of range", next)};
                if (at + 1 >= text.size()) throw format_failure{"unexpected end of string"};
                ++at;
                made += clause(text, at, list.at(next++, memory_));
            }
        }
        return made;
    }

private:
    std::string clause(std::string_view text, std::size_t& at, const value& arg) {
        const auto wrong = [](std::string_view why) {
            return format_failure{fmt::format("could not parse formatting clause: {}", why)};
        };
        int precision = default_precision;
        if (text[at] == '.') {
            const std::size_t end = text.find_first_not_of("0123456789", ++at);
            if (end == std::string_view::npos) {
                throw wrong("error while parsing precision: could not find end of precision specifier");
            }
            if (end == at || end - at > 3) throw wrong("error while parsing precision");
            precision = std::stoi(std::string(text.substr(at, end - at)));
            at = end;
        }
        const char letter = text[at++];
        try {
            switch (letter) {
                case 's':
                    return localized_ ? text_of(arg) : plain_text_of(arg);
                case 'd':
                    return decimal(arg);
                case 'f':
                    return fixed(arg, precision);
                case 'e':
                    return scientific(arg, precision);
                case 'b':
                    return binary(arg);
                case 'x':
                case 'X':
                    return hex(arg, letter == 'X');
                case 'o':
                    return octal(arg);
                default:
                    break;
            }
        } catch (const format_failure& why) {
            throw format_failure{"error during formatting: " + why.message};
        }
        throw wrong(fmt::format("unrecognized formatting clause \"{}\"", letter));
    }

    [[noreturn]] static void refuse(std::string_view rule, const value& arg) {
        throw format_failure{fmt::format("{}, was given {}", rule, arg.type().name())};
    }

    // -- %s, of versions from 4 on

    std::string plain_text_of(const value& arg) {
        memory_.spend();
        switch (arg.kind()) {
            case value_kind::boolean:
                return arg.as_boolean() ? "true" : "false";
            case value_kind::integer:
                return fmt::format("{}", arg.as_integer());
            case value_kind::unsigned_integer:
                return fmt::format("{}", arg.as_unsigned());
            case value_kind::real:
                return std::isfinite(arg.as_real()) ? fixed_text(arg.as_real()) : named_real(arg.as_real());
            case value_kind::string:
            case value_kind::bytes:
                return std::string(arg.text());
            case value_kind::duration:
                return duration_text(arg.nanoseconds());
            case value_kind::timestamp:
                return timestamp_text(arg.seconds(), arg.subsecond());
            case value_kind::null:
                return "null";
            case value_kind::type:
                return std::string(arg.as_type().name());
            case value_kind::list:
                return joined(list_texts(arg, &formatter::plain_text_of), "[", "]");
            case value_kind::map:
                return joined(map_texts(arg, &formatter::plain_text_of, ": "), "{", "}");
            default:
                refuse(
                    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "
                    "types, durations, "
                    "and timestamps",
                    arg);
        }
    }

    using element_text = std::string (formatter::*)(const value&);

    std::vector<std::string> list_texts(const value& list, element_text text) {
        std::vector<std::string> made;
        made.reserve(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) made.push_back((this->*text)(list.at(i, memory_)));
        return made;
    }

    std::vector<std::string> map_texts(const value& map, element_text text, std::string_view between) {
        std::vector<std::pair<std::string, std::string>> entries;
        entries.reserve(map.size());
        for (std::size_t i = 0; i < map.size(); ++i) {
            const value key = map.map().key_at(map.data(), i, memory_);
            entries.emplace_back((this->*text)(key),
                                 (this->*text)(map.map().value_at(map.data(), i, memory_)));
        }
        std::sort(entries.begin(), entries.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<std::string> made;
        made.reserve(entries.size());
        for (auto& [key, content] : entries) made.push_back(std::move(key.append(between).append(content)));
        return made;
    }

    static std::string joined(const std::vector<std::string>& parts, std::string_view open,
                              std::string_view close) {
        return fmt::format("{}{}{}", open, fmt::join(parts, ", "), close);
    }

    // -- %s, of versions before 4: elements are quoted

    std::string text_of(const value& arg) {
        switch (arg.kind()) {
            case value_kind::real:
                return real_text(arg.as_real());
            case value_kind::bytes:
                if (!is_valid_utf8(arg.text())) {
                    throw format_failure{
                        "could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to "
                        "string"};
                }
                return std::string(arg.text());
            case value_kind::list:
                return joined(list_texts(arg, &formatter::quoted_element), "[", "]");
            case value_kind::map:
                return joined(map_texts(arg, &formatter::quoted_element, ":"), "{", "}");
            default:
                return plain_text_of(arg);
        }
    }

    std::string quoted_element(const value& arg) {
        switch (arg.kind()) {
            case value_kind::string:
                return go_quoted(arg.text());
            case value_kind::bytes:
                return "b" + go_quoted(arg.text());
            case value_kind::timestamp:
                return "timestamp(" + go_quoted(plain_text_of(arg)) + ")";
            case value_kind::duration:
                return "duration(" + go_quoted(plain_text_of(arg)) + ")";
            case value_kind::real:
                if (std::isnan(arg.as_real())) return "\"NaN\"";
                if (std::isinf(arg.as_real())) return arg.as_real() > 0 ? "\"+Inf\"" : "\"-Inf\"";
                return fmt::format("{:.{}f}", arg.as_real(), default_precision);
            case value_kind::optional:
            case value_kind::opaque:
                throw format_failure{fmt::format("no formatting function for {}", arg.type().name())};
            default:
                return text_of(arg);
        }
    }

    // -- numbers

    std::string decimal(const value& arg) {
        if (arg.is(value_kind::integer) || arg.is(value_kind::unsigned_integer) ||
            (!localized_ && arg.is(value_kind::real))) {
            return plain_text_of(arg);
        }
        refuse(localized_ ? "decimal clause can only be used on integers"
                          : "decimal clause can only be used on numbers",
               arg);
    }

    double real_of(const value& arg, std::string_view rule) const {
        // x/text prints no minus before zero.
        if (arg.is(value_kind::real)) return localized_ && arg.as_real() == 0 ? 0 : arg.as_real();
        if (localized_ && is_infinity_text(arg))
            return arg.text() == "NaN" ? std::nan("") : arg.text() == "Infinity" ? HUGE_VAL : -HUGE_VAL;
        if (!localized_ && arg.is(value_kind::integer)) return static_cast<double>(arg.as_integer());
        if (!localized_ && arg.is(value_kind::unsigned_integer))
            return static_cast<double>(arg.as_unsigned());
        refuse(rule, arg);
    }

    std::string special(double number) const {
        if (!localized_) return named_real(number);
        if (std::isnan(number)) return "NaN";
        return number > 0 ? "\u221e" : "-\u221e";
    }

    std::string fixed(const value& arg, int precision) {
        const double number = real_of(arg, "fixed-point clause can only be used on doubles");
        if (!std::isfinite(number)) return special(number);
        std::string made = fmt::format("{:.{}f}", number, precision);
        if (!localized_) return made;
        const std::size_t point = std::min(made.find('.'), made.size());
        const std::size_t first = made.starts_with('-') ? 1 : 0;
        for (std::size_t at = point; at > first + 3; at -= 3) made.insert(at - 3, ",");
        return made;
    }

    std::string scientific(const value& arg, int precision) {
        const double number = real_of(arg, "scientific clause can only be used on doubles");
        if (!localized_) {
            return std::isfinite(number) ? fmt::format("{:.{}e}", number, precision) : special(number);
        }
        // Before version 4, cel-go takes the precision for the width.
        std::string made = special(number);
        if (std::isfinite(number)) {
            made = fmt::format("{:.{}e}", number, default_precision);
            const std::size_t exponent = made.find('e');
            made = made.substr(0, exponent) + "\u00d710" + superscript(std::stoi(made.substr(exponent + 1)));
        }
        const std::size_t width = count_utf8(made);
        const auto wanted = static_cast<std::size_t>(precision);
        return (width < wanted ? std::string(wanted - width, ' ') : "") + made;
    }

    std::string in_base(const value& arg, std::string_view form) {
        if (arg.is(value_kind::integer)) return fmt::format(fmt::runtime(form), arg.as_integer());
        return fmt::format(fmt::runtime(form), arg.as_unsigned());
    }

    static bool is_whole(const value& arg) {
        return arg.is(value_kind::integer) || arg.is(value_kind::unsigned_integer);
    }

    std::string binary(const value& arg) {
        if (is_whole(arg)) return in_base(arg, "{:b}");
        if (arg.is(value_kind::boolean)) return arg.as_boolean() ? "1" : "0";
        refuse("only integers and bools can be formatted as binary", arg);
    }

    std::string hex(const value& arg, bool upper) {
        if (is_whole(arg)) return in_base(arg, upper ? "{:X}" : "{:x}");
        if (!arg.is(value_kind::string) && !arg.is(value_kind::bytes)) {
            refuse("only integers, byte buffers, and strings can be formatted as hex", arg);
        }
        std::string made;
        for (const char c : arg.text())
            made += fmt::format(fmt::runtime(upper ? "{:02X}" : "{:02x}"), static_cast<unsigned char>(c));
        return made;
    }

    std::string octal(const value& arg) {
        if (is_whole(arg)) return in_base(arg, "{:o}");
        refuse("octal clause can only be used on integers", arg);
    }

    arena& memory_;
    bool localized_;
};

}  // namespace

value format_text(evaluation& in, std::span<const value> args, bool separators) {
    try {
        return in.text(formatter(in.memory(), separators).run(args[0].text(), args[1]));
    } catch (const format_failure& why) {
        return in.error(why.message);
    }
}

}}}  // namespace setpoint::v0::cel
