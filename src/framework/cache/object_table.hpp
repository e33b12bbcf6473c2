#pragma once
// The objects of one kind in key order.
//
// A sequence of sorted chunks of pointers: 16 bytes per object beside the object itself. Lists and
// namespaces need no sorting, and an insertion moves at most one chunk (a hash table would rehash
// everything in one turn of the loop). A copy shares the chunks until they change; see
// object_chunk.hpp.

#include "framework/cache/object_chunk.hpp"
#include "setpoint/api/kind_info.hpp"

#include <compare>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// A key that refers to strings it does not own.
struct key_view {
    std::string_view ns, name;

    key_view() = default;
    key_view(std::string_view a_namespace, std::string_view a_name) : ns(a_namespace), name(a_name) {}
    key_view(const object_key& k) : ns(k.ns), name(k.name) {}                // NOLINT: reads like a key
    key_view(const basic_meta& m) : ns(m.ns.view()), name(m.name.view()) {}  // NOLINT
    object_key key() const { return {std::string(ns), std::string(name)}; }

    friend bool operator==(const key_view&, const key_view&) = default;
    friend std::strong_ordering operator<=>(const key_view&, const key_view&) = default;
};

struct key_less {
    using is_transparent = void;
    bool operator()(key_view a, key_view b) const noexcept { return a < b; }
};

class object_table {
public:
    static constexpr std::size_t chunk_size = object_chunk::most;

    // A position in the table; any change invalidates it.
    struct position {
        std::size_t chunk = 0, slot = 0;
    };

    explicit object_table(const kind_info& kind) : kind_(&kind) {}

    std::size_t size() const noexcept { return size_; }
    // Returns null if there is none. The pointer is valid until the table changes. Sets `at` to the
    // object's position.
    const object_ptr* find(key_view key, position* at = nullptr) const;
    // Returns the previous object under its key.
    object_ptr put(object_ptr o);
    // The same at the position that find() returned for its key, without searching again.
    object_ptr replace(position at, object_ptr o);
    object_ptr erase(key_view key);
    // Releases n objects, the last ones first.
    void release(std::size_t n);

    // The first object at `key` or, with `after`, after it.
    position lower_bound(key_view key, bool after = false) const;
    // Returns the object and advances `p`; null at the end.
    const object_ptr* next(position& p) const;
    // The chunks that hold the objects of a namespace ("": of all). The first and last may also
    // hold others.
    std::vector<object_chunk> chunks_of(std::string_view ns) const;

private:
    key_view key_of(const object_ptr& o) const { return kind_->meta(o.get()); }
    std::size_t chunk_for(key_view key) const;
    std::size_t slot_for(const object_chunk& c, key_view key) const;

    const kind_info* kind_;
    std::size_t size_ = 0;
    std::vector<object_chunk> chunks_;  // none is empty
};

}}  // namespace setpoint::v0
