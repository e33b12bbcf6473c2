#pragma once
// A response that upgrades its connection to another protocol: status 101, headers that contain Upgrade, and
// an upgrade as its stream.

#include "setpoint/http/server.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace http {

// A connection after its upgrade: bytes in both directions.
class upgraded_stream {
public:
    virtual ~upgraded_stream() = default;
    // Returns the next bytes, valid until the next call; empty at the end. Errors: timeout when `due` has
    // passed, after which the connection is closed. Cancelled when the server stops.
    virtual awaitable<result<std::string_view>> read(time_point due) = 0;
    // Errors: connection_lost, timeout.
    virtual awaitable<result<>> write(std::string_view bytes) = 0;
};

class upgrade final : public body_source {
public:
    using speaker = std::function<awaitable<void>(upgraded_stream&)>;
    // `speak` is called after the head of the response was sent, and the connection ends when it returns. Its
    // exceptions are logged.
    explicit upgrade(speaker speak) : speak_(std::move(speak)) {}

    awaitable<void> speak(upgraded_stream& to) { return speak_(to); }
    awaitable<result<std::string_view>> read() override { co_return std::string_view(); }

private:
    speaker speak_;
};

}}}  // namespace setpoint::v0::http
