#pragma once
// Awaits any operation of Asio, or of a library with Asio's completion tokens (Boost.Beast, Boost.MySQL,
// Boost.Redis), in a task of the loop.
//
// Only this header and loop::io() know how an Asio operation and a task of the loop meet; application
// code that uses only the API client needs neither.

#include "setpoint/core/loop.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <tuple>
#include <utility>

namespace setpoint { inline namespace v0 {

// Starts an operation and returns what it completes with: the error code, then the results, of the types
// Results (default-constructible). start(handler) passes the handler on as the completion token:
//
//     auto [ec, size] = co_await await_asio<std::size_t>(ctx.event_loop(), [&](auto handler) {
//         asio::async_read_until(socket, asio::dynamic_buffer(line), '\n', std::move(handler));
//     });
//
// The I/O object must use the loop's executor: tcp::socket socket(ctx.event_loop().io()).
// Cancellation, also by a deadline (with_deadline()): the operation is cancelled with
// cancellation_type::terminal, and `cancelled` is thrown once it has completed, so that what it refers to
// stays valid. `abort`, if given, is called then, too: for operations that ignore their cancellation slot,
// such as tcp::resolver::async_resolve() (call cancel()). After a terminal cancellation, only close the I/O
// object.
// With a virtual clock nothing waits for the operation: tests replace the client by a fake, or use a real
// clock.
template <class... Results, class Start, class Abort>
awaitable<std::tuple<boost::system::error_code, Results...>> await_asio(loop& l, Start start, Abort abort) {
    asio::cancellation_signal stop;
    std::tuple<boost::system::error_code, Results...> completed;
    const auto begin = [&](auto done) {
        start(asio::bind_cancellation_slot(
            stop.slot(), [&completed, done](boost::system::error_code ec, Results... results) mutable {
                completed = {ec, std::move(results)...};
                done(ec);
            }));
    };
    co_await l.io(begin, [&] {
        stop.emit(asio::cancellation_type::terminal);
        abort();
    });
    co_return completed;
}

// For operations that honor their cancellation slot, as those of sockets, timers and descriptors do.
template <class... Results, class Start>
awaitable<std::tuple<boost::system::error_code, Results...>> await_asio(loop& l, Start start) {
    return await_asio<Results...>(l, std::move(start), [] {});
}

}}  // namespace setpoint::v0
