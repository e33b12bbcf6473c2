#pragma once
// A listening socket that hands out streams.

#include "framework/http/byte_stream.hpp"
#include "setpoint/http/listen_address.hpp"

#include <memory>

namespace setpoint::http {

class listener {
public:
    explicit listener(loop& l) : loop_(l), acceptor_(l.io()) {}

    // Error: bad_config, "cannot listen on :8080: address already in use"; when it is the address that is
    // taken and `flag` is not empty, "; choose another with <flag>" follows.
    result<> open(const listen_address& at, std::string_view flag);
    bool is_open() const { return acceptor_.is_open(); }
    std::uint16_t port() const { return port_; }
    // The next connection; null when there was none after all, as when it was given up meanwhile or this was
    // closed. Error: failed, when the system is short of something; wait a little then.
    awaitable<result<std::unique_ptr<byte_stream>>> accept();
    void close() noexcept;

private:
    loop& loop_;
    asio::ip::tcp::acceptor acceptor_;
    std::uint16_t port_ = 0;
};

}  // namespace setpoint::http
