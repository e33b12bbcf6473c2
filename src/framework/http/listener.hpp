#pragma once
// A listening socket that produces streams.

#include "framework/http/byte_stream.hpp"
#include "setpoint/http/listen_address.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace http {

class listener {
public:
    explicit listener(loop& l) : loop_(l), acceptor_(l.io()) {}

    // Errors: bad_config, "cannot listen on :8080: address already in use". If the address is in
    // use and `flag` is not empty, "; choose another with <flag>" follows.
    result<> open(const listen_address& at, std::string_view flag);
    // Takes a listening socket over, also if it fails. Errors: bad_config.
    result<> adopt(int socket);
    bool is_open() const { return acceptor_.is_open(); }
    std::uint16_t port() const { return port_; }
    // Returns the next connection; null if it was aborted meanwhile or the listener was closed.
    // Errors: failed, if the system lacks a resource; wait a little before the next call.
    awaitable<result<std::unique_ptr<byte_stream>>> accept();
    void close() noexcept;

private:
    loop& loop_;
    asio::ip::tcp::acceptor acceptor_;
    std::uint16_t port_ = 0;
};

}}}  // namespace setpoint::v0::http
