#pragma once
// The changes that come by themselves: an open loop. Each is due at a time that was fixed beforehand
// (Poisson, by seed), however slow the program under test is.

#include "model.hpp"
#include "setpoint/core/task_scope.hpp"

namespace setpoint { inline namespace v0 { namespace replay {

struct load_settings {
    double rate = 10;  // changes per second
    double seconds = 10;
    std::uint64_t seed = 1;
    double noise = 0;    // this share of them is about Deployments that no WebServer owns
    bool image = false;  // else the number of replicas
};

class load {
public:
    load(loop& l, model& m, task_scope& tasks) : loop_(l), model_(m), tasks_(tasks) {}
    // Replaces one that runs.
    void start(load_settings s);
    void touch_all();
    bool running() const { return running_ != 0; }

private:
    awaitable<void> run(load_settings s, std::uint64_t mine);
    awaitable<void> touch(std::uint64_t mine);

    loop& loop_;
    model& model_;
    task_scope& tasks_;
    std::uint64_t started_ = 0, running_ = 0, next_ = 0;
};

}}}  // namespace setpoint::v0::replay
