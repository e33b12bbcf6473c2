#pragma once
// The certificates that this host trusts.

#include "setpoint/core/error.hpp"

#include <openssl/ssl.h>

#include <span>
#include <string>

namespace setpoint { inline namespace v0 { namespace http {

// The bundles of common distributions, and for the OpenSSL with which we are linked.
std::span<const char* const> known_bundles();

// Returns the first of `bundles` that exists if neither `file` exists nor `folder` contains certificates by
// their hash, as OpenSSL looks them up; otherwise "".
std::string bundle_to_load(const std::string& file, const std::string& folder,
                           std::span<const char* const> bundles);

// Adds the system's certificates: those of SSL_CERT_FILE and SSL_CERT_DIR if one is set, otherwise those of
// OpenSSL's own folder, and if it has none (a program that was linked on another distribution), those of the
// first known bundle. A host without any is not an error: verification then fails. Reads files.
result<> trust_system(SSL_CTX* ctx);

}}}  // namespace setpoint::v0::http
