#pragma once
// The run that all plans share up to their points: it forks at each point for each plan of it.

#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/reference_run.hpp"
#include "testkit/sim/report.hpp"

#include <memory>

namespace setpoint::inline v0::sim {

struct plan {
    const perturbation* what;
    std::size_t at;    // index of the point
    std::string text;  // "P2@patch deployments default/web#1"
};

class trunk final : public director {
public:
    // No further plan begins once `is_full`. `plans` are in the order of their points. All references must
    // outlive it.
    trunk(const exploration& what, reference_run& reference, const std::vector<plan>& plans, fork_pool& pool,
          const bool& is_full)
        : what_(what), reference_(reference), plans_(plans), pool_(pool), is_full_(is_full) {}

    const perturbation* at(world& w, const story_point& p) override;
    // In a child: ends the run if its state is one of the run without faults.
    void idle(world& w) override;
    // In a child: checks the end unless it is early, and reports, with what its own children have reported.
    [[noreturn]] void finish(world& w, bool is_early);

    // Where this run differs from the first one; "" if it does not.
    const std::string& difference() const { return difference_; }

private:
    void begin_child(const perturbation& first);
    const perturbation* second_fault(const story_point& p);

    const exploration& what_;
    reference_run& reference_;
    const std::vector<plan>& plans_;
    fork_pool& pool_;
    const bool& is_full_;
    std::string difference_;
    std::size_t points_ = 0, next_ = 0;
    std::unique_ptr<fork_pool> second_;  // in a child, with pairs
    std::vector<std::string> seconds_;   // its plans
    std::vector<report> reports_;
};

void check_end_of_plan(world& w, const reference_run& reference);
// Whether the run is in a state of the run without faults, so that what follows is the same. Checks what it
// has written until then.
bool ends_early(world& w, const exploration& what, reference_run& reference);

}  // namespace setpoint::inline v0::sim
