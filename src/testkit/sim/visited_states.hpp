#pragma once
// States at rest from which plans have come to an end: another plan that reaches one ends there, with the
// same outcome.

#include "testkit/sim/report.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

class visited_states {
public:
    // Plans with the same wrong outcome that play to their ends; each takes minutes of cluster time.
    static constexpr std::size_t played_to_the_end = 10;

    // `one` has world::state_key() of each state.
    void add(const report& one) {
        if (one.violations.empty()) right_.insert(one.states.begin(), one.states.end());
        if (one.violations.empty()) return;
        for (const std::uint64_t key : one.states) {
            wrong_end& w = wrong_[key];
            if (w.plans == 0) w.violations = one.violations;
            w.plans += is_same(w.violations, one.violations) ? 1 : 0;
        }
    }
    bool contains(std::uint64_t key) const { return right_.contains(key); }
    // What is wrong at the end of this state if enough plans have shown it; null otherwise.
    const std::vector<violation>* wrong_from(std::uint64_t key) const {
        const auto at = wrong_.find(key);
        const bool is_known = at != wrong_.end() && at->second.plans >= played_to_the_end;
        return is_known && !right_.contains(key) ? &at->second.violations : nullptr;
    }

private:
    struct wrong_end {
        std::vector<violation> violations{};
        std::size_t plans = 0;
    };
    static bool is_same(const std::vector<violation>& a, const std::vector<violation>& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const violation& x, const violation& y) {
            return x.oracle == y.oracle && x.detail == y.detail;
        });
    }

    std::unordered_set<std::uint64_t> right_;
    std::unordered_map<std::uint64_t, wrong_end> wrong_;
};

}}}  // namespace setpoint::v0::sim
