#pragma once
// From the plans whose outcome was wrong to findings: one for each outcome, with the simplest plan that shows
// it, replayed.

#include "testkit/sim/replay.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

// What went wrong, apart from what differs between plans with one cause.
std::string symptom(const violation& v);

class outcomes {
public:
    // A plan violated something. `point`: where the first fault is, as an index.
    void add(std::vector<plan_step> plan, std::size_t point, const violation& v);
    std::size_t size() const { return all_.size(); }

    // Looks for simpler plans with the same outcome, replays each twice, and returns the findings in the
    // order of their points. Replays end when `wait` returns false.
    std::vector<finding> findings_of(const exploration& what, reference_run& reference,
                                     const fork_pool::on_wait& wait, int descriptor);

private:
    struct outcome {
        std::vector<plan_step> plan;
        std::size_t point;
        violation wrong;
        std::size_t others = 0, order = 0;
    };
    using replays = std::vector<outcome_of_replay>;
    using replayer_of_plans = std::function<replays(const std::vector<std::vector<plan_step>>&)>;

    static bool is_simpler(const outcome& a, const outcome& b);
    void shrink(const replayer_of_plans& run);
    void merge();

    std::vector<outcome> all_;
    std::size_t added_ = 0;
};

// Simpler plans that may have the same outcome: of two faults each alone, and simpler faults at the same
// point.
std::vector<std::vector<plan_step>> simpler_plans(const std::vector<plan_step>& plan);

}}}  // namespace setpoint::v0::sim
