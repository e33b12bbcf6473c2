#pragma once
// Reads one page of a list into a shard.

#include "framework/cache/list_items.hpp"
#include "framework/cache/namespace_shard.hpp"

namespace setpoint { inline namespace v0 {

// Decodes the bytes straight into the shard. Once an item could not be decoded before its name was
// read, items are read one by one: as texts, whose metadata can be read separately.
class list_reader {
public:
    // `shard` and `pool` must outlive the reader.
    list_reader(namespace_shard& shard, string_pool& pool);
    // Errors: bad_data, too_large; the rest of the page cannot be read.
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

}}  // namespace setpoint::v0
