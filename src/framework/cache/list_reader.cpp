#include "framework/cache/list_reader.hpp"

namespace setpoint { inline namespace v0 {

list_reader::list_reader(namespace_shard& shard, string_pool& pool)
    : shard_(shard),
      one_by_one_(shard.one_by_one()),
      list_(*shard.kind().type, shard, json::decode_options{.pool = &pool}),
      item_({.pool = &pool}) {}

result<> list_reader::write(std::string_view piece) {
    if (!one_by_one_) return list_.write(piece);
    items_.feed(piece);
    for (;;) {
        const auto item = items_.next();
        if (!item) return item.error();
        if (item->empty()) return {};
        if (const auto ok = shard_.take_item(item_, *item); !ok) return ok;
    }
}

result<> list_reader::finish() {
    if (one_by_one_)
        if (const auto ok = list_.write(items_.envelope()); !ok) return ok;
    return list_.finish();
}

}}  // namespace setpoint::v0
