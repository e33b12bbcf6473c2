#pragma once
// Slots ordered by due time. Slots with the same due time keep their insertion order.

#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace setpoint { inline namespace v0 {

// A binary heap with a position for each slot, so that any slot can be removed without a search. A removed
// entry leaves immediately: nothing stale accumulates, as it would in a heap with lazy deletion.
class delay_heap {
public:
    using slot = std::uint32_t;  // small numbers: memory is proportional to the largest

    bool empty() const { return nodes_.empty(); }
    std::size_t size() const { return nodes_.size(); }
    // Returns the earliest due time; `never` if empty.
    time_point next_due() const { return nodes_.empty() ? never : nodes_.front().due; }
    // Returns the slot with the earliest due time. Precondition: not empty.
    slot top() const { return nodes_.front().id; }

    // Precondition: `id` is not in the heap. O(log n).
    void insert(slot id, time_point due);
    // Precondition: `id` is in the heap. O(log n).
    void erase(slot id);
    // Counts the slots that are due at `now` or earlier. O(result).
    // Visits only entries that are due and their children.
    std::size_t due_count(time_point now) const { return due_below(0, now); }

private:
    struct node {
        time_point due;
        std::uint64_t sequence;
        slot id;
        bool operator<(const node& o) const { return due != o.due ? due < o.due : sequence < o.sequence; }
    };

    void put(std::size_t at, const node& n);
    void sift_up(std::size_t at, const node& n);
    void sift_down(std::size_t at, const node& n);
    std::size_t due_below(std::size_t at, time_point now) const;

    // In heap order: a node's children are at 2i + 1 and 2i + 2, and due no earlier.
    std::vector<node> nodes_;
    std::vector<std::uint32_t> position_;  // by slot: index in nodes_
    std::uint64_t sequence_ = 0;
};

}}  // namespace setpoint::v0
