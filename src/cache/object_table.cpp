#include "cache/object_table.hpp"

#include <algorithm>

namespace setpoint {

// The last chunk that begins at or before `key`.
std::size_t object_table::chunk_for(key_view key) const {
    const auto at = std::upper_bound(chunks_.begin(), chunks_.end(), key,
                                     [this](key_view k, const chunk& c) { return k < key_of(c.front()); });
    return at == chunks_.begin() ? 0 : static_cast<std::size_t>(at - chunks_.begin()) - 1;
}

object_table::position object_table::lower_bound(key_view key, bool after) const {
    if (chunks_.empty()) return {};
    position p{chunk_for(key), 0};
    const chunk& c = chunks_[p.chunk];
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
    const chunk& c = chunks_[p.chunk];
    const object_ptr* const o = &c[p.slot];
    if (++p.slot == c.size()) p = {p.chunk + 1, 0};
    return o;
}

const object_ptr* object_table::find(key_view key) const {
    position p = lower_bound(key);
    const object_ptr* const o = next(p);
    return o && key_of(*o) == key ? o : nullptr;
}

object_ptr object_table::put(object_ptr o) {
    const key_view key = key_of(o);
    // What a list brings comes in order.
    if (chunks_.empty() || key_of(chunks_.back().back()) < key) {
        if (chunks_.empty() || chunks_.back().size() >= chunk_size) {
            chunks_.emplace_back();
            if (chunks_.size() > 1) chunks_.back().reserve(chunk_size);
        }
        chunks_.back().push_back(std::move(o));
        ++size_;
        return nullptr;
    }
    const std::size_t at_chunk = chunk_for(key);
    chunk& c = chunks_[at_chunk];
    const auto at = std::lower_bound(c.begin(), c.end(), key,
                                     [this](const object_ptr& p, key_view k) { return key_of(p) < k; });
    if (at != c.end() && key_of(*at) == key) {
        std::swap(*at, o);
        return o;
    }
    ++size_;
    if (c.size() < chunk_size) {
        c.insert(at, std::move(o));
        return nullptr;
    }
    const auto slot = static_cast<std::size_t>(at - c.begin());
    constexpr std::size_t half = chunk_size / 2;
    chunk upper;
    upper.reserve(chunk_size);
    upper.assign(std::make_move_iterator(c.begin() + half), std::make_move_iterator(c.end()));
    c.resize(half);
    chunk& target = slot <= half ? c : upper;
    target.insert(target.begin() + static_cast<std::ptrdiff_t>(slot <= half ? slot : slot - half),
                  std::move(o));
    chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(at_chunk) + 1, std::move(upper));
    return nullptr;
}

object_ptr object_table::replace(const object_ptr* held, object_ptr o) {
    std::swap(const_cast<object_ptr&>(*held), o);
    return o;
}

object_ptr object_table::erase(key_view key) {
    if (chunks_.empty()) return nullptr;
    const std::size_t at_chunk = chunk_for(key);
    chunk& c = chunks_[at_chunk];
    const auto at = std::lower_bound(c.begin(), c.end(), key,
                                     [this](const object_ptr& p, key_view k) { return key_of(p) < k; });
    if (at == c.end() || key_of(*at) != key) return nullptr;
    object_ptr gone = std::move(*at);
    c.erase(at);
    --size_;
    // Chunks that ran low are joined, or the room of objects long gone would stay.
    const std::size_t right = at_chunk + 1 < chunks_.size() ? at_chunk + 1 : at_chunk;
    if (right > 0 && chunks_[right - 1].size() + chunks_[right].size() <= chunk_size / 2) {
        chunk &l = chunks_[right - 1], &r = chunks_[right];
        l.insert(l.end(), std::make_move_iterator(r.begin()), std::make_move_iterator(r.end()));
        chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(right));
    } else if (c.empty()) {
        chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(at_chunk));
    }
    return gone;
}

void object_table::release(std::size_t n) {
    while (n > 0 && !chunks_.empty()) {
        chunk& last = chunks_.back();
        const std::size_t freed = std::min(n, last.size());
        last.resize(last.size() - freed);
        size_ -= freed;
        n -= freed;
        if (last.empty()) chunks_.pop_back();
    }
}

}  // namespace setpoint
