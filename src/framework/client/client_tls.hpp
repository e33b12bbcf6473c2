#pragma once
// The TLS context for the API server, from the configuration, its files as they change, and the
// client certificate of a credential plugin.

#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/http/tls_reload.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 {

// Cannot be copied or moved.
class client_tls {
public:
    // `now` and the sink of `log` must outlive it. Only settings of `config` that come from files
    // are followed.
    client_tls(const cluster_config& config, const clock& now, http::tls_reload::file_reader read_file,
               logger log);

    // Returns the context for a new connection; null for http.
    http::tls_context_ptr current();
    // Checks the files immediately. Returns true if there is now another context.
    bool check() { return reload_.check(); }
    // Uses this client certificate from now on; both empty: none. On error, which names the invalid
    // part, the old context stays.
    result<> use_pair(const std::string& cert_pem, const secret& key_pem);
    // Counts contexts.
    std::uint64_t version();

private:
    result<http::tls_context_ptr> make(const std::vector<secret>& contents, wall_time now);

    const clock& clock_;
    http::tls_settings settings_;
    bool tls_;
    // The purpose of each followed file, in the order of the reload's files.
    enum class part : std::uint8_t { ca, certificate, key };
    std::vector<part> parts_;
    http::tls_reload reload_;
    http::tls_context_ptr last_;
    std::uint64_t version_ = 0;
};

}}  // namespace setpoint::v0
