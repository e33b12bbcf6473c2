#include "setpoint/core/loop_driver.hpp"

#include <boost/asio/detail/reactor.hpp>
#include <boost/asio/execution_context.hpp>

#include <cassert>

namespace setpoint { inline namespace v0 {

// A service of the io_context, so that loops without a driver, which are nearly all, have no member for it.
struct loop_driver::slot final : asio::execution_context::service {
    using key_type = slot;
    static asio::execution_context::id id;
    explicit slot(asio::execution_context& c) : asio::execution_context::service(c) {}
    void shutdown() noexcept override {}
    loop_driver* driver = nullptr;
};
asio::execution_context::id loop_driver::slot::id;

loop_driver::loop_driver(loop& l) : loop_(l) {
    assert(l.is_virtual() && "a driven loop needs a virtual clock");
    asio::use_service<slot>(l.io()).driver = this;
}

// Frames that are destroyed with the loop withdraw their jobs.
loop_driver::~loop_driver() {
    asio::use_service<slot>(loop_.io()).driver = nullptr;
}

loop_driver* loop_driver::of(asio::io_context& io) {
    return asio::has_service<slot>(io) ? asio::use_service<slot>(io).driver : nullptr;
}

loop_driver::stepped loop_driver::step(time_point t, std::size_t limit) {
    limit_ = limit;
    loop_.run_until(t);
    // The io_context makes it with its first socket, signal or timer. Once is enough: the tasks must be able
    // to end.
    if (!refused_ && asio::has_service<asio::detail::reactor>(loop_.io())) {
        refused_ = true;
        throw fault(
            errc::failed,
            "a task waits for a socket, a process or a signal of its own, which a recording does not cover");
    }
    return done_;
}

}}  // namespace setpoint::v0
