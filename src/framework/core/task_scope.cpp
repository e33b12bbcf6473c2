#include "setpoint/core/task_scope.hpp"

#include <boost/asio/co_spawn.hpp>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

task_scope::task_scope(loop& l, std::string name, failure_handler on_failure)
    : loop_(l), name_(std::move(name)), on_failure_(std::move(on_failure)) {}

task_scope::~task_scope() {
    if (entries_.empty()) return;
    std::fprintf(stderr, "task scope '%s' destroyed with %zu running tasks, the first is '%s'\n",
                 name_.c_str(), entries_.size(), entries_.front().t.name.str().c_str());
    std::abort();
}

void task_scope::spawn(std::string name, awaitable<void> body) {
    if (stopping_) return;
    entries_.emplace_back(loop_, interned_string(name));
    const auto at = std::prev(entries_.end());
    asio::co_spawn(loop_.io(), run(*at, std::move(body)),
                   [this, at](std::exception_ptr error) { finished(at, std::move(error)); });
}

awaitable<void> task_scope::run(entry& e, awaitable<void> body) {
    co_await loop_.enter(e.t);
    // The scope was stopped before the task began. Its first suspension would end it, but not even
    // the code before that may run.
    if (e.root.active()) throw cancelled{};
    co_await std::move(body);
}

void task_scope::finished(std::list<entry>::iterator at, std::exception_ptr error) {
    if (error) {
        bool was_cancelled = false;
        try {
            std::rethrow_exception(error);
        } catch (const cancelled&) {
            was_cancelled = at->root.cancel_called();
        } catch (...) {
        }
        if (!was_cancelled && on_failure_) {
            on_failure_(at->t.name.view(), error);
        } else if (!was_cancelled) {
            if (!first_failure_) first_failure_ = error;
            request_stop();
        }
    }
    entries_.erase(at);
    if (!entries_.empty()) return;
    if (stop_loop_when_empty_) loop_.stop();
    std::vector<waiter_id> joiners;
    joiners.swap(joiners_);
    for (const waiter_id id : joiners) loop_.ready(id);
}

void task_scope::request_stop() {
    stopping_ = true;
    for (entry& e : entries_) e.root.cancel();
}

awaitable<void> task_scope::join() {
    bool was_cancelled = false;
    while (!entries_.empty()) {
        const waiter_id id = loop_.reserve();
        joiners_.push_back(id);
        wake w;
        if (was_cancelled)
            w = co_await loop_.wait_shielded(id);
        else
            w = co_await loop_.wait_quietly(id);
        if (w.cause == wake::by::cancel) {
            was_cancelled = true;
            request_stop();
        }
    }
    if (was_cancelled) throw cancelled{};
    if (first_failure_) std::rethrow_exception(std::exchange(first_failure_, nullptr));
}

std::vector<std::string> task_scope::names() const {
    std::vector<std::string> all;
    for (const entry& e : entries_) all.push_back(e.t.name.str());
    return all;
}

void run_to_end(loop& l, std::string name, awaitable<void> body) {
    std::exception_ptr failure;
    task_scope scope(l, name, [&](std::string_view, std::exception_ptr e) { failure = std::move(e); });
    scope.stop_loop_when_empty_ = true;
    scope.spawn(std::move(name), std::move(body));
    l.run();
    if (scope.size() != 0) {
        scope.request_stop();
        l.run();
        throw std::logic_error("the main task waits for something that will never happen");
    }
    if (failure) std::rethrow_exception(failure);
}

void detail::run_now(awaitable<void> body) {
    asio::io_context own;
    bool ended = false;
    std::exception_ptr error;
    asio::co_spawn(own, std::move(body), [&](std::exception_ptr e) {
        ended = true;
        error = std::move(e);
    });
    own.run();
    if (!ended) throw std::logic_error("run_now: the coroutine suspended");
    if (error) std::rethrow_exception(error);
}

}}  // namespace setpoint::v0
