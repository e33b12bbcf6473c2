#pragma once
// A map of bounded size that forgets what was used longest ago.

#include <cstddef>
#include <list>
#include <map>
#include <utility>

namespace setpoint {

// Key is ordered. References to values stay valid until the value is erased or forgotten.
template <class Key, class Value>
class lru_map {
public:
    explicit lru_map(std::size_t capacity) : capacity_(capacity) {}

    // Null when there is none. Makes it the most recently used.
    Value* find(const Key& key) {
        const auto at = index_.find(key);
        if (at == index_.end()) return nullptr;
        entries_.splice(entries_.end(), entries_, at->second);
        return &at->second->second;
    }
    // `key` must not be there. Forgets the least recently used value when the map is full.
    Value& insert(const Key& key, Value value) {
        if (index_.size() >= capacity_) erase(Key(entries_.front().first));
        entries_.emplace_back(key, std::move(value));
        index_.emplace(key, std::prev(entries_.end()));
        return entries_.back().second;
    }
    void erase(const Key& key) {
        const auto at = index_.find(key);
        if (at == index_.end()) return;
        entries_.erase(at->second);
        index_.erase(at);
    }
    // The least recently used entry, or null.
    std::pair<const Key, Value>* oldest() { return entries_.empty() ? nullptr : &entries_.front(); }
    std::size_t size() const { return index_.size(); }

private:
    using entry_list = std::list<std::pair<const Key, Value>>;
    std::size_t capacity_;
    entry_list entries_;  // least recently used first
    std::map<Key, typename entry_list::iterator> index_;
};

}  // namespace setpoint
