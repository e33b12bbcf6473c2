#pragma once
// The event loop: one io_context, one thread, one list of what is ready to run.
//
// Coroutines are asio::awaitable. Whatever makes one ready (a timer, an event, a message, arrived bytes, a
// finished blocking job) goes through this class: it resumes one waiter at a time, times each turn, and,
// under a virtual clock, picks the next one by its seed and moves the clock only when nothing is ready. A run
// is then a function of its seed.
//
// Cancellation is level-triggered and by scope (see race.hpp): once a scope around a task's code has been
// cancelled or has passed its deadline, every suspension inside it throws `cancelled` until control has left
// that scope.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/text.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

namespace asio = boost::asio;
using asio::awaitable;

class cancel_scope;

// What woke a waiter.
struct wake {
    enum class by : std::uint8_t { ready, timer, cancel } cause = by::ready;
    boost::system::error_code ec;  // of an I/O operation
    std::size_t bytes = 0;         // of an I/O operation
};

// A running coroutine, as the loop sees it. Made by task_scope.
struct task {
    text name;
    cancel_scope* innermost = nullptr;
    std::uint64_t waiting_on = 0;  // 0: running, or not suspended in the loop
};

// Ids, not pointers: what comes late finds nothing.
using waiter_id = std::uint64_t;

struct loop_observer {
    virtual ~loop_observer() = default;
    // After each turn: how long it held the loop, and how long the task had waited since it became ready.
    virtual void turn(std::string_view task, duration held, duration lag) = 0;
};

class loop {
public:
    // With a real clock. `clock` and `random` must outlive the loop.
    loop(const clock& clock, random_source& random);
    // With a virtual clock, which the loop moves.
    loop(virtual_clock& clock, random_source& random);
    loop(const loop&) = delete;
    loop& operator=(const loop&) = delete;
    ~loop();

    time_point now() const { return clock_.now(); }
    wall_time wall_now() const { return clock_.wall_now(); }
    const clock& time() const { return clock_; }
    random_source& random() { return random_; }
    asio::io_context& io() { return io_; }
    bool is_virtual() const { return virtual_ != nullptr; }
    void observe(loop_observer* observer) { observer_ = observer; }

    // Real clock: runs until stop(). Virtual clock: runs until nothing is ready and no timer is left, or
    // until stop().
    void run();
    // Virtual clock only: runs until nothing is ready and no timer is due before `horizon`, then sets the
    // clock to it (unless that is `never`). True if anything ran.
    bool run_until(time_point horizon);
    void stop();
    bool stopped() const { return stopped_; }
    // Virtual clock only: a hash over the order in which tasks ran. Two runs with one seed have the same.
    std::uint64_t trace_hash() const { return trace_; }

    // --- suspension; everything below is called from a task of this loop ---

    awaitable<void> sleep(duration d) { return sleep_until(saturating_add(now(), d)); }
    awaitable<void> sleep_until(time_point due);
    // Gives way: to the end of the ready list.
    awaitable<void> yield() { return sleep_until(time_point::min()); }

    // The primitive under events, channels and I/O: reserve an id, hand it to whoever will call ready(), then
    // wait.
    waiter_id reserve();
    void release(waiter_id id);  // a reserved id that is not going to be waited on
    // Returns when ready(id) was called (also before this) or `due` has passed; throws `cancelled`.
    awaitable<wake> wait(waiter_id id, time_point due = never);
    // Like wait, but a cancellation is returned, not thrown.
    awaitable<wake> wait_quietly(waiter_id id, time_point due = never);
    // Like wait_quietly, and no cancellation ends it: for what must finish once it has begun.
    awaitable<wake> wait_shielded(waiter_id id, time_point due = never);
    bool exists(waiter_id id) const { return const_cast<loop*>(this)->find(id) != nullptr; }
    // Makes the waiter ready; without effect when there is no such waiter (any more).
    void ready(waiter_id id, boost::system::error_code ec = {}, std::size_t bytes = 0);

    // One asynchronous operation of Asio: start(handler(ec, bytes)) begins it; when the task is cancelled,
    // abort() must make it complete soon (close the socket), and io() throws `cancelled` after it has, so
    // buffers stay valid.
    template <class Start, class Abort>
    awaitable<wake> io(Start start, Abort abort) {
        const waiter_id id = reserve();
        start([this, id](boost::system::error_code ec, auto... bytes) {
            ready(id, ec, (std::size_t{0} + ... + static_cast<std::size_t>(bytes)));
        });
        wake w = co_await suspend(id, never, mode::operation);
        if (w.cause != wake::by::cancel) co_return w;
        abort();
        co_await suspend(id, never, mode::shielded);
        throw cancelled{};
    }

    // Runs code that blocks on another thread and returns what it returns; what it throws is thrown here.
    // `what` names the job in logs. A cancelled task does not wait for it: the job ends by itself and its
    // result is dropped. Under a virtual clock it runs at once on this thread. `job` and its result are
    // destroyed on this thread unless the task was cancelled.
    template <class F>
    auto blocking(std::string what, F job) -> awaitable<std::invoke_result_t<F>>;
    // Jobs of blocking() that have not ended, by name.
    std::vector<std::string> blocking_jobs() const;

    // --- for task_scope and cancel_scope ---
    task* current() const { return current_; }
    // Makes `t` the running task: the first thing a spawned coroutine awaits.
    awaitable<void> enter(task& t);
    // Called when cancellation of `t` may have changed: wakes it if it waits in a cancelled scope.
    void cancel_check(task& t);
    void add_deadline(time_point due, cancel_scope& scope);
    void remove_deadline(time_point due, cancel_scope& scope);
    // Number of suspended waiters: 0 when everything has been wound up.
    std::size_t waiting() const { return live_; }
    std::vector<std::string> waiting_tasks() const;

private:
    using handler = typename asio::async_result<asio::use_awaitable_t<>, void(wake)>::handler_type;
    // operation: a cancellation is returned and the id stays reserved for the operation's end
    enum class mode : std::uint8_t { cancellable, quiet, operation, shielded };
    struct waiter {
        std::uint32_t generation = 1;
        bool used = false, signalled = false;
        mode how = mode::cancellable;
        task* owner = nullptr;
        time_point due = never;
        time_point since{};  // when it became ready
        wake result;
        std::optional<handler> resume;
    };
    struct timer {
        time_point due;
        std::uint64_t sequence;
        waiter_id id;         // either a waiter
        cancel_scope* scope;  // or a scope's deadline
        bool operator<(const timer& o) const { return due != o.due ? due < o.due : sequence < o.sequence; }
    };
    struct blocking_pool;

    // `owner`: the task that waits; the running one unless given.
    awaitable<wake> suspend(waiter_id id, time_point due, mode how, task* owner = nullptr);
    waiter* find(waiter_id id);
    void free(waiter_id id);
    void make_ready(waiter_id id, waiter& w);
    time_point resume(waiter_id id, time_point begin);
    // Resumes what is ready, but at most `limit`; says how many.
    std::size_t drain(std::size_t limit);
    void wait_for_events();
    void fire_timers();
    time_point next_due() const { return timers_.empty() ? never : timers_.begin()->due; }
    void run_blocking(std::string what, std::function<void()> job, std::function<void()> done);

    const clock& clock_;
    virtual_clock* virtual_;
    random_source& random_;
    loop_observer* observer_ = nullptr;
    asio::io_context io_;
    asio::steady_timer alarm_;  // for long waits: see wait_for_events()
    time_point alarm_at_ = never;
    std::vector<waiter> waiters_;
    std::vector<std::uint32_t> free_;
    std::vector<waiter_id> ready_, batch_;
    std::set<timer> timers_;
    std::uint64_t sequence_ = 0, trace_ = 0;
    std::size_t live_ = 0;
    task* current_ = nullptr;
    bool stopped_ = false;
    std::shared_ptr<blocking_pool> pool_;
};

}  // namespace setpoint

#include "setpoint/core/detail/blocking.hpp"
