#pragma once
// Tracks long-running reconciles and logs them. It has no timer: one task of the controller sleeps until
// next(), so that a reconcile costs only a list entry.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/log.hpp"

#include <boost/intrusive/list.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 {

class long_runs;

// One reconcile. Its destructor removes it from the list. `log` must outlive it.
class long_run
    : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
public:
    long_run(long_runs& all, const logger& log, std::string_view reason, time_point began);
    bool was_reported() const noexcept { return reported_; }

private:
    friend long_runs;
    const logger& log_;
    std::string_view reason_;  // why it runs
    time_point began_, due_;
    bool reported_ = false;
};

class long_runs {
public:
    // A reconcile is reported after `first`, and again after twice, four times, ... as long; zero: never.
    explicit long_runs(duration first) : first_(first) {}

    // Returns when report() is next due; never if nothing runs. The time may be too early, since reconciles
    // end.
    time_point next() const noexcept { return running_.empty() ? never : next_; }
    void report(time_point now);

private:
    friend long_run;
    time_point due_of(time_point began) const noexcept {
        return first_ == duration::zero() ? never : saturating_add(began, first_);
    }

    duration first_;
    time_point next_ = never;
    boost::intrusive::list<long_run, boost::intrusive::constant_time_size<false>> running_;
};

inline long_run::long_run(long_runs& all, const logger& log, std::string_view reason, time_point began)
    : log_(log), reason_(reason), began_(began), due_(all.due_of(began)) {
    all.next_ = std::min(all.next(), due_);
    all.running_.push_back(*this);
}

inline void long_runs::report(time_point now) {
    if (now < next()) return;
    next_ = never;
    for (long_run& r : running_) {
        if (r.due_ <= now) {
            r.reported_ = true;
            r.log_.warn(
                "Reconcile is still running",
                {{"seconds", std::chrono::duration<double>(now - r.began_).count()}, {"reason", r.reason_}});
            // Counted from its beginning, however late this report is.
            while (r.due_ <= now) r.due_ = saturating_add(r.began_, 2 * (r.due_ - r.began_));
        }
        next_ = std::min(next_, r.due_);
    }
}

}}  // namespace setpoint::v0
