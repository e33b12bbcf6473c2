#pragma once
// Gets documents of OpenID providers.

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct web_answer {
    int status = 0;
    std::string body{};
};
// GETs a URL. Errors: bad_config for an invalid URL, and those of a transport.
using web_getter = std::function<awaitable<result<web_answer>>(std::string url)>;

// Over HTTPS alone. Redirects are not followed. `l` must outlive it.
class https_getter {
public:
    // `ca_pem`: of the servers; empty: those of the system.
    https_getter(loop& l, std::string ca_pem) : loop_(l), ca_pem_(std::move(ca_pem)) {}
    awaitable<result<web_answer>> get(std::string url);

private:
    loop& loop_;
    std::string ca_pem_;
    http::tls_context_ptr tls_{};  // made when it is first needed
};

}}}  // namespace setpoint::v0::apiserver
