#include "setpoint/core/race.hpp"

#include "setpoint/core/task_scope.hpp"

namespace setpoint { inline namespace v0 {

cancel_scope::cancel_scope(loop& l, time_point deadline, bool shield)
    : loop_(l), task_(*l.current()), outer_(task_.innermost), deadline_(deadline), shield_(shield) {
    task_.innermost = this;
    if (deadline_ == never) return;
    if (deadline_ <= loop_.now())
        timed_out_ = true;
    else
        loop_.add_deadline(deadline_, *this);
}

cancel_scope::cancel_scope(loop& l, task& t)
    : loop_(l), task_(t), outer_(nullptr), deadline_(never), shield_(false) {
    task_.innermost = this;
}

cancel_scope::~cancel_scope() {
    if (deadline_ != never && !timed_out_) loop_.remove_deadline(deadline_, *this);
    task_.innermost = outer_;
}

bool cancel_scope::active() const {
    for (const cancel_scope* s = this; s; s = s->shield_ ? nullptr : s->outer_)
        if (s->called_ || s->timed_out_) return true;
    return false;
}

void cancel_scope::cancel() {
    called_ = true;
    loop_.cancel_check(task_);
}

void cancel_scope::expire() {
    timed_out_ = true;
    loop_.cancel_check(task_);
}

namespace detail {
std::string timeout_text(std::string_view what, duration waited) {
    return fmt::format("{}: timed out after {:.3g} s", what, std::chrono::duration<double>(waited).count());
}
}  // namespace detail

namespace {

struct racers {
    int winner = -1;
    waiter_id finished = 0;
    reconcile_trace* trace = nullptr;  // of the caller, which outlives both
};

awaitable<void> run_racer(loop& l, racers& shared, int index, awaitable<void> body) {
    l.current()->trace = shared.trace;
    co_await std::move(body);
    if (shared.winner < 0) {
        shared.winner = index;
        l.ready(shared.finished);
    }
}

}  // namespace

awaitable<int> first_of(loop& l, std::string name, awaitable<void> a, awaitable<void> b) {
    racers shared;
    std::exception_ptr failure;
    waiter_id finished = l.reserve();
    shared.finished = finished;
    shared.trace = l.current()->trace;
    task_scope scope(l, name, [&](std::string_view, std::exception_ptr e) {
        if (!failure) failure = e;
        l.ready(finished);
    });
    scope.spawn(name, run_racer(l, shared, 0, std::move(a)));
    scope.spawn(name, run_racer(l, shared, 1, std::move(b)));
    const wake w = co_await l.wait_quietly(finished);
    scope.request_stop();
    co_await scope.join();
    if (w.cause == wake::by::cancel) throw cancelled{};
    if (failure) std::rethrow_exception(failure);
    if (shared.winner < 0) throw cancelled{};
    co_return shared.winner;
}

}}  // namespace setpoint::v0
