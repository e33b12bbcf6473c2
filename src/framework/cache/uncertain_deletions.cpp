#include "framework/cache/uncertain_deletions.hpp"

#include "framework/cache/field_value.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

void uncertain_deletions::add(std::string ns, selector labels, time_point now) {
    deletions_.push_back({std::move(ns), std::move(labels), now, {}});
}

bool uncertain_deletions::affects(const object_ptr& held) const {
    if (deletions_.empty()) return false;
    const key_view key = kind_->meta(held.get());
    return std::any_of(deletions_.begin(), deletions_.end(), [&](const deletion& d) {
        if (d.ns != key.ns || d.resolved.contains(key)) return false;
        if (d.labels.empty()) return true;
        // An object whose type does not describe labels is assumed to match.
        const string_map* const labels = labels_of(*kind_, held.get());
        return !labels || d.labels.matches(*labels);
    });
}

std::vector<std::string> uncertain_deletions::namespaces(std::string_view ns) const {
    std::vector<std::string> all;
    for (const deletion& d : deletions_)
        if ((ns.empty() || d.ns == ns) && std::find(all.begin(), all.end(), d.ns) == all.end())
            all.push_back(d.ns);
    return all;
}

void uncertain_deletions::resolve(key_view key) {
    for (deletion& d : deletions_)
        if (d.ns == key.ns) d.resolved.insert(key.key());
}

void uncertain_deletions::resolve_all(std::string_view ns, time_point asked) {
    std::erase_if(deletions_, [&](const deletion& d) { return d.ns == ns && d.made <= asked; });
}

void uncertain_deletions::expire(time_point now, duration limit) {
    std::erase_if(deletions_, [&](const deletion& d) { return now - d.made >= limit; });
}

}}  // namespace setpoint::v0
