#pragma once
// The transport to a server in the same process.

#include "setpoint/http/server.hpp"
#include "setpoint/http/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

class local_transport final : public http::transport {
public:
    using handler = std::function<awaitable<http::response>(const http::server_request&)>;
    // `handle` must outlive the transport and its sends; streams may outlive both.
    local_transport(loop& l, handler handle) : loop_(l), handle_(std::move(handle)) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;
    // Requests that are not answered yet, and all that were ever sent.
    std::size_t in_flight() const { return counts_->in_flight; }
    std::uint64_t sent() const { return counts_->sent; }

private:
    struct counts {
        std::size_t in_flight = 0;
        std::uint64_t sent = 0;
    };
    class running;

    loop& loop_;
    handler handle_;
    std::shared_ptr<counts> counts_ = std::make_shared<counts>();  // sends may outlive the transport
};

}}}  // namespace setpoint::v0::apiserver
