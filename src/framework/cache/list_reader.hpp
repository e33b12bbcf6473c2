#pragma once
// Reads one page of a list into a part of a view.

#include "framework/cache/list_items.hpp"
#include "framework/cache/namespace_shard.hpp"

namespace setpoint {

// Decodes the bytes straight into the part. Where that once came to an item that could not be read, before
// its name was known, items are taken one by one from then on: as texts, whose metadata can be read on their
// own.
class list_reader {
public:
    // `part` and `pool` outlive it.
    list_reader(namespace_shard& shard, text_pool& pool);
    // Errors: bad_data, too_large; the page cannot be read then.
    result<> write(std::string_view piece);
    result<> finish();
    const json::list_meta& meta() const { return list_.meta(); }  // complete after finish()

private:
    namespace_shard& shard_;
    const bool one_by_one_;
    json::list_decoder list_;
    list_items items_;
    json::decoder item_;
};

}  // namespace setpoint
