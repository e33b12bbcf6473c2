#pragma once
// Says in one line why a peer's certificate was refused.

#include <openssl/ssl.h>

#include <string>
#include <string_view>

namespace setpoint::http {

// What a verification callback leaves behind. Attached to an SSL with SSL_set_app_data.
struct refusal_note {
    std::string asked_for;  // the name or address that the certificate should be for
    std::string why;        // "is not trusted: ..."; empty: not refused
};

// The verification callback: decides nothing, notes the first reason.
int note_refusal(int ok, X509_STORE_CTX* ctx);

// "2026-01-31".
std::string date_of(const ASN1_TIME* t);

}  // namespace setpoint::http
