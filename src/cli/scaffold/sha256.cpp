#include "cli/scaffold/sha256.hpp"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

std::string sha256(std::string_view text) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
    std::string hex;
    for (const unsigned char byte : digest) hex += fmt::format("{:02x}", byte);
    return hex;
}

}}}  // namespace setpoint::v0::cli::scaffold
