#pragma once
// Threads for blocking code. They are never joined: a hanging name lookup must not delay the end of
// the process.

#include "setpoint/core/loop.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace setpoint { inline namespace v0 {

struct loop::blocking_pool : std::enable_shared_from_this<blocking_pool> {
    struct job {
        std::string what;
        std::function<void()> work;
        std::function<void()> done;  // called on the loop's thread
        std::uint64_t number = 0;    // set by submit()
    };

    explicit blocking_pool(asio::io_context& io) : io_(&io) {}
    // Returns the job's number.
    std::uint64_t submit(job j);
    // Drops the job if it has not begun.
    void withdraw(std::uint64_t number);
    // Stops all deliveries; running jobs end by themselves.
    void close();
    std::vector<std::string> names() const;

private:
    static constexpr std::size_t max_threads = 8;
    void serve();

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    asio::io_context* io_;
    std::deque<job> queue_;
    std::vector<std::string> running_;
    std::size_t threads_ = 0, idle_ = 0;
    std::uint64_t submitted_ = 0;
};

}}  // namespace setpoint::v0
