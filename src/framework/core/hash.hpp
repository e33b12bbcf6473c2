#pragma once
// A fast hash against accidents: whoever chooses the text can choose its hash.

#include <cstdint>
#include <cstring>
#include <string_view>

namespace setpoint { inline namespace v0 {

inline constexpr std::uint64_t hash_basis = 14695981039346656037ULL;

// Takes eight bytes at a time, so `text` may be divided only after a multiple of eight. One changed byte
// always changes the hash.
inline std::uint64_t hash_bytes(std::string_view text, std::uint64_t before = hash_basis) {
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + i, 8);
        before = (before ^ word) * 0x9e3779b97f4a7c15ULL;
        before ^= before >> 29;
    }
    for (; i < text.size(); ++i) before = (before ^ static_cast<unsigned char>(text[i])) * 1099511628211ULL;
    return before;
}

}}  // namespace setpoint::v0
