#pragma once
// Finds the counterpart of a list entry in another list of the same type: by keys, or by value in a
// set.

#include "framework/json/presence.hpp"
#include "setpoint/json/type_info.hpp"

#include <cstdint>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json {

// Compares scalars by meaning: same type, same value. False for anything else.
bool same_scalar(const type_info& type, const void* a, const void* b);

// Looks up entries of `needles` in `hay`. Lists are mostly in the same order, so each search starts
// after the last match. If they are not and the list is long, an index is built; until then no
// memory is allocated.
class list_match {
public:
    // `keys` of a keyed list; none: entries are scalars. A key that the needle leaves unset matches
    // any server default, unless another needle has that value.
    list_match(const type_info& element, std::span<const std::string_view> keys, const type_info& list,
               const void* needles, const void* hay, bool lenient);

    // Returns the entry of hay for needle i, or null.
    const void* find(std::size_t i);

private:
    bool matches(const void* needle, const void* candidate) const;
    bool fully_keyed(const void* needle) const;
    bool claimed(std::size_t i, const void* candidate) const;
    const void* scan(std::size_t i, const void* needle);
    const void* look_up(std::size_t i, const void* needle);
    bool index_hay();
    // The sort key of the index; returns false if it cannot be indexed.
    bool hash(const void* entry, std::uint64_t& out) const;
    const void* needle_at(std::size_t i) const { return list_.ops.at(needles_, i); }
    const void* hay_at(std::size_t i) const { return list_.ops.at(hay_, i); }

    static constexpr std::size_t max_keys = 4;  // schema::list_map::capacity

    struct indexed {
        std::uint64_t hash;
        std::size_t at;
    };

    const type_info& element_;
    const type_info& list_;
    const void *needles_, *hay_;
    const field_info* keys_[max_keys] = {};
    std::size_t key_count_ = 0;
    bool lenient_, indexable_ = true;
    std::size_t needle_count_, hay_count_;
    std::size_t cursor_ = 0, steps_ = 0;
    std::vector<indexed> index_;
};

}}}  // namespace setpoint::v0::json
