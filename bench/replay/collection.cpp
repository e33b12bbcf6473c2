#include "collection.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace replay {

object_ptr collection::find(std::string_view name) const {
    const auto at = objects_.find(name);
    return at == objects_.end() ? nullptr : at->second;
}

void collection::put(std::string_view name, object_ptr object, std::uint64_t version, bool tell) {
    const auto [at, is_new] = objects_.insert_or_assign(std::string(name), object);
    if (tell) log({is_new ? "ADDED" : "MODIFIED", std::move(object), version});
}

void collection::remove(std::string_view name, object_ptr last, std::uint64_t version) {
    const auto at = objects_.find(name);
    if (at == objects_.end()) return;
    objects_.erase(at);
    log({"DELETED", std::move(last), version});
}

void collection::log(change c) {
    history_.push_back(std::move(c));
    if (history_.size() > max_history) {
        oldest_version_ = history_.front().version;
        history_.pop_front();
        ++first_;
    }
    changed.notify();
}

bool collection::seek(std::uint64_t version, std::uint64_t& position) const {
    if (version < oldest_version_) return false;
    const auto after = std::upper_bound(history_.begin(), history_.end(), version,
                                        [](std::uint64_t v, const change& c) { return v < c.version; });
    position = first_ + static_cast<std::uint64_t>(after - history_.begin());
    return true;
}

const change* collection::at(std::uint64_t position) const {
    if (position < first_ || position - first_ >= history_.size()) return nullptr;
    return &history_[position - first_];
}

void collection::expire(std::uint64_t version) {
    first_ += history_.size();
    history_.clear();
    oldest_version_ = version;
    ++expiries_;
    changed.notify();
}

}}}  // namespace setpoint::v0::replay
