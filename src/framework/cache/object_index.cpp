#include "framework/cache/object_index.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

void object_index::update(const object_ptr& before, const object_ptr& after) {
    old_.clear();
    new_.clear();
    if (before) values_(before.get(), old_);
    if (after) values_(after.get(), new_);
    for (const std::string& v : old_) {
        if (std::find(new_.begin(), new_.end(), v) != new_.end()) continue;
        const auto at = entries_.find(v);
        if (at == entries_.end()) continue;
        at->second.erase(kind_->meta(before.get()));
        if (at->second.size() == 0) entries_.erase(at);
    }
    for (const std::string& v : new_) entries_.try_emplace(v, *kind_).first->second.put(after);
}

const object_table* object_index::find(std::string_view value) const {
    const auto at = entries_.find(value);
    return at == entries_.end() ? nullptr : &at->second;
}

void object_index::release(std::size_t n) {
    while (n > 0 && !entries_.empty()) {
        object_table& last = std::prev(entries_.end())->second;
        const std::size_t had = last.size();
        last.release(n);
        n -= std::min(n, had - last.size());
        if (last.size() == 0) entries_.erase(std::prev(entries_.end()));
    }
}

}}  // namespace setpoint::v0
