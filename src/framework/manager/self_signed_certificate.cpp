#include "framework/manager/self_signed_certificate.hpp"

#include "setpoint/http/certificates.hpp"

namespace setpoint { inline namespace v0 {

self_signed_certificate::self_signed_certificate(loop& l, logger log, std::string host)
    : loop_(l), log_(std::move(log)), host_(std::move(host)) {
    auto made = make();
    if (!made) throw fault(made.error());
    tls_ = std::move(*made);
    renew_ = saturating_add(loop_.now(), renewed_after);
}

http::tls_context_ptr self_signed_certificate::current() {
    if (loop_.now() < renew_) return tls_;
    constexpr duration retry = std::chrono::hours(1);
    auto made = make();
    renew_ = saturating_add(loop_.now(), made ? renewed_after : retry);
    if (made)
        tls_ = std::move(*made);
    else
        log_.error("The self-signed certificate could not be renewed", {{"error", made.error().to_string()}});
    return tls_;
}

// The CA's key is discarded, so that no other certificate can be issued with it.
result<http::tls_context_ptr> self_signed_certificate::make() const {
    const wall_time now = loop_.wall_now();
    const auto ca = http::make_ca("setpoint metrics CA", now, loop_.random());
    if (!ca) return ca.error();
    http::certificate_request wanted;
    wanted.common_name = "setpoint metrics";
    wanted.names = {"localhost", "127.0.0.1", "::1", host_};
    wanted.server = true;
    wanted.valid = valid;
    auto own = http::issue_certificate(*ca, wanted, now, loop_.random());
    if (!own) {
        // A host name may be invalid in a certificate: "my_machine".
        wanted.names.pop_back();
        own = http::issue_certificate(*ca, wanted, now, loop_.random());
    }
    if (!own) return own.error();
    return http::make_server_tls(own->cert_pem + ca->cert_pem, own->key_pem);
}

}}  // namespace setpoint::v0
