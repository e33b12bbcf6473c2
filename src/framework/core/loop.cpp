#include "setpoint/core/loop.hpp"

#include "framework/core/alarm.hpp"
#include "framework/core/blocking_pool.hpp"
#include "setpoint/core/loop_driver.hpp"
#include "setpoint/core/race.hpp"

#include <boost/asio/executor_work_guard.hpp>

#include <cassert>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t turns_between_polls = 256;  // serves sockets while many tasks are ready
// Up to this many waiters that become ready meanwhile are resumed before the sockets are polled,
// which is a system call. A hundred watchers that were woken together exceed it: what arrives after
// them can then be sent together with their data.
constexpr std::size_t few_turns = 16;
constexpr waiter_id make_id(std::uint32_t generation, std::size_t index) {
    return (static_cast<waiter_id>(generation) << 32) | static_cast<waiter_id>(index);
}

std::uint64_t mix(std::uint64_t hash, std::string_view s) {
    for (const char c : s) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

}  // namespace

loop::loop(const clock& c, random_source& random)
    : clock_(c), virtual_(nullptr), random_(random), io_(1), alarm_(std::make_unique<alarm>(io_)) {
    pool_ = std::make_shared<blocking_pool>(io_);
}

loop::loop(virtual_clock& c, random_source& random) : clock_(c), virtual_(&c), random_(random), io_(1) {}

loop::~loop() {
    if (pool_) pool_->close();
    // Suspended frames are destroyed by a post to the io_context; their destructors may call back
    // into this loop.
    for (waiter& w : waiters_) w.resume.reset();
    io_.restart();
    while (io_.poll() != 0) {
    }
}

loop::waiter* loop::find(waiter_id id) {
    const auto index = static_cast<std::size_t>(id & 0xffffffffU);
    if (index >= waiters_.size()) return nullptr;
    waiter& w = waiters_[index];
    return w.used && w.generation == static_cast<std::uint32_t>(id >> 32) ? &w : nullptr;
}

waiter_id loop::reserve() {
    std::size_t index;
    if (free_.empty()) {
        index = waiters_.size();
        waiters_.emplace_back();
    } else {
        index = free_.back();
        free_.pop_back();
    }
    waiter& w = waiters_[index];
    w.used = true;
    w.signalled = false;
    w.result = {};
    return make_id(w.generation, index);
}

void loop::release(waiter_id id) {
    if (find(id)) free(id);
}

void loop::free(waiter_id id) {
    const auto index = static_cast<std::uint32_t>(id & 0xffffffffU);
    waiter& w = waiters_[index];
    w.used = false;
    if (++w.generation == 0) w.generation = 1;  // ids are never 0
    free_.push_back(index);
}

awaitable<wake> loop::suspend(waiter_id id, time_point due, mode how, task* owner) {
    auto initiate = [this, id, due, how, owner](handler h) {
        waiter* w = find(id);
        task* const t = owner ? owner : current_;
        assert(w && t && "suspension outside a task of this loop, or on an id that was not reserved");
        w->owner = t;
        w->how = how;
        w->due = due;
        w->resume.emplace(std::move(h));
        ++live_;
        t->waiting_on = id;
        if (w->signalled) {
            w->since = now();
            ready_.push_back(id);
            return;
        }
        const bool cancellable = how != mode::shielded;
        if (cancellable && t->innermost && t->innermost->active()) {
            w->result.cause = wake::by::cancel;
            make_ready(id, *w);
        } else if (due == time_point::min()) {
            w->result.cause = wake::by::timer;
            make_ready(id, *w);
        } else if (due != never) {
            timers_.insert({due, ++sequence_, id, nullptr});
        }
    };
    return asio::async_initiate<const asio::use_awaitable_t<>, void(wake)>(std::move(initiate),
                                                                           asio::use_awaitable);
}

awaitable<wake> loop::wait(waiter_id id, time_point due) {
    wake w = co_await suspend(id, due, mode::cancellable);
    if (w.cause == wake::by::cancel) throw cancelled{};
    co_return w;
}

awaitable<wake> loop::wait_quietly(waiter_id id, time_point due) {
    return suspend(id, due, mode::quiet);
}
awaitable<wake> loop::wait_shielded(waiter_id id, time_point due) {
    return suspend(id, due, mode::shielded);
}

awaitable<void> loop::sleep_until(time_point due) {
    const waiter_id id = reserve();
    co_await wait(id, due);
}

awaitable<void> loop::enter(task& t) {
    const waiter_id id = reserve();
    co_await suspend(id, time_point::min(), mode::shielded, &t);
}

void loop::make_ready(waiter_id id, waiter& w) {
    w.signalled = true;
    w.since = now();
    ready_.push_back(id);
}

void loop::ready(waiter_id id, boost::system::error_code ec, std::size_t bytes) {
    waiter* w = find(id);
    if (!w) return;
    const bool first = !w->signalled;
    // The real result has priority over a cancellation that was not delivered yet.
    if (first || w->result.cause == wake::by::cancel) w->result = {wake::by::ready, ec, bytes};
    if (!first) return;
    if (w->resume)
        make_ready(id, *w);
    else
        w->signalled = true;
}

// Returns when the next turn may begin.
time_point loop::resume(waiter_id id, time_point begin) {
    waiter* w = find(id);
    if (!w || !w->resume) return begin;
    if (w->due != never && w->due != time_point::min()) {
        // The timer may still be set. A late one would find nothing, but would keep a virtual run
        // going.
        for (auto at = timers_.lower_bound({w->due, 0, 0, nullptr}); at != timers_.end() && at->due == w->due;
             ++at) {
            if (at->id == id) {
                timers_.erase(at);
                break;
            }
        }
    }
    handler h = std::move(*w->resume);
    w->resume.reset();
    --live_;
    const wake result = w->result;
    task* const owner = w->owner;
    const time_point since = w->since;
    if (w->how == mode::operation && result.cause == wake::by::cancel)
        w->signalled = false;
    else
        free(id);
    const interned_string name = owner->name;  // the task may end in this turn
    if (virtual_)
        trace_ = mix(trace_ ^ static_cast<std::uint64_t>(begin.time_since_epoch().count()), owner->name);
    owner->waiting_on = 0;
    current_ = owner;
    h(result);
    current_ = nullptr;
    const time_point end = now();
    if (!observer_) return end;
    observer_->turn(name.view(), end - begin, begin - since);
    // The turn observer may have logged this long turn; that time does not belong to the next turn.
    constexpr duration may_be_told = std::chrono::milliseconds(10);
    return end - begin < may_be_told ? end : now();
}

void loop::cancel_check(task& t) {
    waiter* w = find(t.waiting_on);
    if (!w || !w->resume || w->signalled || w->how == mode::shielded) return;
    if (!t.innermost || !t.innermost->active()) return;
    w->result.cause = wake::by::cancel;
    make_ready(t.waiting_on, *w);
}

void loop::add_deadline(time_point due, cancel_scope& scope) {
    timers_.insert({due, ++sequence_, 0, &scope});
}

void loop::remove_deadline(time_point due, cancel_scope& scope) {
    for (auto at = timers_.lower_bound({due, 0, 0, nullptr}); at != timers_.end() && at->due == due; ++at) {
        if (at->scope == &scope) {
            timers_.erase(at);
            return;
        }
    }
}

void loop::fire_timers() {
    while (!timers_.empty() && timers_.begin()->due <= now()) {
        const timer t = *timers_.begin();
        timers_.erase(timers_.begin());
        if (t.scope) {
            t.scope->expire();
        } else if (waiter* w = find(t.id); w && w->resume && !w->signalled) {
            w->result.cause = wake::by::timer;
            make_ready(t.id, *w);
        }
    }
}

std::size_t loop::drain(std::size_t limit) {
    batch_.swap(ready_);
    std::size_t done = 0;
    time_point at = batch_.empty() ? time_point() : now();
    for (; done < batch_.size() && done < limit && !stopped_; ++done) at = resume(batch_[done], at);
    if (done < batch_.size()) {
        batch_.erase(batch_.begin(), batch_.begin() + static_cast<std::ptrdiff_t>(done));
        batch_.insert(batch_.end(), ready_.begin(), ready_.end());
        ready_.swap(batch_);
    }
    batch_.clear();
    return done;
}

void loop::run() {
    if (virtual_) {
        run_until(never);
        return;
    }
    auto work = asio::make_work_guard(io_);
    io_.restart();
    stopped_ = false;
    while (!stopped_) {
        fire_timers();
        for (std::size_t turns = 0; turns < few_turns && !ready_.empty() && !stopped_;)
            turns += drain(turns_between_polls);
        if (!ready_.empty())
            io_.poll();
        else
            wait_for_events();
    }
}

// Runs the handlers that Asio has ready, or waits for one until the next timer is due.
void loop::wait_for_events() {
    // Asio's run_one_for() wakes up every second; its timers do not.
    constexpr duration long_wait = std::chrono::seconds(1);
    const time_point due = next_due();
    const duration left = due == never ? duration::max() : due - now();
    if (left <= duration::zero()) {
        io_.poll();
    } else if (left < long_wait) {
        io_.run_one_for(left);
    } else {
        if (due != never) alarm_->set(due, due - left);
        io_.run_one();
    }
}

bool loop::run_until(time_point horizon) {
    assert(virtual_ && "run_until needs a virtual clock");
    bool ran = false;
    stopped_ = false;
    if (loop_driver* const driver = loop_driver::of(io_)) {
        // The driver decides what time it is, also while tasks are ready.
        loop_driver::stepped done;
        virtual_->advance_to(horizon);
        done.changed = next_due() <= now();
        fire_timers();
        for (done.idle = false; done.turns < driver->limit_ && !done.idle;) {
            io_.restart();
            const bool handled = io_.poll() != 0;
            const std::size_t turns = drain(driver->limit_ - done.turns);
            done.turns += turns;
            done.idle = !handled && turns == 0;
            done.changed = done.changed || !done.idle;
        }
        done.next_due = next_due();
        driver->done_ = done;
        return done.changed;
    }
    const auto run_one = [this] {  // picked by the seed
        if (ready_.empty()) return false;
        const auto pick = static_cast<std::size_t>(random_.below(ready_.size()));
        const waiter_id id = ready_[pick];
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(pick));
        resume(id, now());
        return true;
    };
    while (!stopped_) {
        io_.restart();
        if (io_.poll() != 0 || run_one()) {
            ran = true;
            continue;
        }
        const time_point due = next_due();
        if (due == never || due > horizon) break;
        virtual_->advance_to(due);
        fire_timers();
    }
    if (!stopped_ && horizon != never) virtual_->advance_to(horizon);
    return ran;
}

void loop::stop() {
    stopped_ = true;
    io_.stop();
}

std::uint64_t loop::run_blocking(std::string what, std::function<void()> job, std::function<void()> done) {
    if (loop_driver* const driver = virtual_ ? loop_driver::of(io_) : nullptr) {
        driver->run_job(++driver->jobs_, std::move(what), std::move(job), std::move(done));
        return driver->jobs_;
    }
    if (virtual_) {
        job();
        job = nullptr;
        done();
        return 0;
    }
    return pool_->submit({std::move(what), std::move(job), std::move(done)});
}

void loop::withdraw_blocking(std::uint64_t number) {
    loop_driver* const driver = virtual_ ? loop_driver::of(io_) : nullptr;
    if (driver) driver->withdraw_job(number);
    if (pool_) pool_->withdraw(number);
}

std::vector<std::string> loop::blocking_jobs() const {
    return pool_ ? pool_->names() : std::vector<std::string>();
}

std::vector<std::string> loop::waiting_tasks() const {
    std::vector<std::string> names;
    for (const waiter& w : waiters_)
        if (w.used && w.resume) names.push_back(w.owner->name.str());
    return names;
}

}}  // namespace setpoint::v0
