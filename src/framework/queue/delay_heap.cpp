#include "setpoint/queue/detail/delay_heap.hpp"

#include <algorithm>
#include <cassert>

namespace setpoint { inline namespace v0 {

void delay_heap::insert(slot id, time_point due) {
    if (id >= position_.size()) position_.resize(std::max<std::size_t>(id + 1U, position_.size() * 2));
    const node n{due, sequence_++, id};
    nodes_.push_back(n);
    sift_up(nodes_.size() - 1, n);
}

void delay_heap::erase(slot id) {
    const std::size_t at = position_[id];
    assert(at < nodes_.size() && nodes_[at].id == id);
    const node last = nodes_.back();
    nodes_.pop_back();
    if (at == nodes_.size()) return;
    if (at > 0 && last < nodes_[(at - 1) / 2]) {
        sift_up(at, last);
    } else {
        sift_down(at, last);
    }
}

void delay_heap::put(std::size_t at, const node& n) {
    nodes_[at] = n;
    position_[n.id] = static_cast<std::uint32_t>(at);
}

void delay_heap::sift_up(std::size_t at, const node& n) {
    while (at > 0) {
        const std::size_t parent = (at - 1) / 2;
        if (!(n < nodes_[parent])) break;
        put(at, nodes_[parent]);
        at = parent;
    }
    put(at, n);
}

void delay_heap::sift_down(std::size_t at, const node& n) {
    for (;;) {
        std::size_t child = 2 * at + 1;
        if (child >= nodes_.size()) break;
        if (child + 1 < nodes_.size() && nodes_[child + 1] < nodes_[child]) ++child;
        if (!(nodes_[child] < n)) break;
        put(at, nodes_[child]);
        at = child;
    }
    put(at, n);
}

// If a node is not due, neither are its children.
std::size_t delay_heap::due_below(std::size_t at, time_point now) const {
    if (at >= nodes_.size() || nodes_[at].due > now) return 0;
    return 1 + due_below(2 * at + 1, now) + due_below(2 * at + 2, now);
}

}}  // namespace setpoint::v0
