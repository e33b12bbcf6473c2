#pragma once
// A map of limited size that evicts the least recently used entry.

#include <cstddef>
#include <functional>
#include <list>
#include <unordered_map>
#include <utility>

namespace setpoint { inline namespace v0 {

// References to values stay valid until the value is erased or evicted.
template <class Key, class Value, class Hash = std::hash<Key>>
class lru_map {
public:
    explicit lru_map(std::size_t capacity) : capacity_(capacity) {}

    // Returns null if there is none. Makes the entry the most recently used.
    Value* find(const Key& key) {
        const auto at = index_.find(std::cref(key));
        if (at == index_.end()) return nullptr;
        entries_.splice(entries_.end(), entries_, at->second);
        return &at->second->second;
    }
    // `key` must not be in the map. Evicts the least recently used entry if the map is full.
    Value& insert(const Key& key, Value value) {
        if (index_.size() >= capacity_) erase(entries_.front().first);
        entries_.emplace_back(key, std::move(value));
        index_.emplace(std::cref(entries_.back().first), std::prev(entries_.end()));
        return entries_.back().second;
    }
    // `key` may refer to the entry's own key.
    void erase(const Key& key) {
        const auto at = index_.find(std::cref(key));
        if (at == index_.end()) return;
        const auto entry = at->second;
        index_.erase(at);
        entries_.erase(entry);
    }
    // The least recently used entry, or null.
    std::pair<const Key, Value>* oldest() { return entries_.empty() ? nullptr : &entries_.front(); }
    std::size_t size() const { return index_.size(); }

private:
    using entry_list = std::list<std::pair<const Key, Value>>;
    using key_ref = std::reference_wrapper<const Key>;  // into entries_, so that a key is stored once
    struct same {
        bool operator()(const key_ref& a, const key_ref& b) const { return a.get() == b.get(); }
    };
    std::size_t capacity_;
    entry_list entries_;  // least recently used first
    std::unordered_map<key_ref, typename entry_list::iterator, Hash, same> index_;
};

}}  // namespace setpoint::v0
