#pragma once
// A self-signed certificate, in memory: for /metrics over TLS when no files are named. It keeps readers
// out, and tells no one who we are.

#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/tls.hpp"

namespace setpoint {

class own_certificate {
public:
    // controller-runtime makes its own for a year too, and then serves an expired one.
    static constexpr duration valid = std::chrono::hours(24 * 365);
    static constexpr duration renewed_after = std::chrono::hours(24 * 240);

    // For `host` and localhost. Throws fault when it cannot be made.
    own_certificate(loop& l, logger log, std::string host);

    // Never null. Makes a new one when it is time; what cannot be made is logged, and the old one stays.
    http::tls_context_ptr current();

private:
    result<http::tls_context_ptr> make() const;

    loop& loop_;
    logger log_;
    std::string host_;
    http::tls_context_ptr tls_;
    time_point renew_{};
};

}  // namespace setpoint
