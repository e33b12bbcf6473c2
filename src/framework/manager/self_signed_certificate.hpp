#pragma once
// A self-signed certificate in memory, for /metrics over TLS without certificate files. It encrypts the
// connection, but does not authenticate the server.

#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/tls.hpp"

namespace setpoint { inline namespace v0 {

class self_signed_certificate {
public:
    // One year, as in controller-runtime, which then serves an expired certificate; ours is renewed.
    static constexpr duration valid = std::chrono::hours(24 * 365);
    static constexpr duration renewed_after = std::chrono::hours(24 * 240);

    // Makes a certificate for `host` and localhost. Errors: throws fault if that fails.
    self_signed_certificate(loop& l, logger log, std::string host);

    // Returns the certificate, never null, and renews it when due. If that fails, it logs the error and keeps
    // the old one.
    http::tls_context_ptr current();

private:
    result<http::tls_context_ptr> make() const;

    loop& loop_;
    logger log_;
    std::string host_;
    http::tls_context_ptr tls_;
    time_point renew_{};
};

}}  // namespace setpoint::v0
