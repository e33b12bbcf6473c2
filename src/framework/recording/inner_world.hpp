#pragma once
// The recorded side of a process: a loop under virtual time, and its only way out.

#include "framework/recording/inner_transport.hpp"
#include "setpoint/core/loop_driver.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/recording/recording.hpp"

#include <exception>
#include <optional>

namespace setpoint { inline namespace v0 {

// The same parts take part in a recording and in its replay, constructed in the same order.
class inner_world {
public:
    // The limit of one step. A change gives recordings of another format, so it has no flag.
    static constexpr std::size_t turns_per_step = 64;

    // `outside` must outlive it.
    inner_world(const recording_header& h, outside_world& outside)
        : time(h.start), random(h.seed), l(time, random), steps_(l, outside), net(l, outside) {}
    // Precondition: called once.
    void start(std::string name, awaitable<void> body) {
        main.emplace(l, name, [this](std::string_view, std::exception_ptr e) { failure = std::move(e); });
        main->spawn(std::move(name), std::move(body));
    }
    bool has_ended() const { return main && main->size() == 0; }
    loop_driver::stepped step(time_point t) {
        const loop_driver::stepped done = steps_.step(t, turns_per_step);
        turns += done.turns;
        return done;
    }
    recording_state state() const { return {turns, l.trace_hash(), net.requests(), l.now()}; }
    std::uint16_t check() const {
        const std::uint64_t mixed = l.trace_hash() ^ (net.requests() * 31);
        return static_cast<std::uint16_t>(mixed ^ (mixed >> 16) ^ (mixed >> 32) ^ (mixed >> 48));
    }

    virtual_clock time;
    random_source random;
    loop l;

private:
    class driver final : public loop_driver {
    public:
        driver(loop& l, outside_world& outside) : loop_driver(l), outside_(outside) {}

    private:
        void run_job(std::uint64_t number, std::string what, std::function<void()> job,
                     std::function<void()> done) override {
            outside_.run_job(number, std::move(what), std::move(job), std::move(done));
        }
        void withdraw_job(std::uint64_t number) override { outside_.withdraw_job(number); }
        outside_world& outside_;
    };
    driver steps_;

public:
    inner_transport net;
    std::uint64_t turns = 0;
    std::exception_ptr failure;
    std::optional<task_scope> main;
};

}}  // namespace setpoint::v0
