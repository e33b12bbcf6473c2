#pragma once
// The port of the API server for one process of the operator.

#include "framework/http/listener.hpp"
#include "framework/http/server_session.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/story/private_network.hpp"

#include <list>

namespace setpoint { inline namespace v0 { namespace story {

// stop() must return before it is destroyed.
class operator_port {
public:
    operator_port(loop& l, logger log, http::server::handler h);
    operator_port(const operator_port&) = delete;
    operator_port& operator=(const operator_port&) = delete;

    // Listens on a free port of 127.0.0.1, in that network; null: in that of this machine. Errors: failed,
    // bad_config.
    result<> start(const private_network* in);
    std::uint16_t port() const { return from_.port(); }
    // Cuts all connections.
    awaitable<void> stop();

private:
    awaitable<void> accept();
    awaitable<void> serve(std::unique_ptr<http::byte_stream> stream);

    loop& loop_;
    logger log_;
    http::server::handler handle_;
    http::server_options options_;
    http::buffer_stock stock_;
    http::listener from_;
    std::list<http::server_session*> sessions_;
    task_scope tasks_;
};

}}}  // namespace setpoint::v0::story
