#pragma once
// Calls webhooks over TLS and keeps connections alive.

#include "apiserver/rest/server_state.hpp"
#include "apiserver/server/service_route.hpp"
#include "setpoint/http/detail/pool.hpp"

#include <deque>

namespace setpoint::apiserver {

class webhook_client {
public:
    // The most recently called peers keep their connections.
    static constexpr std::size_t max_peers = 16;
    // Limit for a response: a batch of converted objects that grew in the conversion.
    static constexpr std::size_t max_answer = 32 * 1024 * 1024;

    // `l` must outlive the client. Calls must have ended before it is destroyed.
    webhook_client(loop& l, const versioned_store& store) : loop_(l), store_(store) {}
    webhook_client(const webhook_client&) = delete;
    webhook_client& operator=(const webhook_client&) = delete;

    // A webhook_caller.
    awaitable<result<std::string>> call(conversion_webhook_ptr to, std::string body);

private:
    struct peer {
        std::string origin, server_name, ca_pem;
        std::shared_ptr<http::https_pool> pool;
    };
    result<std::shared_ptr<http::https_pool>> pool_of(const webhook_target& t, const std::string& ca_pem);

    loop& loop_;
    const versioned_store& store_;
    std::deque<peer> peers_;  // most recently called first
};

}  // namespace setpoint::apiserver
