#include "cel/go_time.hpp"
#include "cel/numbers.hpp"
#include "cel/quote.hpp"
#include "cel/utf8.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

std::string go_quoted(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const decoded_code next = decode_utf8(text, at);
        const char c = text[at];
        constexpr std::string_view specials = "\a\b\f\n\r\t\v\\\"";
        constexpr std::string_view names = "abfnrtv\\\"";
        const std::size_t special = next.code < 128 ? specials.find(c) : std::string_view::npos;
        if (special != std::string_view::npos) {
            out += '\\';
            out += names[special];
        } else if (!next.valid || next.code < 0x20 || next.code == 0x7F) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
            out += text.substr(at, next.bytes);
        }
        at += next.bytes;
    }
    return out + "\"";
}

namespace {

std::string shown_real(double number) {
    if (std::isnan(number)) return "double(\"NaN\")";
    if (std::isinf(number)) return number > 0 ? "double(\"Infinity\")" : "double(\"-Infinity\")";
    std::string text = fixed_text(number);
    return text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string shown_elements(const value& shown, arena& memory) {
    const bool list = shown.is(value_kind::list);
    std::string text = list ? "[" : "{";
    for (std::size_t i = 0; i < shown.size(); ++i) {
        memory.spend();
        if (i > 0) text += ", ";
        if (!list) text += to_text(shown.map().key_at(shown.data(), i, memory), memory) + ": ";
        text += to_text(list ? shown.at(i, memory) : shown.map().value_at(shown.data(), i, memory), memory);
    }
    return text + (list ? "]" : "}");
}

}  // namespace

std::string to_text(const value& shown, arena& memory) {
    switch (shown.kind()) {
        case value_kind::null:
            return "null";
        case value_kind::boolean:
            return shown.as_boolean() ? "true" : "false";
        case value_kind::integer:
            return fmt::format("{}", shown.as_integer());
        case value_kind::unsigned_integer:
            return fmt::format("{}u", shown.as_unsigned());
        case value_kind::real:
            return shown_real(shown.as_real());
        case value_kind::string:
            return go_quoted(shown.text());
        case value_kind::bytes:
            return "b" + go_quoted(shown.text());
        case value_kind::duration:
            return "duration(\"" + duration_text(shown.nanoseconds()) + "\")";
        case value_kind::timestamp:
            return "timestamp(\"" + timestamp_text(shown.seconds(), shown.subsecond()) + "\")";
        case value_kind::list:
        case value_kind::map:
            return shown_elements(shown, memory);
        case value_kind::type:
            return std::string(shown.as_type().name());
        case value_kind::optional:
            return shown.content() == nullptr ? "optional.none()"
                                              : "optional.of(" + to_text(*shown.content(), memory) + ")";
        case value_kind::opaque:
            return std::string(shown.opaque().type().name());
        case value_kind::error:
            return "error: " + std::string(shown.text());
    }
    return {};
}

}}}  // namespace setpoint::v0::cel
