#pragma once
// States at rest from which a plan has come to a right end: another plan that reaches one ends there.

#include <cstdint>
#include <unordered_set>
#include <vector>

namespace setpoint::inline v0::sim {

class visited_states {
public:
    // `keys`: of world::state_key(), of a plan whose outcome was right.
    void add(const std::vector<std::uint64_t>& keys) { known_.insert(keys.begin(), keys.end()); }
    bool contains(std::uint64_t key) const { return known_.contains(key); }

private:
    std::unordered_set<std::uint64_t> known_;
};

}  // namespace setpoint::inline v0::sim
