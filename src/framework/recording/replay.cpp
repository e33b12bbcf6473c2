#include "setpoint/recording/replay.hpp"

#include "framework/recording/inner_world.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <vector>

namespace setpoint { inline namespace v0 {

struct replay::parts final : outside_world {
    struct job {
        std::function<void()> work, done;
    };

    explicit parts(const recording& r) : recorded(r), world(r.header(), *this) {}

    void begin(std::uint64_t call, http::request, const http::timeouts&) override {
        calls = call;
        latest.push_back(call);
    }
    void read(std::uint64_t) override {}
    void abandon(std::uint64_t) override {}
    void run_job(std::uint64_t number, std::string, std::function<void()> work,
                 std::function<void()> done) override {
        jobs.emplace(number, job{std::move(work), std::move(done)});
    }
    void withdraw_job(std::uint64_t number) override { jobs.erase(number); }

    result<> apply(const recorded_input& i);
    result<> step(const recorded_input& i);
    loop_driver::stepped step_alone();
    void run_alone(const std::function<bool()>& enough);
    bool end_job(std::uint64_t number);
    error differs(const recorded_input& i, std::string_view how) const;
    void finish();
    result<> run();

    const recording& recorded;
    std::map<std::uint64_t, job> jobs;
    std::vector<std::uint64_t> latest;  // calls of the last step
    bool may_differ = false;            // since stop_comparing()
    // After the first difference, later calls and jobs are not those of the recording.
    bool differed = false;
    std::uint64_t calls = 0, known_calls = std::numeric_limits<std::uint64_t>::max();
    bool over = false, stopped = false;
    recording_state reached;
    std::exception_ptr failure;
    std::function<void(int)> handle_signal;
    std::function<void()> handle_end;
    inner_world world;
};

error replay::parts::differs(const recorded_input& i, std::string_view how) const {
    return error(
        errc::failed,
        fmt::format(
            "the run differs from the recording {:.6f} s after the start, after {} steps of tasks: {}",
            std::chrono::duration<double>(i.when.time_since_epoch()).count(), world.turns, how));
}

result<> replay::parts::step(const recorded_input& i) {
    if (differed) {
        step_alone();
        return {};
    }
    const std::uint64_t before = world.turns, calls_before = calls;
    latest.clear();
    world.step(i.when);
    if (stopped) return {};
    const std::uint64_t ran = world.turns - before;
    if (ran == i.turns && world.check() == i.check) return {};
    if (may_differ) {
        differed = true;
        known_calls = calls_before;
        return {};
    }
    if (ran != i.turns) return differs(i, fmt::format("{} steps were run instead of {}", ran, i.turns));
    return differs(i, "different tasks ran, or different requests were sent");
}

// A step without recorded input: calls fail and, before the end, jobs are run.
loop_driver::stepped replay::parts::step_alone() {
    if (over) world.net.fail_all(error(errc::stopping, "the recording has ended"));
    for (const std::uint64_t call : std::exchange(latest, {}))
        world.net.fail(call, error(errc::stopping, "the recording has no answer to this request"));
    while (!over && !jobs.empty()) end_job(jobs.begin()->first);
    return world.step(world.l.now());
}

// Time passes, for limits of a shutdown and the like.
void replay::parts::run_alone(const std::function<bool()>& enough) {
    constexpr std::uint64_t most_steps = 1'000'000;
    for (std::uint64_t left = most_steps; left != 0 && !enough(); --left) {
        const loop_driver::stepped done = step_alone();
        if (!done.idle || done.changed) continue;
        if (done.next_due != never)
            world.time.advance_to(done.next_due);
        else if (!jobs.empty())
            end_job(jobs.begin()->first);  // its task is shielded from cancellation
        else
            break;
    }
}

bool replay::parts::end_job(std::uint64_t number) {
    const auto at = jobs.find(number);
    if (at == jobs.end()) return false;
    const job one = std::move(at->second);
    jobs.erase(at);
    one.work();
    one.done();
    return true;
}

result<> replay::parts::apply(const recorded_input& i) {
    using kind = recorded_input::kind;
    world.time.advance_to(i.when);
    if (i.call > known_calls) return {};
    bool expected = true;
    std::string_view what = "an answer";
    switch (i.what) {
        case kind::step:
            return step(i);
        case kind::head:
            expected = world.net.answer(i.call, {i.status, *i.headers});
            break;
        case kind::piece:
            what = "a part of an answer";
            expected = world.net.piece(i.call, i.text);
            if (i.redacted != 0) world.net.leave_out_bodies();
            break;
        case kind::failure:
            what = "an error";
            expected = world.net.fail(i.call, i.why);
            break;
        case kind::signal:
            if (handle_signal) handle_signal(static_cast<int>(i.number));
            break;
        case kind::job_done:
            what = "the result of a blocking job";
            expected = differed || end_job(i.number);
            break;
        case kind::clock_moved:
            world.time.shift_wall(i.shift);
            break;
        case kind::end:
            break;
    }
    if (expected || may_differ) return {};
    return differs(i, fmt::format("{} for number {} has arrived, and no task waits for it", what,
                                  i.call != 0 ? i.call : i.number));
}

// Cancels the part, which gets no further answers.
void replay::parts::finish() {
    if (world.has_ended() || !world.main) return;
    over = true;
    if (handle_end) handle_end();
    world.main->request_stop();
    run_alone([this] { return world.has_ended(); });
}

replay::replay(const recording& r) : parts_(std::make_unique<parts>(r)) {}

replay::~replay() = default;

loop& replay::inner_loop() {
    return parts_->world.l;
}
http::transport& replay::net() {
    return parts_->world.net;
}
void replay::on_signal(std::function<void(int)> handle) {
    parts_->handle_signal = std::move(handle);
}

result<> replay::parts::run() {
    result<> same;
    recorded.for_each([&](const recorded_input& i) {
        same = apply(i);
        return same && !stopped;
    });
    if (!same || stopped) return same;
    if (may_differ) {
        differed = true;
        run_alone([this] { return stopped || world.has_ended(); });
        return {};
    }
    if (world.state() != recorded.end())
        return error(errc::failed, "the run ended in another state than the recording");
    return {};
}

result<> replay::run(std::string name, awaitable<void> body) {
    parts& p = *parts_;
    p.world.start(std::move(name), std::move(body));
    result<> same;
    try {
        same = p.run();
    } catch (const fault& f) {
        same = f.why();
    }
    p.reached = p.world.state();
    p.failure = p.world.failure;
    p.finish();
    return same;
}

void replay::stop_comparing() {
    parts_->may_differ = true;
}
void replay::stop() {
    parts_->stopped = true;
}
bool replay::was_stopped() const {
    return parts_->stopped;
}
void replay::on_end(std::function<void()> handle) {
    parts_->handle_end = std::move(handle);
}
std::exception_ptr replay::failure() const {
    return parts_->failure;
}
recording_state replay::state() const {
    return parts_->reached;
}

}}  // namespace setpoint::v0
