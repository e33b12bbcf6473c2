#pragma once
// Runs a recorded program part again, with the recorded inputs and no others. Jobs of loop::blocking() run
// again as well, since their results are not recorded.

#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"
#include "setpoint/recording/recording.hpp"

#include <functional>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 {

//     replay again(recorded);
//     manager m(again.inner_loop(), client_with(again.net()), log, metrics, options);
//     const result<> same = again.run("manager", m.run());
//
// The part must be made as when it was recorded. Time passes as it did then, but nothing waits for it.
class replay {
public:
    // `r` must outlive it; it must outlive the part.
    explicit replay(const recording& r);
    replay(const replay&) = delete;
    replay& operator=(const replay&) = delete;
    ~replay();

    loop& inner_loop();
    http::transport& net();
    void on_signal(std::function<void(int)> handle);
    // Called when the recording has ended and `body` has not: it is cancelled then, which is not a part of
    // the run.
    void on_end(std::function<void()> handle);

    // Runs `body` until the recording ends. If it still runs then, it is cancelled, its requests are refused
    // with errc::stopping, and run() returns when it has ended. Call it once, outside of coroutines.
    // Errors: failed at the first difference, with its place: the program has made other requests or
    // other steps than when it was recorded; failed if a task opens a socket or the like. An exception of
    // `body` is an end like any other: see failure().
    result<> run(std::string name, awaitable<void> body);
    // Allows differences from now on. After the first one, the recording has no answer to a new request,
    // which fails with errc::stopping, and run() continues without input until stop() or the end of `body`.
    void stop_comparing();
    // Ends run() after the current step, which then returns no error.
    void stop();
    bool was_stopped() const;
    // Returns the exception of the part; null if it still ran at the end of the recording or has returned.
    std::exception_ptr failure() const;
    // The state in which run() has ended.
    recording_state state() const;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}}  // namespace setpoint::v0
