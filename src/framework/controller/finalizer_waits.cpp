#include "framework/controller/finalizer_waits.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

std::string finalizer_waits::counted_name(std::string_view finalizer) const {
    if (by_name_.contains(finalizer)) return std::string(finalizer);
    const auto in_use = std::ranges::count_if(by_name_, [](const auto& n) { return !n.second.empty(); });
    const bool has_room = by_name_.size() < max_names && static_cast<std::size_t>(in_use) < max_finalizers;
    return std::string(has_room ? finalizer : other_finalizers);
}

void finalizer_waits::erase(objects::iterator at) {
    for (const std::string& name : at->second.names) {
        auto& since = by_name_[name];
        since.erase(since.find(at->second.since));
    }
    objects_.erase(at);
}

void finalizer_waits::seen(const basic_meta& object, const object_meta* state) {
    const bool waits = state && state->deletion_timestamp && !state->finalizers.empty();
    if (!waits && objects_.empty()) return;
    const auto before = objects_.find(key_view(object));
    if (before != objects_.end()) erase(before);
    if (!waits) return;
    entry now;
    now.since = wall_time(state->deletion_timestamp->value());
    for (const interned_string& f : state->finalizers) {
        std::string name = counted_name(f.view());
        if (std::ranges::find(now.names, name) != now.names.end()) continue;
        by_name_[name].insert(now.since);
        now.names.push_back(std::move(name));
    }
    objects_.emplace(key_of(object), std::move(now));
}

void finalizer_waits::clear() {
    objects_.clear();
    for (auto& [name, since] : by_name_) since.clear();
}

}}  // namespace setpoint::v0
