#include "setpoint/api/secret_value.hpp"

#include "setpoint/api/core_v1/secret.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace setpoint { inline namespace v0 {

const secret* find_value(const core_v1::secret& object, const std::string& key) {
    const auto at = object.data.find(key);
    return at == object.data.end() ? nullptr : &at->second;
}

namespace json {

namespace {

// OpenSSL's sizes are int.
constexpr std::size_t longest_base64 = 64 << 20;

std::size_t padding_of(std::string_view s) {
    if (s.ends_with("==")) return 2;
    return s.ends_with('=') ? 1 : 0;
}

const unsigned char* bytes_of(std::string_view s) {
    return reinterpret_cast<const unsigned char*>(s.data());
}

}  // namespace

bool scalar_traits<secret>::parse(std::string_view s, secret& out) {
    if (s.size() % 4 != 0 || s.size() > longest_base64) return false;
    // EVP_DecodeBlock would skip blanks and read '=' in the middle as zeros.
    const std::size_t padding = padding_of(s);
    const std::string_view digits = s.substr(0, s.size() - padding);
    if (digits.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") !=
        std::string_view::npos) {
        return false;
    }
    std::string bytes(s.size() / 4 * 3, '\0');
    const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()), bytes_of(s),
                                     static_cast<int>(s.size()));
    if (size < 0) return false;
    bytes.resize(bytes.size() - padding);
    out = secret(std::move(bytes));
    return true;
}

void scalar_traits<secret>::print(const secret& value, std::string& out) {
    const std::string_view bytes = value.reveal();
    out += '"';
    const std::size_t begin = out.size();
    // including the zero byte that OpenSSL appends
    out.resize(begin + (bytes.size() + 2) / 3 * 4 + 1);
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data() + begin), bytes_of(bytes),
                    static_cast<int>(bytes.size()));
    out.back() = '"';
}

}  // namespace json
}}  // namespace setpoint::v0
