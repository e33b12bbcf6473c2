#pragma once
// Calls webhooks: handlers in this process, otherwise over TLS with connections that are kept alive.

#include "apiserver/server/service_route.hpp"
#include "apiserver/server/webhook_answer.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/http/detail/pool.hpp"
#include "setpoint/http/server.hpp"

#include <deque>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

class webhook_client {
public:
    // The most recently called peers keep their connections.
    static constexpr std::size_t max_peers = 16;
    // Limit for a response: a batch of converted objects that grew in the conversion.
    static constexpr std::size_t max_answer = 32 * 1024 * 1024;

    // `l` must outlive the client. Calls must have ended before it is destroyed. `network`: whether
    // to call webhooks that have no handler in this process.
    webhook_client(loop& l, const versioned_store& store, bool network)
        : loop_(l), store_(store), network_(network) {}
    webhook_client(const webhook_client&) = delete;
    webhook_client& operator=(const webhook_client&) = delete;

    // Calls of webhooks on that host go to `h`; null: no longer. Calls in progress go on.
    void serve(const std::string& host, http::server::handler h);
    // A webhook_caller.
    awaitable<result<std::string>> call(webhook_address_ptr to, std::string body,
                                        std::chrono::seconds timeout);

private:
    struct peer {
        std::string origin, server_name, ca_pem;
        std::shared_ptr<http::https_pool> pool;
    };
    awaitable<result<webhook_response>> ask_handler(std::shared_ptr<const http::server::handler> h,
                                                    std::string target, std::string body);
    awaitable<result<webhook_response>> ask_server(webhook_address_ptr to, std::string query,
                                                   std::string body);
    result<std::shared_ptr<http::https_pool>> pool_of(const webhook_target& t, const std::string& ca_pem);

    loop& loop_;
    const versioned_store& store_;
    bool network_;
    std::map<std::string, std::shared_ptr<const http::server::handler>> handlers_;  // by host
    std::deque<peer> peers_;  // most recently called first
};

}}}  // namespace setpoint::v0::apiserver
