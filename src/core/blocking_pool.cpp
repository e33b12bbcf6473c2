#include "blocking_pool.hpp"

#include <boost/asio/post.hpp>

#include <pthread.h>
#include <signal.h>

namespace setpoint {

void loop::blocking_pool::submit(job j) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(j));
    if (queue_.size() > idle_ && threads_ < max_threads) {
        ++threads_;
        // Signals belong to the loop's thread.
        sigset_t all, old;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &old);
        std::thread([self = shared_from_this()] { self->serve(); }).detach();
        pthread_sigmask(SIG_SETMASK, &old, nullptr);
    }
    wake_.notify_one();
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
        j.work =
            nullptr;  // before done is posted: the caller's values are then released on the loop's thread
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

}  // namespace setpoint
