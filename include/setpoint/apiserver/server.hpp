#pragma once
// The embedded API server: Kubernetes' API in this process, with what stands behind it (garbage collection,
// namespaces, workloads, nodes that run nothing). Under a virtual clock one seed gives one run.

#include "setpoint/apiserver/options.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/http/transport.hpp"

#include <memory>
#include <string>

namespace setpoint::apiserver {

// Neither copied nor moved; `l` outlives it.
class server {
public:
    server(loop& l, logger log, server_options options = {});
    ~server();

    // Answers one request; for an HTTP server's handler. Refuses nothing for want of credentials:
    // authentication and authorization are not there yet.
    awaitable<http::response> handle(const http::server_request& r);
    // The way in without a socket: requests go straight to handle().
    http::transport& transport();
    // Runs what stands behind the API until it is cancelled. Without it the API alone works.
    awaitable<void> run();
    // Namespaces, the node and the default objects are there, and what runs behind the API has synchronized.
    awaitable<void> ready();

    std::uint64_t revision() const;
    std::size_t objects() const;
    void compact();  // forgets all revisions but the current one: watches from before are answered 410

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint::apiserver
