#pragma once
// Reads a list in steps from snapshots of its shards: the chunks of their tables, which are shared
// rather than copied, and the own writes that overlay them.

#include "framework/cache/query.hpp"

namespace setpoint { inline namespace v0 {

class list_walk final : public collection_walk {
public:
    explicit list_walk(query q) : query_(std::move(q)) {}
    // Takes a snapshot of `shard`, which need not outlive the walk. Shards must be added in
    // namespace order. Errors: invalid if the index does not exist.
    result<> add(const namespace_shard& shard);

    bool next(std::size_t n, std::vector<object_ptr>& found) override;
    bool changed() const override { return changed_; }

private:
    struct source {
        std::vector<object_chunk> chunks;
        object_table::position at;
        std::vector<std::pair<object_key, overlay::entry>> writes;
        std::size_t next_write = 0;
        index_extractor index;  // empty: no index was requested
        bool chosen = true;     // already selected by the index
    };
    const object_ptr* held(source& s);
    void visit(source& s, std::vector<object_ptr>& found);
    // `chosen`: the index has selected it already.
    bool selects(const source& s, const object_ptr& o, bool chosen) const;
    static bool has_value(const source& s, const object_ptr& o, const std::string& value);

    query query_;
    std::vector<source> sources_;
    std::size_t at_ = 0;
    bool changed_ = false;
};

}}  // namespace setpoint::v0
