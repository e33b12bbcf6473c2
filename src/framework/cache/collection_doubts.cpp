#include "framework/cache/collection_doubts.hpp"

#include "framework/cache/field_value.hpp"

#include <algorithm>

namespace setpoint {

void collection_doubts::add(std::string ns, selector labels, time_point now) {
    doubts_.push_back({std::move(ns), std::move(labels), now, {}});
}

bool collection_doubts::concerns(const object_ptr& held) const {
    if (doubts_.empty()) return false;
    const key_view key = kind_->meta(held.get());
    return std::any_of(doubts_.begin(), doubts_.end(), [&](const doubt& d) {
        if (d.ns != key.ns || d.known.contains(key)) return false;
        if (d.labels.empty()) return true;
        // What the type does not describe is taken to match.
        const text_map* const labels = labels_of(*kind_, held.get());
        return !labels || d.labels.matches(*labels);
    });
}

std::vector<std::string> collection_doubts::namespaces(std::string_view ns) const {
    std::vector<std::string> all;
    for (const doubt& d : doubts_)
        if ((ns.empty() || d.ns == ns) && std::find(all.begin(), all.end(), d.ns) == all.end())
            all.push_back(d.ns);
    return all;
}

void collection_doubts::known(key_view key) {
    for (doubt& d : doubts_)
        if (d.ns == key.ns) d.known.insert(key.key());
}

void collection_doubts::all_known(std::string_view ns, time_point asked) {
    std::erase_if(doubts_, [&](const doubt& d) { return d.ns == ns && d.made <= asked; });
}

void collection_doubts::expire(time_point now, duration limit) {
    std::erase_if(doubts_, [&](const doubt& d) { return now - d.made >= limit; });
}

}  // namespace setpoint
