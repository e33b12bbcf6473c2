#include "framework/json/yaml_source.hpp"

#include "framework/core/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

void append_code_point(std::uint32_t c, std::string& out) {
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | (c >> shift & 0x3fU)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xc0U | c >> 6U);
        tail(0);
    } else {
        out += static_cast<char>(c < 0x10000 ? 0xe0U | c >> 12U : 0xf0U | c >> 18U);
        if (c >= 0x10000) tail(12);
        tail(6);
        tail(0);
    }
}

}  // namespace

std::string in_utf8_by_mark(std::string_view text) {
    const bool little = text.starts_with("\xff\xfe"), big = text.starts_with("\xfe\xff");
    if (!little && !big) return std::string(text);
    const auto unit = [&](std::size_t i) -> std::uint32_t {
        const auto first = static_cast<unsigned char>(text[i]),
                   second = static_cast<unsigned char>(text[i + 1]);
        return little ? second << 8U | first : first << 8U | second;
    };
    std::string out;
    for (std::size_t i = 2; i < text.size(); i += 2) {
        if (i + 2 > text.size()) return std::string(text);
        std::uint32_t c = unit(i);
        if ((c & 0xfc00U) == 0xd800U && i + 4 <= text.size() && (unit(i + 2) & 0xfc00U) == 0xdc00U) {
            c = 0x10000U + ((c & 0x3ffU) << 10U) + (unit(i + 2) & 0x3ffU);
            i += 2;
        }
        if ((c & 0xfffff800U) == 0xd800U) return std::string(text);
        append_code_point(c, out);
    }
    return out;
}

std::string unused_character(std::string_view text) {
    for (std::uint32_t c = 0xe000; c < 0xe100; ++c) {
        std::string out;
        append_code_point(c, out);
        if (text.find(out) == text.npos) return out;
    }
    return {};
}

source_cursor::source_cursor(std::string_view text) : rest_(text) {
    if (rest_.starts_with("\xef\xbb\xbf")) rest_.remove_prefix(3);
}

std::string_view source_cursor::from(std::size_t index) {
    for (; index_ < index && !rest_.empty(); ++index_)
        rest_.remove_prefix(std::max<std::size_t>(utf8_sequence(rest_), 1));
    return rest_;
}

std::string_view source_cursor::between(std::size_t begin, std::size_t end) {
    const std::string_view all = from(begin);
    return all.substr(0, all.size() - from(end).size());
}

std::string_view take_document(std::string_view& rest) {
    for (std::size_t line = 0; line < rest.size();) {
        const std::size_t next = std::min(rest.find('\n', line), rest.size() - 1) + 1;
        if (line > 0 && rest.substr(line).starts_with("---")) {
            const std::string_view document = rest.substr(0, line);
            rest.remove_prefix(line);
            return document;
        }
        line = next;
    }
    return std::exchange(rest, {});
}

}}}  // namespace setpoint::v0::json
