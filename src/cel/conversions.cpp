#include "cel/go_time.hpp"
#include "cel/numbers.hpp"
#include "cel/standard_functions.hpp"
#include "cel/utf8.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

value not_convertible(evaluation& in, const value& from, value_kind to) {
    return in.error(
        fmt::format("type conversion error from '{}' to '{}'", from.type().name(), type_of(to).name()));
}

template <class T>
bool parse_whole(std::string_view text, T& number) {
    if (text.starts_with('+')) {
        text.remove_prefix(1);
        if (text.starts_with('-') || text.starts_with('+')) return false;
    }
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return !text.empty() && error == std::errc() && stop == text.data() + text.size();
}

// Go's ParseFloat: decimal and hexadecimal numbers, inf and nan; no space, and no value that is too large.
bool parse_real(std::string_view text, double& number) {
    if (text.empty() || std::isspace(static_cast<unsigned char>(text[0])) != 0) return false;
    const std::string kept(text);
    if (kept.find('(') != std::string::npos) return false;
    const bool hex = kept.find_first_of("xX") != std::string::npos;
    if (hex && kept.find_first_of("pP") == std::string::npos) return false;
    char* stop = nullptr;
    number = std::strtod(kept.c_str(), &stop);
    if (stop != kept.c_str() + kept.size()) return false;
    const bool named = kept.find_first_of("iI") != std::string::npos;
    return named || !std::isinf(number);
}

value text_to(evaluation& in, const value& from, value_kind to) {
    const std::string_view text = from.text();
    std::int64_t integer = 0;
    std::uint64_t natural = 0;
    double real = 0;
    switch (to) {
        case value_kind::integer:
            if (parse_whole(text, integer)) return value::integer(integer);
            break;
        case value_kind::unsigned_integer:
            if (!text.starts_with('+') && parse_whole(text, natural)) return value::unsigned_integer(natural);
            break;
        case value_kind::real:
            if (parse_real(text, real)) return value::real(real);
            break;
        case value_kind::boolean:
            for (const auto* yes : {"1", "t", "T", "TRUE", "true", "True"}) {
                if (text == yes) return value::boolean(true);
            }
            for (const auto* no : {"0", "f", "F", "FALSE", "false", "False"}) {
                if (text == no) return value::boolean(false);
            }
            break;
        case value_kind::bytes:
            return value::bytes(text);
        case value_kind::duration:
            if (const auto nanoseconds = parse_duration(text)) return value::duration(*nanoseconds);
            break;
        case value_kind::timestamp:
            if (const auto time = parse_timestamp(text)) {
                if (time->seconds < least_unix_time || time->seconds > greatest_unix_time)
                    return value::error("timestamp overflow");
                return value::timestamp(time->seconds, time->nanoseconds, time->offset);
            }
            break;
        default:
            break;
    }
    return not_convertible(in, from, to);
}

value integer_to(evaluation& in, const value& from, value_kind to) {
    const std::int64_t number = from.as_integer();
    switch (to) {
        case value_kind::unsigned_integer:
            if (number < 0) return value::error("unsigned integer overflow");
            return value::unsigned_integer(static_cast<std::uint64_t>(number));
        case value_kind::real:
            return value::real(static_cast<double>(number));
        case value_kind::string:
            return in.text(fmt::format("{}", number));
        case value_kind::timestamp:
            if (number < least_unix_time || number > greatest_unix_time)
                return value::error("timestamp overflow");
            return value::timestamp(number, 0);
        default:
            return not_convertible(in, from, to);
    }
}

value unsigned_to(evaluation& in, const value& from, value_kind to) {
    const std::uint64_t number = from.as_unsigned();
    switch (to) {
        case value_kind::integer:
            if (number > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
                return value::error("integer overflow");
            return value::integer(static_cast<std::int64_t>(number));
        case value_kind::real:
            return value::real(static_cast<double>(number));
        case value_kind::string:
            return in.text(fmt::format("{}", number));
        default:
            return not_convertible(in, from, to);
    }
}

value real_to(evaluation& in, const value& from, value_kind to) {
    constexpr double two_to_63 = 9223372036854775808.0;
    constexpr double two_to_64 = 18446744073709551616.0;
    const double number = from.as_real();
    switch (to) {
        case value_kind::integer:
            if (!(number > -two_to_63 && number < two_to_63)) return value::error("integer overflow");
            return value::integer(static_cast<std::int64_t>(number));
        case value_kind::unsigned_integer:
            if (!(number >= 0 && number < two_to_64)) return value::error("unsigned integer overflow");
            return value::unsigned_integer(static_cast<std::uint64_t>(number));
        case value_kind::string:
            return in.text(real_text(number));
        default:
            return not_convertible(in, from, to);
    }
}

}  // namespace

value convert(evaluation& in, const value& from, value_kind to) {
    if (from.kind() == to) return from;
    switch (from.kind()) {
        case value_kind::string:
            return text_to(in, from, to);
        case value_kind::integer:
            return integer_to(in, from, to);
        case value_kind::unsigned_integer:
            return unsigned_to(in, from, to);
        case value_kind::real:
            return real_to(in, from, to);
        case value_kind::boolean:
            if (to == value_kind::string) return value::string(from.as_boolean() ? "true" : "false");
            break;
        case value_kind::bytes:
            if (to != value_kind::string) break;
            if (!is_valid_utf8(from.text()))
                return value::error("invalid UTF-8 in bytes, cannot convert to string");
            return value::string(from.text());
        case value_kind::duration:
            if (to == value_kind::string) return in.text(duration_text(from.nanoseconds()));
            if (to == value_kind::integer) return value::integer(from.nanoseconds());
            break;
        case value_kind::timestamp:
            if (to == value_kind::string)
                return in.text(timestamp_text(from.seconds(), from.subsecond(), from.offset()));
            if (to == value_kind::integer) return value::integer(from.seconds());
            break;
        case value_kind::type:
            if (to == value_kind::string) return value::string(from.as_type().name());
            break;
        default:
            break;
    }
    return not_convertible(in, from, to);
}

value same_value(evaluation&, arguments_view args) {
    return args[0];
}
value type_of_value(evaluation&, arguments_view args) {
    return value::type(args[0].type());
}
value to_boolean(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::boolean);
}
value to_bytes(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::bytes);
}
value to_real(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::real);
}
value to_duration(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::duration);
}
value to_integer(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::integer);
}
value to_string(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::string);
}
value to_timestamp(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::timestamp);
}
value to_unsigned(evaluation& in, arguments_view args) {
    return convert(in, args[0], value_kind::unsigned_integer);
}

}}}  // namespace setpoint::v0::cel
