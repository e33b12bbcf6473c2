#include "testkit/testing/turn_watch.hpp"

namespace setpoint { inline namespace v0 { namespace testing {

void turn_watch::ask(waiting& w) {
    if (w.seen) return;
    try {
        w.seen = w.holds();
    } catch (...) {
        w.thrown = std::current_exception();
        w.seen = true;
    }
    if (w.seen) w.woken.notify();
}

void turn_watch::turn(std::string_view task, duration, duration) {
    for (waiting& w : all_) ask(w);
    if (!loop_.is_virtual()) return;
    if (loop_.now() != moment_) {
        moment_ = loop_.now();
        turns_ = 0;
        if (on_new_moment) on_new_moment();
    }
    if (++turns_ <= max_turns) return;
    turns_ = 0;
    stuck_ = true;
    last_task_ = task;
    loop_.stop();
}

awaitable<bool> turn_watch::wait(std::function<bool()> holds, time_point due) {
    const auto at = all_.emplace(all_.end(), loop_);
    struct off {
        std::list<waiting>& from;
        std::list<waiting>::iterator at;
        ~off() { from.erase(at); }
    } const remove{all_, at};
    at->holds = std::move(holds);
    ask(*at);
    bool in_time = true;
    while (!at->seen && in_time) in_time = co_await at->woken.wait(due);
    if (at->thrown) std::rethrow_exception(at->thrown);
    co_return at->seen;
}

}}}  // namespace setpoint::v0::testing
