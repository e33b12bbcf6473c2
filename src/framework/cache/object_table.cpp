#include "framework/cache/object_table.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

// Returns the last chunk that begins at or before `key`.
std::size_t object_table::chunk_for(key_view key) const {
    const auto at =
        std::upper_bound(chunks_.begin(), chunks_.end(), key,
                         [this](key_view k, const object_chunk& c) { return k < key_of(c.front()); });
    return at == chunks_.begin() ? 0 : static_cast<std::size_t>(at - chunks_.begin()) - 1;
}

// Returns the first slot of the chunk that is not before `key`.
std::size_t object_table::slot_for(const object_chunk& c, key_view key) const {
    const auto at = std::lower_bound(c.begin(), c.end(), key,
                                     [this](const object_ptr& p, key_view k) { return key_of(p) < k; });
    return static_cast<std::size_t>(at - c.begin());
}

object_table::position object_table::lower_bound(key_view key, bool after) const {
    if (chunks_.empty()) return {};
    position p{chunk_for(key), 0};
    const object_chunk& c = chunks_[p.chunk];
    const auto at = after
                        ? std::upper_bound(c.begin(), c.end(), key,
                                           [this](key_view k, const object_ptr& o) { return k < key_of(o); })
                        : std::lower_bound(c.begin(), c.end(), key,
                                           [this](const object_ptr& o, key_view k) { return key_of(o) < k; });
    p.slot = static_cast<std::size_t>(at - c.begin());
    if (p.slot == c.size()) p = {p.chunk + 1, 0};
    return p;
}

const object_ptr* object_table::next(position& p) const {
    if (p.chunk >= chunks_.size()) return nullptr;
    const object_chunk& c = chunks_[p.chunk];
    const object_ptr* const o = &c[p.slot];
    if (++p.slot == c.size()) p = {p.chunk + 1, 0};
    return o;
}

const object_ptr* object_table::find(key_view key, position* at) const {
    position p = lower_bound(key);
    if (at) *at = p;
    const object_ptr* const o = next(p);
    return o && key_of(*o) == key ? o : nullptr;
}

std::vector<object_chunk> object_table::chunks_of(std::string_view ns) const {
    if (ns.empty()) return chunks_;
    const auto begin = chunks_.begin() + static_cast<std::ptrdiff_t>(chunk_for({ns, {}}));
    const auto end = std::partition_point(
        begin, chunks_.end(), [this, ns](const object_chunk& c) { return key_of(c.front()).ns <= ns; });
    return {begin, end};
}

object_ptr object_table::put(object_ptr o) {
    const key_view key = key_of(o);
    // Lists arrive in key order.
    if (chunks_.empty() || key_of(chunks_.back().back()) < key) {
        // Small tables, of which an index has many, use little memory.
        if (chunks_.empty())
            chunks_.emplace_back(1);
        else if (chunks_.back().size() >= chunk_size)
            chunks_.emplace_back(chunk_size);
        chunks_.back().insert(chunks_.back().size(), std::move(o));
        ++size_;
        return nullptr;
    }
    const std::size_t at_chunk = chunk_for(key);
    object_chunk& c = chunks_[at_chunk];
    const std::size_t slot = slot_for(c, key);
    if (slot < c.size() && key_of(c[slot]) == key) return c.replace(slot, std::move(o));
    ++size_;
    if (c.size() < chunk_size) {
        c.insert(slot, std::move(o));
        return nullptr;
    }
    constexpr std::size_t half = chunk_size / 2;
    object_chunk upper = c.split(half);
    if (slot <= half)
        c.insert(slot, std::move(o));
    else
        upper.insert(slot - half, std::move(o));
    chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(at_chunk) + 1, std::move(upper));
    return nullptr;
}

object_ptr object_table::replace(position at, object_ptr o) {
    return chunks_[at.chunk].replace(at.slot, std::move(o));
}

object_ptr object_table::erase(key_view key) {
    if (chunks_.empty()) return nullptr;
    const std::size_t at_chunk = chunk_for(key);
    object_chunk& c = chunks_[at_chunk];
    const std::size_t slot = slot_for(c, key);
    if (slot == c.size() || key_of(c[slot]) != key) return nullptr;
    object_ptr gone = c.take(slot);
    --size_;
    // Sparse chunks are merged; otherwise they would keep the memory of deleted objects.
    const std::size_t right = at_chunk + 1 < chunks_.size() ? at_chunk + 1 : at_chunk;
    if (right > 0 && chunks_[right - 1].size() + chunks_[right].size() <= chunk_size / 2) {
        chunks_[right - 1].append(chunks_[right]);
        chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(right));
    } else if (c.size() == 0) {
        chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(at_chunk));
    }
    return gone;
}

void object_table::release(std::size_t n) {
    while (n > 0 && !chunks_.empty()) {
        object_chunk& last = chunks_.back();
        // Releasing a shared chunk frees no objects.
        const std::size_t freed = last.shared() ? last.size() : std::min(n, last.size());
        size_ -= freed;
        n -= std::min(n, freed);
        if (freed == last.size())
            chunks_.pop_back();
        else
            last.truncate(last.size() - freed);
    }
}

}}  // namespace setpoint::v0
