#include "apiserver/store/journal.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

result<> restore(const journal& from, versioned_store& to) {
    const auto bounds = from.read_bounds();
    if (!bounds) return bounds.error();
    const auto read = from.read([&](journal_row&& row) -> result<> {
        return to.restore(row.collection, {row.key, row.revision, std::move(row.json), row.rewrite},
                          row.deleted, row.at);
    });
    if (!read) return read;
    for (const auto& [name, revision] : bounds->compacted) to.restore_compacted(name, revision);
    to.restore_bounds(bounds->newest, bounds->oldest);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
