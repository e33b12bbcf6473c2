#pragma once
// Writes fields of protobuf messages (the wire format of protocol buffers).

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::protobuf_text {

inline void put_varint(std::string& to, std::uint64_t n) {
    constexpr std::uint64_t low = 0x7f, more = 0x80;
    while (n > low) {
        to += static_cast<char>((n & low) | more);
        n >>= 7;
    }
    to += static_cast<char>(n);
}

// Bytes: a string, or a message that is already encoded.
inline void put(std::string& to, int field, std::string_view bytes) {
    put_varint(to, static_cast<std::uint64_t>(field) << 3 | 2);
    put_varint(to, bytes.size());
    to.append(bytes);
}

inline void put_number(std::string& to, int field, std::int64_t n) {
    put_varint(to, static_cast<std::uint64_t>(field) << 3);
    put_varint(to, static_cast<std::uint64_t>(n));
}

inline void put_double(std::string& to, int field, double d) {
    put_varint(to, static_cast<std::uint64_t>(field) << 3 | 1);
    auto bits = std::bit_cast<std::uint64_t>(d);
    for (int i = 0; i < 8; ++i, bits >>= 8) to += static_cast<char>(bits & 0xff);
}

// A message with a name and a value, of which gnostic's maps are made.
inline std::string named(std::string_view name, std::string_view value) {
    std::string out;
    put(out, 1, name);
    put(out, 2, value);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::protobuf_text
