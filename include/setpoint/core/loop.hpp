#pragma once
// The event loop: one io_context, one thread, one ready list.
//
// Coroutines are asio::awaitable. Everything that makes one ready (a timer, an event, a message,
// received bytes, a finished blocking job) goes through this class. It resumes one waiter at a time
// and times each turn. With a virtual clock it picks the next waiter by its seed and moves the
// clock only when nothing is ready, so a run is a function of its seed.
//
// Cancellation is level-triggered and by scope (see race.hpp): once a scope around a task's code
// was cancelled or has passed its deadline, every suspension inside it throws `cancelled` until
// control has left that scope.
//
// Nothing here is thread-safe: all members are called on the thread that calls run(), or before it.
// Other threads enter by asio::post(loop.io(), ...).

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/random.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace asio = boost::asio;
using asio::awaitable;

class cancel_scope;
class reconcile_trace;

// The cause that woke a waiter.
// Several may happen before the waiter runs: a result wins over a cancellation that was not delivered
// yet, and over a timer it wins only if it came first.
struct wake {
    enum class by : std::uint8_t { ready, timer, cancel } cause = by::ready;
    boost::system::error_code ec;  // of an I/O operation
    std::size_t bytes = 0;         // of an I/O operation
};

// A running coroutine from the loop's view. Created by task_scope.
// task_scope keeps it until the coroutine has ended; the loop has only pointers.
struct task {
    interned_string name;
    cancel_scope* innermost = nullptr;
    std::uint64_t waiting_on = 0;      // 0: running, or not suspended in the loop
    reconcile_trace* trace = nullptr;  // of the reconcile that it runs, if that is traced
};

// Ids instead of pointers: a late call finds nothing.
using waiter_id = std::uint64_t;

struct loop_observer {
    virtual ~loop_observer() = default;
    // Called after each turn with how long it held the loop and how long the task had been ready
    // before.
    // Must not suspend, throw or call back into the loop, except for now(). `task` is valid during the
    // call.
    virtual void turn(std::string_view task, duration held, duration lag) = 0;
};

class loop {
public:
    // For a real clock. `clock` and `random` must outlive the loop.
    loop(const clock& clock, random_source& random);
    // For a virtual clock, which the loop moves.
    // Jobs of blocking() run on the loop's thread then, so that no other thread takes part in a run.
    loop(virtual_clock& clock, random_source& random);
    loop(const loop&) = delete;
    loop& operator=(const loop&) = delete;
    ~loop();

    time_point now() const { return clock_.now(); }
    wall_time wall_now() const { return clock_.wall_now(); }
    const clock& time() const { return clock_; }
    random_source& random() { return random_; }
    // For constructing Asio objects. They must be destroyed before the loop. Do not run it: run() does.
    asio::io_context& io() { return io_; }
    bool is_virtual() const { return virtual_ != nullptr; }
    // `observer` must outlive the loop or be replaced before; null removes it.
    void observe(loop_observer* observer) { observer_ = observer; }

    // Real clock: runs until stop(). Virtual clock: runs until nothing is ready and no timer is
    // left, or until stop().
    // May be called again after it returned. An exception from a handler leaves it; tasks end in
    // task_scope, which catches theirs.
    void run();
    // Virtual clock only: runs until nothing is ready and no timer is due before `horizon`, then
    // sets the clock to it (unless it is `never`). Returns true if anything ran.
    // A timer that is due exactly at `horizon` fires. Precondition: a virtual clock.
    bool run_until(time_point horizon);
    // The turn that runs is completed, and no other begins. Nothing is cancelled or destroyed: stop the
    // scopes first and join them.
    void stop();
    bool stopped() const { return stopped_; }
    // Virtual clock only: a hash over the order in which tasks ran, equal for two runs with the
    // same seed.
    std::uint64_t trace_hash() const { return trace_; }

    // --- suspension; everything below must be called from a task of this loop ---

    // Throws `cancelled`. Zero, or a time in the past, still suspends, until the loop's next look at
    // timers.
    awaitable<void> sleep(duration d) { return sleep_until(saturating_add(now(), d)); }
    awaitable<void> sleep_until(time_point due);
    // Yields: moves to the end of the ready list.
    // For long computations: between two yields nothing else runs, not even a renewal of the lease.
    // Throws `cancelled`.
    awaitable<void> yield() { return sleep_until(time_point::min()); }

    // The primitive below events, channels and I/O: reserve an id, pass it to whoever will call
    // ready(), then wait.
    // Every reserved id needs exactly one wait or release(); otherwise its slot is never used again.
    waiter_id reserve();
    void release(waiter_id id);  // for a reserved id that will not be waited on
    // Returns when ready(id) was called (also if that was earlier) or `due` has passed. Throws
    // `cancelled`.
    // The id is spent when it returns or throws: a later ready() finds nothing.
    awaitable<wake> wait(waiter_id id, time_point due = never);
    // Like wait(), but returns a cancellation instead of throwing.
    // For code that must first put its own state in order, as task_scope::join() does.
    awaitable<wake> wait_quietly(waiter_id id, time_point due = never);
    // Like wait_quietly(), but not ended by cancellation: for work that must finish once it has started.
    // Pass a `due`, or be sure that ready() is called: nothing else ends it.
    awaitable<wake> wait_shielded(waiter_id id, time_point due = never);
    bool exists(waiter_id id) const { return const_cast<loop*>(this)->find(id) != nullptr; }
    // Makes the waiter ready; no effect if there is none.
    // Only marks it: the task runs from the loop, never inside this call. A second call for one id,
    // before the waiter has run, changes nothing.
    void ready(waiter_id id, boost::system::error_code ec = {}, std::size_t bytes = 0);

    // Runs one asynchronous Asio operation. start(handler(ec, bytes)) starts it. If the task is
    // cancelled, abort() must make the operation complete soon (close the socket); io() throws
    // `cancelled` after that, so buffers stay valid.
    // The handler must be called exactly once, on this loop. Numbers among its other arguments are
    // summed as `bytes`. The error code is returned, not thrown. See await_asio() for operations with
    // other results.
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

    // Runs blocking code on another thread and returns its result or rethrows its exception. `what`
    // names the job in logs. With a virtual clock the job runs immediately on this thread. `job`
    // and its result are destroyed on this thread unless the task was cancelled.
    // Cancellation: the task does not wait for the job. A job that has started finishes by itself, and its
    // result is discarded; otherwise it does not run.
    // There are at most 8 threads, which block all signals; further jobs wait for one. What `job`
    // refers to must be safe to use from another thread, and must outlive the job, also after a
    // cancellation: pass values. Threads are not joined at the end of the process, so that a hanging
    // call cannot delay it. Throws std::system_error if not even one thread can be started.
    template <class F>
    auto blocking(std::string what, F job) -> awaitable<std::invoke_result_t<F>>;
    // Returns the names of blocking() jobs that have not ended.
    std::vector<std::string> blocking_jobs() const;

    // --- for task_scope and cancel_scope ---
    // Returns the task whose turn this is; null between turns.
    task* current() const { return current_; }
    // Makes `t` the running task. Must be the first thing that a spawned coroutine awaits.
    awaitable<void> enter(task& t);
    // Call when the cancellation of `t` may have changed: wakes it if it waits in a cancelled
    // scope.
    void cancel_check(task& t);
    // `scope` expires at `due` unless remove_deadline() with the same time is called before.
    void add_deadline(time_point due, cancel_scope& scope);
    void remove_deadline(time_point due, cancel_scope& scope);
    // The number of suspended waiters; 0 after a complete shutdown.
    std::size_t waiting() const { return live_; }
    // Returns the name of each suspended waiter's task, for messages about a shutdown that hangs.
    std::vector<std::string> waiting_tasks() const;

private:
    using handler = typename asio::async_result<asio::use_awaitable_t<>, void(wake)>::handler_type;
    // operation: a cancellation is returned, and the id stays reserved until the operation ends
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
        waiter_id id;         // a waiter,
        cancel_scope* scope;  // or the deadline of a scope
        bool operator<(const timer& o) const { return due != o.due ? due < o.due : sequence < o.sequence; }
    };
    struct blocking_pool;

    // `owner`: the waiting task; by default the running one.
    awaitable<wake> suspend(waiter_id id, time_point due, mode how, task* owner = nullptr);
    waiter* find(waiter_id id);
    void free(waiter_id id);
    void make_ready(waiter_id id, waiter& w);
    time_point resume(waiter_id id, time_point begin);
    // Resumes at most `limit` ready waiters and returns how many.
    std::size_t drain(std::size_t limit);
    void wait_for_events();
    void fire_timers();
    time_point next_due() const { return timers_.empty() ? never : timers_.begin()->due; }
    // Returns a number for withdraw_blocking(), which drops the job if it has not begun.
    std::uint64_t run_blocking(std::string what, std::function<void()> job, std::function<void()> done);
    void withdraw_blocking(std::uint64_t number);

    const clock& clock_;
    virtual_clock* virtual_;
    random_source& random_;
    loop_observer* observer_ = nullptr;
    asio::io_context io_;
    std::unique_ptr<class alarm> alarm_;  // for long waits: see wait_for_events()
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

}}  // namespace setpoint::v0

#include "setpoint/core/detail/blocking.hpp"
