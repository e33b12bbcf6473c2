#pragma once
// The run that all plans share up to their points: it forks at each point for each plan of it.

#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/reference_run.hpp"
#include "testkit/sim/report.hpp"
#include "testkit/sim/visited_states.hpp"

#include <functional>
#include <memory>

namespace setpoint { inline namespace v0 { namespace sim {

struct plan {
    const perturbation* what;
    std::size_t at;    // index of the point
    std::string text;  // "P2@patch deployments default/web#1"
};

class trunk final : public director {
public:
    // What plans have in common.
    struct shared {
        const exploration& what;
        reference_run& reference;
        const std::vector<plan>& plans;  // in the order of their points
        visited_states& visited;
        // Called before a plan begins. If it returns false, no further one does.
        std::function<bool(std::size_t plan)> may_begin;
    };
    // `pool` must outlive it, and what `all` refers to.
    trunk(shared all, fork_pool& pool) : all_(std::move(all)), pool_(pool) {}

    const perturbation* at(world& w, const story_point& p) override;
    bool looks() const override { return !pool_.is_child() || (second_ && !second_->is_child()); }
    // In a child: ends the run if its state is one of the run without faults, or of another plan, whose
    // outcome it then has.
    void idle(world& w) override;
    // In a child: checks the end unless it is early, and reports, with what its own children have reported.
    [[noreturn]] void finish(world& w, bool is_early);

    // Where this run differs from the first one; "" if it does not.
    const std::string& difference() const { return difference_; }

private:
    void begin_child(world& w, const perturbation& first);
    const perturbation* second_fault(const story_point& p);
    bool joins_another_plan(world& w);

    const shared all_;
    fork_pool& pool_;
    std::string difference_;
    std::size_t points_ = 0, next_ = 0;
    std::unique_ptr<fork_pool> second_;  // in a child, with pairs
    std::vector<std::string> seconds_;   // its plans
    std::vector<report> reports_;
    std::uint64_t last_objects_ = 0;      // their hash, when states were compared last
    std::vector<std::uint64_t> at_rest_;  // in a child: the states in which it was
};

void check_end_of_plan(world& w, const reference_run& reference);
// Whether the run is in a state of the run without faults, so that what follows is the same. Checks what it
// has written until then.
bool ends_early(world& w, const exploration& what, reference_run& reference);

}}}  // namespace setpoint::v0::sim
