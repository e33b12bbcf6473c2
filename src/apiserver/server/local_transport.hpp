#pragma once
// The transport to a server in the same process.

#include "setpoint/http/server.hpp"
#include "setpoint/http/transport.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

class local_transport final : public http::transport {
public:
    using handler = std::function<awaitable<http::response>(const http::server_request&)>;
    // `handle` must outlive the transport and its sends; streams may outlive both.
    local_transport(loop& l, handler handle) : loop_(l), handle_(std::move(handle)) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;

private:
    loop& loop_;
    handler handle_;
};

}}}  // namespace setpoint::v0::apiserver
