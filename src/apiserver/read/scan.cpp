#include "apiserver/read/scan.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Returns false if there is more than one call may process.
bool collection_scan::catch_up() {
    for (std::size_t n = 0; n < batch; ++n) {
        const change* const c = from_.next(seen_);
        if (!c) return true;
        seen_ = c->revision;
        const object_key& key = c->now->key;
        const bool passed = after_ && !(*after_ < key);
        // The first change of a key holds the state before all of them.
        if (!passed && (ns_.empty() || key.ns == ns_)) before_.try_emplace(key, c->before);
    }
    return !from_.next(seen_);
}

collection_scan::state collection_scan::next(std::vector<record_ptr>& to) {
    if (from_.compacted() > seen_) return state::lost;
    if (!catch_up()) return state::more;
    const std::vector<record_ptr> now = from_.part(ns_, after_, batch);
    auto was = before_.begin();
    auto is = now.begin();
    for (std::size_t n = 0; n < batch; ++n) {
        if (is == now.end() && (now.size() == batch || was == before_.end())) break;
        const bool old = was != before_.end() && (is == now.end() || was->first <= (*is)->key);
        if (old) {
            if (is != now.end() && was->first == (*is)->key) ++is;
            after_ = was->first;
            if (was->second) to.push_back(std::move(was->second));
            was = before_.erase(was);
        } else {
            after_ = (*is)->key;
            to.push_back(*is++);
        }
    }
    return is == now.end() && now.size() < batch && before_.empty() ? state::ended : state::more;
}

}}}  // namespace setpoint::v0::apiserver
