#include "setpoint/recording/flight_recorder.hpp"

#include "framework/recording/inner_world.hpp"
#include "framework/recording/recording_log.hpp"
#include "framework/recording/secret_text.hpp"
#include "setpoint/core/random_secret.hpp"
#include "setpoint/core/sync.hpp"

#include <map>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

// A correction of the time of day that is smaller stays out of the recording.
constexpr duration clock_tolerance = std::chrono::milliseconds(20);

error error_of(std::exception_ptr e) {
    try {
        std::rethrow_exception(e);
    } catch (const fault& f) {
        return f.why();
    } catch (const std::exception& x) {
        return error(errc::failed, x.what());
    }
}

}  // namespace

struct flight_recorder::parts final : outside_world {
    // A call or a job, which a task of the outer loop serves.
    struct line {
        explicit line(loop& l) : changed(l) {}
        notifier changed;
        bool wanted = false, abandoned = false;
        cancel_scope* scope = nullptr;  // of the task, while it runs
    };
    using lines = std::map<std::uint64_t, std::shared_ptr<line>>;
    // Forgets a line when its task ends, however it ends.
    struct leaving {
        lines& from;
        std::uint64_t number;
        line& one;
        ~leaving() {
            one.scope = nullptr;
            from.erase(number);
        }
    };
    // Times turns by the outer clock.
    struct turn_clock final : loop_observer {
        explicit turn_clock(loop& l) : outer(l) {}
        void turn(std::string_view task, duration, duration lag) override {
            const time_point before = std::exchange(begun, outer.now());
            to->turn(task, begun - before, lag + (before - step));
        }
        loop& outer;
        loop_observer* to = nullptr;
        time_point step{}, begun{};
    };

    parts(loop& l, http::transport& to, recording_header h, std::size_t memory)
        : outer(l),
          net(to),
          begun(l.now()),
          log(h, memory),
          changed(l),
          turns(l),
          world(h, *this),
          tasks(l, "recorded calls", [this](std::string_view, std::exception_ptr e) { fail(std::move(e)); }) {
    }

    // --- called by the recorded part, in a step ---
    void begin(std::uint64_t call, http::request r, const http::timeouts& t) override {
        const auto to = std::make_shared<line>(outer);
        calls.emplace(call, to);
        if (r.may_start) r.may_start = guarded(to, std::move(r.may_start));
        tasks.spawn("recorded call", serve(calls, call, to, exchange(call, std::move(r), t, *to)));
    }
    void read(std::uint64_t call) override {
        const auto at = calls.find(call);
        if (at == calls.end()) return;
        at->second->wanted = true;
        at->second->changed.notify();
    }
    void abandon(std::uint64_t call) override { give_up(calls, call); }
    void run_job(std::uint64_t number, std::string what, std::function<void()> job,
                 std::function<void()> done) override {
        const auto to = std::make_shared<line>(outer);
        jobs.emplace(number, to);
        tasks.spawn(what, serve(jobs, number, to, work(number, what, std::move(job), std::move(done))));
    }
    void withdraw_job(std::uint64_t number) override { give_up(jobs, number); }
    static void give_up(lines& of, std::uint64_t number) {
        const auto at = of.find(number);
        if (at == of.end()) return;
        at->second->abandoned = true;
        if (at->second->scope) at->second->scope->cancel();
        of.erase(at);
    }

    // --- inputs, in turns of the outer loop ---
    // The recorded clock stands still between steps, so its reader would see an old time.
    std::function<result<>()> guarded(std::shared_ptr<line> to, std::function<result<>()> may_start) {
        return [this, to = std::move(to), may_start = std::move(may_start)]() -> result<> {
            if (to->abandoned) return error(errc::stopping, "the call was given up");
            world.time.advance_to(now());
            return may_start();
        };
    }
    time_point now() const { return time_point(outer.now() - begun); }
    time_point tick() {
        const time_point t = now();
        world.time.advance_to(t);
        const duration shift = outer.wall_now() - world.time.wall_now();
        if (shift > clock_tolerance || shift < -clock_tolerance) {
            world.time.shift_wall(shift);
            log.clock_moved(t, shift);
        }
        return t;
    }
    void step() { step(tick()); }
    void step(time_point t) {
        turns.step = turns.begun = begun + t.time_since_epoch();
        const loop_driver::stepped done = world.step(t);
        busy = !done.idle;
        due = done.next_due;
        if (done.changed) log.step(t, done.turns, world.check(), world.state());
        if (busy || world.has_ended() || due < armed) changed.notify();
    }
    // Runs `body` until the recorded part gives it up.
    awaitable<void> serve(lines& in, std::uint64_t number, std::shared_ptr<line> to, awaitable<void> body);
    awaitable<void> exchange(std::uint64_t call, http::request r, http::timeouts t, line& to);
    awaitable<void> work(std::uint64_t number, std::string what, std::function<void()> job,
                         std::function<void()> done);
    awaitable<void> drive(bool to_the_end);
    bool deliver(std::uint64_t call, const secret_text::shown& shown);
    void failed(std::uint64_t call, error why) {
        const time_point t = tick();
        if (!world.net.fail(call, why)) return;
        log.failure(t, call, why);
        step(t);
    }
    void fail(std::exception_ptr e) {
        if (!failure) failure = std::move(e);
        changed.notify();
    }

    loop& outer;
    http::transport& net;
    time_point begun;
    recording_log log;
    const secret key = random_key(32);  // of placeholders for values of secrets
    notifier changed;
    lines calls, jobs;
    turn_clock turns;
    std::function<void(int)> handle_signal;
    bool busy = false;
    time_point due = never;    // the recorded part's next timer
    time_point armed = never;  // when drive() wakes up
    std::exception_ptr failure;
    inner_world world;
    task_scope tasks;
};

awaitable<void> flight_recorder::parts::serve(lines& in, std::uint64_t number, std::shared_ptr<line> to,
                                              awaitable<void> body) {
    if (to->abandoned) co_return;
    cancel_scope mine(outer);
    to->scope = &mine;
    const leaving guard{in, number, *to};
    try {
        co_await std::move(body);
    } catch (const cancelled&) {
        if (!mine.cancel_called()) throw;
    }
}

awaitable<void> flight_recorder::parts::exchange(std::uint64_t call, http::request r, http::timeouts t,
                                                 line& to) {
    secret_text secrets(r.target, key);
    std::exception_ptr thrown;
    result<std::unique_ptr<http::response_stream>> s = error(errc::failed, "");
    try {
        s = co_await net.send(std::move(r), t);
    } catch (const std::exception&) {
        thrown = std::current_exception();
    }
    if (thrown) s = error_of(thrown);
    if (!s) {
        failed(call, s.error());
        co_return;
    }
    const time_point answered = tick();
    if (!world.net.answer(call, (*s)->head())) co_return;
    log.head(answered, call, (*s)->head().status, (*s)->head().headers);
    step(answered);
    for (bool ended = false, done = false; !done;) {
        while (!to.wanted) co_await to.changed.wait();
        result<std::string_view> piece = std::string_view();
        if (!ended) piece = co_await (*s)->read();
        if (!piece) {
            failed(call, piece.error());
            co_return;
        }
        ended = ended || piece->empty();
        if (!log.is_recording()) secrets.pass_on();
        const secret_text::shown shown = secrets.take(*piece);
        if (shown.withheld) continue;
        to.wanted = false;
        if (!deliver(call, shown)) co_return;
        done = shown.real.empty();
    }
}

bool flight_recorder::parts::deliver(std::uint64_t call, const secret_text::shown& shown) {
    const time_point t = tick();
    if (!world.net.piece(call, shown.real)) return false;
    // After the end of the recording, nothing is compared.
    if (shown.values != 0 || !log.is_recording()) world.net.leave_out_bodies();
    if (!shown.is_safe) log.cut("an answer with values of secrets could not be taken apart");
    log.piece(t, call, shown.recorded, shown.values);
    step(t);
    return true;
}

awaitable<void> flight_recorder::parts::work(std::uint64_t number, std::string what,
                                             std::function<void()> job, std::function<void()> done) {
    co_await outer.blocking(std::move(what), std::move(job));
    jobs.erase(number);  // its task withdraws it at its end, which must not cancel this
    const time_point t = tick();
    log.job_done(t, number);
    done();
    step(t);
}

// Runs what became due, until the body has ended or, unless `to_the_end`, something has failed.
awaitable<void> flight_recorder::parts::drive(bool to_the_end) {
    while (!world.has_ended() && (to_the_end || !failure)) {
        step();
        if (world.has_ended()) break;
        if (busy) {
            co_await outer.yield();
            continue;
        }
        armed = due;
        co_await changed.wait(saturating_add(begun, armed.time_since_epoch()));
        armed = never;
    }
}

flight_recorder::flight_recorder(loop& outer, http::transport& net, recording_header header,
                                 recorder_options options)
    : parts_(std::make_unique<parts>(outer, net, std::move(header), options.memory)) {}

flight_recorder::~flight_recorder() = default;

loop& flight_recorder::inner_loop() {
    return parts_->world.l;
}

http::transport& flight_recorder::net() {
    return parts_->world.net;
}

void flight_recorder::observe(loop_observer* o) {
    parts_->turns.to = o;
    parts_->world.l.observe(o ? &parts_->turns : nullptr);
}

void flight_recorder::on_signal(std::function<void(int)> handle) {
    parts_->handle_signal = std::move(handle);
}

awaitable<void> flight_recorder::run(std::string name, awaitable<void> body) {
    parts& p = *parts_;
    p.world.start(std::move(name), std::move(body));
    std::exception_ptr failure;
    try {
        co_await p.drive(false);
    } catch (...) {
        failure = std::current_exception();
    }
    cancel_scope shield(p.outer, never, true);
    p.log.close();
    if (!p.world.has_ended()) {
        p.world.main->request_stop();
        co_await p.drive(true);
    }
    p.tasks.request_stop();
    co_await p.tasks.join();
    for (const std::exception_ptr& one : {p.failure, p.world.failure, failure})
        if (one) std::rethrow_exception(one);
}

void flight_recorder::signal(int number) {
    parts& p = *parts_;
    try {
        const time_point t = p.tick();
        p.log.signal(t, number);
        if (p.handle_signal) p.handle_signal(number);
        p.step(t);
    } catch (const std::exception&) {
        p.fail(std::current_exception());
    }
}

recording_text flight_recorder::text() const {
    return parts_->log.text();
}
recording_state flight_recorder::state() const {
    return parts_->world.state();
}
std::size_t flight_recorder::size() const {
    return parts_->log.size();
}
std::string_view flight_recorder::cut_because() const {
    return parts_->log.cut_because();
}

}}  // namespace setpoint::v0
