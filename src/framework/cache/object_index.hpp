#pragma once
// A secondary index beside a table: value -> objects.

#include "framework/cache/object_table.hpp"
#include "setpoint/cache/cached_collection.hpp"

#include <map>
#include <string>

namespace setpoint { inline namespace v0 {

class object_index {
public:
    // `values` must be deterministic: an object's entries are found by calling it again.
    object_index(const kind_info& kind, std::string name, index_extractor values)
        : kind_(&kind), name_(std::move(name)), values_(std::move(values)) {}

    const std::string& name() const noexcept { return name_; }
    const index_extractor& extractor() const noexcept { return values_; }

    // An index that is added to a non-empty table is built in slices. Until it is complete it
    // covers the keys up to `reached`.
    bool complete() const noexcept { return complete_; }
    void set_complete() noexcept { complete_ = true; }
    void begin_at(object_key reached) {
        complete_ = false;
        reached_ = std::move(reached);
    }
    bool covers(key_view key) const { return complete_ || !(key_view(reached_) < key); }
    const object_key& reached() const noexcept { return reached_; }

    // Either may be null: insertion, removal, replacement. Both have the same key.
    void update(const object_ptr& before, const object_ptr& after);
    // Returns null if there are none.
    const object_table* find(std::string_view value) const;
    // Releases n objects.
    void release(std::size_t n);
    bool empty() const noexcept { return entries_.empty(); }

private:
    const kind_info* kind_;
    std::string name_;
    index_extractor values_;
    bool complete_ = true;
    object_key reached_;
    std::map<std::string, object_table, std::less<>> entries_;
    std::vector<std::string> old_, new_;
};

}}  // namespace setpoint::v0
