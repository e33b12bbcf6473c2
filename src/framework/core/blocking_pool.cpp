#include "framework/core/blocking_pool.hpp"

#include <boost/asio/post.hpp>

#include <pthread.h>
#include <signal.h>
#include <system_error>

namespace setpoint { inline namespace v0 {

namespace {

// Threads that are started during its lifetime block all signals, which belong to the loop's
// thread.
class signals_blocked {
public:
    signals_blocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    signals_blocked(const signals_blocked&) = delete;
    signals_blocked& operator=(const signals_blocked&) = delete;
    ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

}  // namespace

std::uint64_t loop::blocking_pool::submit(job j) {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= idle_ && threads_ < max_threads) {
        const signals_blocked none;
        try {
            std::thread([self = shared_from_this()] { self->serve(); }).detach();
            ++threads_;
        } catch (const std::system_error&) {
            // The limit on processes was reached. Existing threads will run the job in time;
            // without any, it would never run.
            if (threads_ == 0) throw;
        }
    }
    j.number = ++submitted_;
    queue_.push_back(std::move(j));
    wake_.notify_one();
    return submitted_;
}

void loop::blocking_pool::withdraw(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto at =
        std::find_if(queue_.begin(), queue_.end(), [&](const job& j) { return j.number == number; });
    if (at != queue_.end()) queue_.erase(at);
}

void loop::blocking_pool::serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        wake_.wait(lock, [this] { return !io_ || !queue_.empty(); });
        --idle_;
        if (!io_) return;
        job j = std::move(queue_.front());
        queue_.pop_front();
        running_.push_back(j.what);
        lock.unlock();
        j.work();
        j.work = nullptr;  // before done is posted: releases the caller's values on the loop's thread
        lock.lock();
        running_.erase(std::find(running_.begin(), running_.end(), j.what));
        if (!io_) return;
        asio::post(*io_, std::move(j.done));
    }
}

void loop::blocking_pool::close() {
    const std::lock_guard lock(mutex_);
    io_ = nullptr;
    queue_.clear();
    wake_.notify_all();
}

std::vector<std::string> loop::blocking_pool::names() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> all = running_;
    for (const job& j : queue_) all.push_back(j.what);
    return all;
}

}}  // namespace setpoint::v0
