#pragma once
// Finds a field by its JSON name: the hot part of type_info::find().

#include "setpoint/json/type_info.hpp"

#include <cstring>

namespace setpoint { inline namespace v0 { namespace json {

// The hashed part of a name: its length and three of its characters. Precondition: not empty.
inline std::uint32_t sample(std::string_view name, const std::uint8_t (&at)[3]) noexcept {
    const auto* const c = reinterpret_cast<const unsigned char*>(name.data());
    const std::size_t n = name.size();
    const std::uint32_t a = c[(n * at[0]) >> 8], b = c[(n * at[1]) >> 8], d = c[(n * at[2]) >> 8];
    return a | b << 8 | d << 16 | static_cast<std::uint32_t>(n) << 24;
}

// Avoids the call to memcmp: names are short and mostly equal here. Precondition: n > 0.
inline bool same_bytes(const char* a, const char* b, std::size_t n) noexcept {
    const auto differ = [a, b]<class Word>(std::size_t at, Word x, Word y) {
        std::memcpy(&x, a + at, sizeof x);
        std::memcpy(&y, b + at, sizeof y);
        return x ^ y;
    };
    if (n >= 8) {
        std::size_t i = 0;
        for (; i + 8 < n; i += 8)
            if (differ(i, std::uint64_t{}, std::uint64_t{}) != 0) return false;
        return differ(n - 8, std::uint64_t{}, std::uint64_t{}) == 0;
    }
    if (n >= 4)
        return (differ(0, std::uint32_t{}, std::uint32_t{}) |
                differ(n - 4, std::uint32_t{}, std::uint32_t{})) == 0;
    return a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1];
}

inline constexpr std::size_t no_field = static_cast<std::size_t>(-1);

std::size_t search_field(const type_info& type, std::string_view name) noexcept;

[[gnu::always_inline]] inline std::size_t field_index(const type_info& type, std::string_view name) noexcept {
    if (type.hash_seed == 0 || name.empty()) [[unlikely]]
        return search_field(type, name);
    const std::uint32_t slot = (sample(name, type.hash_at) * type.hash_seed) >> type.hash_shift;
    const std::size_t found = type.slots.data()[slot];
    if (found == 0) return no_field;
    const std::string_view there = type.fields.data()[found - 1].name;
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): they have the same size
    if (there.size() != name.size() || !same_bytes(there.data(), name.data(), name.size())) return no_field;
    return found - 1;
}

}}}  // namespace setpoint::v0::json
