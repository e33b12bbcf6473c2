#include "cel/base64.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string encode_base64(std::string_view bytes) {
    std::string made;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t bits = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8U | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i) made += i <= count ? alphabet[bits >> (18 - 6 * i) & 63U] : '=';
    }
    return made;
}

std::optional<std::string> decode_base64(std::string_view text, std::size_t& wrong) {
    std::string made;
    std::uint32_t bits = 0;
    std::size_t count = 0;
    std::size_t at = 0;
    for (; at < text.size() && text[at] != '='; ++at) {
        if (text[at] == '\n' || text[at] == '\r') continue;
        const std::size_t digit = alphabet.find(text[at]);
        wrong = at;
        if (digit == std::string_view::npos) return std::nullopt;
        bits = bits << 6U | static_cast<std::uint32_t>(digit);
        if (++count % 4 == 0) {
            for (const unsigned shift : {16U, 8U, 0U}) made += static_cast<char>(bits >> shift & 255U);
            bits = 0;
        }
    }
    const std::size_t rest = count % 4;
    std::size_t padding = 0;
    wrong = at;
    for (; at < text.size(); ++at) {
        if (text[at] == '\n' || text[at] == '\r') continue;
        if (text[at] != '=') return std::nullopt;
        ++padding;
    }
    if (rest == 1 || (padding != 0 && (rest == 0 || padding != 4 - rest))) return std::nullopt;
    if (rest == 2) made += static_cast<char>(bits >> 4U & 255U);
    if (rest == 3) {
        made += static_cast<char>(bits >> 10U & 255U);
        made += static_cast<char>(bits >> 2U & 255U);
    }
    return made;
}

}}}  // namespace setpoint::v0::cel
