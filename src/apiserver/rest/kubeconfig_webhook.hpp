#pragma once
// A program that gets JSON by POST: the server of a kubeconfig, which reviews tokens or requests, or collects
// audit events (apiserver, pkg/util/webhook).

#include "framework/client/client_tls.hpp"
#include "framework/client/exec_plugin.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/transport.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Whether to ask again later, and when (webhook.WithExponentialBackoff, DefaultShouldRetry).
class webhook_retries {
public:
    static constexpr unsigned most_calls = 5;
    // `status`: of the response; 0: there was none, because of `code`. `has_date`: with Retry-After.
    static bool may_pass(int status, errc code, bool has_date);
    // The pause after a failure; nothing more is tried after the last call.
    bool is_over() const { return calls_ >= most_calls; }
    duration next(random_source& random);

private:
    unsigned calls_ = 1;
};

class kubeconfig_webhook {
public:
    static constexpr std::size_t max_answer = 4 * 1024 * 1024;
    // How to reach the server; null: over the network.
    using connector = std::function<std::unique_ptr<http::transport>(const cluster_config& to)>;

    // `name`: where the text of the kubeconfig comes from; relative paths in it start in its folder. `l` and
    // the sink of `log` must outlive it. `timeout`: of one call. Throws fault: bad_config.
    kubeconfig_webhook(loop& l, const logger& log, const secret& kubeconfig, const std::string& name,
                       duration timeout, const connector& connect = {});
    kubeconfig_webhook(const kubeconfig_webhook&) = delete;
    kubeconfig_webhook& operator=(const kubeconfig_webhook&) = delete;
    ~kubeconfig_webhook();

    // Sends a review and returns the body of the response, which is not empty. Calls again after failures
    // that may pass. Errors: in the words of Go's client.
    awaitable<result<std::string>> post(std::string body);
    // Sends anything, once. The body of the response may be empty.
    awaitable<result<std::string>> post_once(std::string body);

private:
    struct attempt {
        int status = 0;
        bool has_date = false;
        std::string body{}, type{};
    };
    awaitable<result<attempt>> send(std::string body);
    awaitable<result<attempt>> send_in_time(std::string body);
    result<std::string> body_of(result<attempt> got) const;

    loop& loop_;
    config_sources sources_;
    cluster_config config_;
    duration timeout_;
    std::string target_;  // path and query
    std::unique_ptr<client_tls> tls_;
    std::unique_ptr<exec_plugin> plugin_;
    std::unique_ptr<http::transport> to_;
    std::unique_ptr<credentials> who_;
};

}}}  // namespace setpoint::v0::apiserver
