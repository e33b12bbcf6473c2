#include "framework/controller/applied_text.hpp"

#include "framework/core/digits.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::string_view no_hash = "0000000000000000";

// The first `n` bytes as a little-endian number.
std::uint64_t number_of(std::string_view s, std::size_t n) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < n; ++i)
        number |= static_cast<std::uint64_t>(static_cast<unsigned char>(s[i])) << 8 * i;
    return number;
}

// FNV-1a over eight bytes at a time, folded because a multiplication moves bits only up. It only has to
// distinguish one desired state from the previous one.
std::string hash_of(std::string_view s) {
    std::uint64_t h = 0xcbf29ce484222325 + s.size();
    const auto take = [&h](std::uint64_t n) {
        h = (h ^ n) * 0x100000001b3;
        h ^= h >> 32;
    };
    for (; s.size() >= 8; s.remove_prefix(8)) take(number_of(s, 8));
    take(number_of(s, s.size()));
    std::string digits;
    append_hexadecimal(h, no_hash.size(), digits);
    return digits;
}

}  // namespace

// Hashes the text with zeros in place of the hash, so that the object is encoded only once.
applied_text make_applied_text(const kind_info& kind, const void* desired, object_meta& meta,
                               std::string_view hash_name) {
    applied_text a;
    meta.annotations[hash_name] = no_hash;
    a.text = encode_object(kind, desired);
    meta.annotations.erase(hash_name);
    a.hash = hash_of(a.text);
    const std::string member = std::string(1, '"').append(hash_name).append("\":\"").append(no_hash);
    const std::size_t end = a.text.find(member) + member.size();
    a.hash.copy(a.text.data() + end - a.hash.size(), a.hash.size());
    return a;
}

}}  // namespace setpoint::v0
