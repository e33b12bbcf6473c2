#pragma once

#include "setpoint/cel/value.hpp"

#include <cstddef>
#include <span>

namespace setpoint { inline namespace v0 { namespace cel {

// The elements of a list that an evaluation makes; `capacity` only while a comprehension adds to it.
struct native_list {
    value* items = nullptr;
    std::size_t size = 0;
    std::size_t capacity = 0;
};

// The entries of a map that an evaluation makes, in the order of insertion, found through a table of hashes.
struct native_map {
    value* keys = nullptr;
    value* values = nullptr;
    std::size_t size = 0;
    std::size_t capacity = 0;
    std::uint32_t* table = nullptr;  // index + 1 of entries, by hash; at most half full
    std::size_t table_size = 0;
};

// Entries of a native_map as the fields of an object.
class native_object_access final : public map_access {
public:
    explicit native_object_access(const cel::type& of) : of_(of) {}
    [[nodiscard]] std::size_t size(const void* data) const override;
    [[nodiscard]] std::optional<value> find(const void* data, const value& key, arena& memory) const override;
    [[nodiscard]] value key_at(const void* data, std::size_t index, arena& memory) const override;
    [[nodiscard]] value value_at(const void* data, std::size_t index, arena& memory) const override;
    [[nodiscard]] const cel::type& type() const override { return of_; }

private:
    const cel::type& of_;
};

// Lists and maps that a comprehension is still adding to.
[[nodiscard]] value make_growing_list(arena& memory);
[[nodiscard]] value make_growing_map(arena& memory);
[[nodiscard]] bool is_growing(const value& tested);
void append(const value& growing, const value& item, arena& memory);
// Puts an entry; false and no change if the key exists and `replace` is false.
bool insert(native_map& into, const value& key, const value& content, bool replace, arena& memory);
void erase(native_map& from, const value& key, arena& memory);
[[nodiscard]] native_map& entries_of(const value& growing);
// The finished list or map of one that was growing.
[[nodiscard]] value settled(const value& growing);
// `left` + `right` without a copy of long lists.
[[nodiscard]] value concatenate(const value& left, const value& right, arena& memory);

}}}  // namespace setpoint::v0::cel
