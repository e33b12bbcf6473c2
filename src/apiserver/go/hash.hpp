#pragma once
// Go's hash/fnv, and the alphabet of names (k8s.io/apimachinery/pkg/util/rand).

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

constexpr std::uint32_t fnv_offset = 2166136261U, fnv_prime = 16777619U;

// fnv.New32: multiplies first.
constexpr std::uint32_t fnv1_32(std::string_view bytes, std::uint32_t sum = fnv_offset) {
    for (const char c : bytes) sum = (sum * fnv_prime) ^ static_cast<unsigned char>(c);
    return sum;
}
// fnv.New32a: multiplies last.
constexpr std::uint32_t fnv1a_32(std::string_view bytes, std::uint32_t sum = fnv_offset) {
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * fnv_prime;
    return sum;
}

// SafeEncodeString: only characters that form no words.
inline std::string safe_encode(std::string text) {
    constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
    for (char& c : text) c = alphabet[static_cast<unsigned char>(c) % alphabet.size()];
    return text;
}

}}}  // namespace setpoint::v0::apiserver
