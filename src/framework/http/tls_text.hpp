#pragma once
// Explains in one line why a peer's certificate was rejected.

#include <openssl/ssl.h>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

// The result of a verification callback. Attached to an SSL with SSL_set_app_data.
struct refusal_note {
    std::string asked_for;  // the name or address that the certificate should be for
    std::string why;        // "is not trusted: ..."; empty: accepted
};

// The verification callback: decides nothing, records the first reason.
int note_refusal(int ok, X509_STORE_CTX* ctx);

// "2026-01-31".
std::string date_of(const ASN1_TIME* t);

}}}  // namespace setpoint::v0::http
