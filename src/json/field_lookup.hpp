#pragma once
// Finds a field by its JSON name: the hot half of type_info::find().

#include <setpoint/json/type_info.hpp>

#include <cstring>

namespace setpoint::json {

// What is hashed of a name: its length and three of its characters. Precondition: not empty.
inline std::uint32_t sample(std::string_view name, const std::uint8_t (&at)[3]) noexcept {
    const std::size_t n = name.size();
    const auto byte = [&](std::uint8_t where) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(name[(n * where) >> 8]));
    };
    return byte(at[0]) | byte(at[1]) << 8 | byte(at[2]) << 16 | static_cast<std::uint32_t>(n) << 24;
}

inline constexpr std::size_t no_field = static_cast<std::size_t>(-1);

std::size_t search_field(const type_info& type, std::string_view name) noexcept;

inline std::size_t field_index(const type_info& type, std::string_view name) noexcept {
    if (type.hash_seed == 0 || name.empty()) [[unlikely]]
        return search_field(type, name);
    const std::uint32_t slot = (sample(name, type.hash_at) * type.hash_seed) >> type.hash_shift;
    const std::size_t found = type.slots.data()[slot];
    if (found == 0) return no_field;
    const std::string_view there = type.fields.data()[found - 1].name;
    if (there.size() != name.size() || std::memcmp(there.data(), name.data(), name.size()) != 0)
        return no_field;
    return found - 1;
}

}  // namespace setpoint::json
