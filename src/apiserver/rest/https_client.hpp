#pragma once
// Requests to the programs that prove who clients are: OpenID providers and webhooks.

#include "setpoint/client/credentials.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/detail/pool.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct web_answer {
    int status = 0;
    std::string body{}, retry_after{};
};
// GETs a URL. Errors: bad_config for an invalid URL, and those of a transport.
using web_getter = std::function<awaitable<result<web_answer>>(std::string url)>;
// POSTs JSON to one place.
using web_poster = std::function<awaitable<result<web_answer>>(std::string body)>;

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

// The server of a kubeconfig, with its credentials.
class https_poster {
public:
    // Errors: bad_config. `text`: the kubeconfig; `name`: its file, or what it is called in messages.
    static result<std::unique_ptr<https_poster>> make(loop& l, logger log, const secret& text,
                                                      const std::string& name);
    awaitable<result<web_answer>> post(std::string body);

private:
    https_poster(loop& l, logger log, cluster_config c);
    cluster_config config_;
    http::https_pool pool_;
    credentials credentials_;
};

}}}  // namespace setpoint::v0::apiserver
