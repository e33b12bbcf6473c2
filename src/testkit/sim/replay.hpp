#pragma once
// Runs a plan from the beginning: in this process for a debugger, or in child processes that report their
// timelines.

#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/reference_run.hpp"
#include "testkit/sim/report.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

struct plan_step {
    const perturbation* what;
    std::string point;
};
// The steps of "P1@... + P2@..."; none of "none". Throws cannot_explore, with the names that are near.
std::vector<plan_step> parse_plan(std::string_view text);
std::string to_string(const std::vector<plan_step>& plan);
std::vector<planned_fault> faults_of(const std::vector<plan_step>& plan);

// Applies a plan. The references must outlive it.
class replayer final : public director {
public:
    // `pool`: in a child of it, the run ends early if what.end_early, as those of the exploration do; null:
    // it does not.
    replayer(const exploration& what, reference_run& reference, std::vector<plan_step> plan,
             const fork_pool* pool);
    const perturbation* at(world& w, const story_point& p) override;
    bool looks() const override { return next_ != plan_.size() && misfit_.empty(); }
    void idle(world& w) override;
    // Why the plan could not be applied, with what is near; "": it was applied.
    std::string missing() const;

private:
    bool applies(const plan_step& step, const story_point& p);

    const exploration& what_;
    reference_run& reference_;
    std::vector<plan_step> plan_;
    const fork_pool* pool_;
    std::size_t next_ = 0;
    std::vector<std::string> passed_;  // points since the last fault
    std::string misfit_;
};

// Runs the plan in this process, and adds what it found.
void replay_here(const exploration& what, reference_run& reference, findings& to);

struct outcome_of_replay {
    report run;
    timeline entries;
    bool has_run = false;  // false: interrupted
};
// Runs each plan in a child process. `wait`, `descriptor`: for fork_pool::call_while_waiting().
std::vector<outcome_of_replay> replay_all(const exploration& what, reference_run& reference,
                                          const std::vector<std::vector<plan_step>>& plans,
                                          const fork_pool::on_wait& wait, int descriptor);

}}}  // namespace setpoint::v0::sim
