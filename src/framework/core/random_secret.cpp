#include "setpoint/core/random_secret.hpp"

#include "setpoint/core/error.hpp"

#include <fmt/format.h>
#include <openssl/rand.h>

#include <string>

namespace setpoint { inline namespace v0 {

secret random_key(std::size_t bytes) {
    std::string out(bytes, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char*>(out.data()), static_cast<int>(bytes)) != 1)
        throw fault(errc::failed, "the system has no random bytes for a key");
    return secret(std::move(out));
}

secret random_token(std::size_t bytes) {
    const secret key = random_key(bytes);
    std::string out;
    for (const char c : key.reveal()) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return secret(std::move(out));
}

}}  // namespace setpoint::v0
