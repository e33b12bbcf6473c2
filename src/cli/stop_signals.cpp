#include "cli/stop_signals.hpp"

#include "setpoint/manager/program.hpp"

#include <csignal>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

struct kept_handlers {
    asio::io_context io;
    asio::signal_set set{io, SIGTERM, SIGINT};
};

// Destroying the last set restores the default action: a signal would then end the process in its last
// moments, with a code of its own. So this one is never destroyed.
void keep_handlers() {
    static kept_handlers* const kept = new kept_handlers;
    (void)kept;
}

}  // namespace

stop_signals::stop_signals(loop& l, logger log, std::function<void()> stop)
    : log_(std::move(log)), stop_(std::move(stop)), set_(l.io(), SIGTERM, SIGINT) {
    wait();
}

void stop_signals::wait() {
    set_.async_wait([this](boost::system::error_code ec, int number) {
        // A signal that came before finish() may be delivered after it.
        if (ec || finished_) return;
        if (seen_) {
            log_.error("Second signal: exiting immediately", {{"signal", number}});
            std::_Exit(static_cast<int>(exit_code::failed));
        }
        seen_ = true;
        log_.info("Signal received: stopping", {{"signal", number}});
        stop_();
        wait();
    });
}

void stop_signals::finish() {
    if (finished_) return;
    finished_ = true;
    keep_handlers();
    set_.cancel();
}

}}}  // namespace setpoint::v0::cli
