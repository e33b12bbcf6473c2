#include "apiserver/objects/base64.hpp"

#include <cstdint>

namespace setpoint::apiserver::kinds {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            out += i + k <= bytes.size() ? alphabet[group >> (18 - 6 * k) & 63] : '=';
        }
    }
    return out;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string out;
    std::uint32_t group = 0;
    std::size_t count = 0, padding = 0;
    for (const char c : text) {
        if (c == '\r' || c == '\n') continue;
        const std::size_t value = c == '=' ? 0 : alphabet.find(c);
        if (value == std::string_view::npos || (padding > 0 && c != '=')) return {};
        if (c == '=' && (++padding > 2 || count % 4 < 2)) return {};
        group = group << 6 | static_cast<std::uint32_t>(value);
        if (++count % 4 == 0) {
            for (std::size_t k = 0; k < 3 - padding; ++k)
                out += static_cast<char>(group >> (16 - 8 * k) & 255);
            group = 0;
        }
    }
    if (count % 4 != 0) return {};
    return out;
}

}  // namespace setpoint::apiserver::kinds
