#pragma once
// The numbers of a key, between OpenSSL and JSON.

#include <boost/json/object.hpp>
#include <openssl/evp.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

struct ec_curve {
    std::string_view name;  // in JSON
    const char* group;      // in OpenSSL
    std::string_view algorithm;
    std::size_t bytes;  // of a coordinate, and of each half of a signature
};
// Null if there is none.
const ec_curve* curve_of_group(std::string_view name);
const ec_curve* curve_of_algorithm(std::string_view algorithm);

// Big-endian, of at least `bytes` bytes; "" if the key has no such number.
std::string key_number(const EVP_PKEY* key, const char* name, std::size_t bytes);
// A new public key, or null. A point must be on its curve.
EVP_PKEY* public_key_of_json(const bj::object& key);

}}}  // namespace setpoint::v0::apiserver
