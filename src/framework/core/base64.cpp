#include "framework/core/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

bool is_digit_of_base64(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

}  // namespace

std::optional<std::string> base64_decode(std::string_view text) {
    std::string packed;
    packed.reserve(text.size());
    for (const char c : text)
        if (c != '\n' && c != '\r') packed += c;
    const std::size_t digits =
        static_cast<std::size_t>(std::find(packed.begin(), packed.end(), '=') - packed.begin());
    const std::size_t padding = packed.size() - digits;
    // OpenSSL is more lenient than RFC 4648: it stops at a '-' and accepts padding anywhere.
    if (packed.size() % 4 != 0 || padding > 2) return std::nullopt;
    if (!std::all_of(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(digits),
                     is_digit_of_base64) ||
        packed.find_first_not_of('=', digits) != std::string::npos)
        return std::nullopt;
    if (packed.empty()) return std::string();

    std::string bytes(packed.size() / 4 * 3, '\0');
    const int n = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                  reinterpret_cast<const unsigned char*>(packed.data()),
                                  static_cast<int>(packed.size()));
    if (n < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(n) - padding);
    return bytes;
}

std::string base64_encode(std::string_view bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL adds a zero byte
    const int n =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                        reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(n));
    return text;
}

}}  // namespace setpoint::v0
