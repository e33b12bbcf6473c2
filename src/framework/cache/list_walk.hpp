#pragma once
// Reads a list bit by bit from snapshots of the parts that it is about: the chunks of their tables, which are
// shared and not copied, and the own writes that lie over them.

#include "framework/cache/query.hpp"

namespace setpoint {

class list_walk final : public view_walk {
public:
    explicit list_walk(query q) : query_(std::move(q)) {}
    // What is there now in `part`, which need not outlive the walk. Parts are added in the order of their
    // namespaces. Errors: invalid when there is no such index.
    result<> add(const namespace_shard& shard);

    bool next(std::size_t n, std::vector<object_ptr>& found) override;

private:
    struct source {
        std::vector<object_chunk> chunks;
        object_table::position at;
        std::vector<std::pair<object_key, overlay::entry>> writes;
        std::size_t next_write = 0;
        index_extractor index;  // empty: none was asked for
        bool chosen = true;     // by the index already
    };
    const object_ptr* held(source& s);
    void visit(source& s, std::vector<object_ptr>& found);
    void keep(const source& s, const object_ptr& o, bool chosen, std::vector<object_ptr>& found) const;
    static bool has_value(const source& s, const object_ptr& o, const std::string& value);

    query query_;
    std::vector<source> sources_;
    std::size_t at_ = 0;
};

}  // namespace setpoint
