#include "framework/cache/list_walk.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

result<> list_walk::add(const namespace_shard& shard) {
    const indexed_list_options& options = query_.options();
    const object_table* table = &shard.objects().objects();
    source s;
    if (!options.index.empty()) {
        const object_index* const index = shard.objects().find_index(options.index);
        if (!index) return query_.refuse("there is no index named \"" + options.index + "\"");
        s.index = index->extractor();
        // While the index is being built, every object is visited.
        s.chosen = index->complete();
        if (s.chosen) table = index->find(options.index_value);
    }
    if (table) {
        const key_view first(options.ns, {});
        s.chunks = table->chunks_of(options.ns);
        if (!options.ns.empty() && !s.chunks.empty()) {
            const object_chunk& c = s.chunks.front();
            const auto begin =
                std::lower_bound(c.begin(), c.end(), first, [this](const object_ptr& o, const key_view& k) {
                    return key_view(query_.kind().meta(o.get())) < k;
                });
            s.at.slot = static_cast<std::size_t>(begin - c.begin());
            if (s.at.slot == c.size()) s.at = {1, 0};
        }
    }
    shard.writes().visit({options.ns, {}}, [&](const object_key& key, const overlay::entry& e) {
        if (!options.ns.empty() && key.ns != options.ns) return false;
        s.writes.emplace_back(key, e);
        return true;
    });
    sources_.push_back(std::move(s));
    return {};
}

// Returns the table's object at this position; null after the last one that was requested.
const object_ptr* list_walk::held(source& s) {
    if (s.at.chunk >= s.chunks.size()) return nullptr;
    const object_ptr& o = s.chunks[s.at.chunk][s.at.slot];
    const std::string& ns = query_.options().ns;
    if (ns.empty() || query_.kind().meta(o.get()).ns == ns) return &o;
    s.chunks.clear();
    return nullptr;
}

bool list_walk::has_value(const source& s, const object_ptr& o, const std::string& value) {
    std::vector<std::string> values;
    s.index(o.get(), values);
    return std::find(values.begin(), values.end(), value) != values.end();
}

bool list_walk::selects(const source& s, const object_ptr& o, bool chosen) const {
    if (!o || (s.index && !chosen && !has_value(s, o, query_.options().index_value))) return false;
    return query_.matches(o);
}

// Visits one key: of the table, of the own writes, or of both.
void list_walk::visit(source& s, std::vector<object_ptr>& found) {
    const object_ptr* const o = held(s);
    const bool write = s.next_write < s.writes.size();
    const auto order = !write ? std::strong_ordering::less
                       : !o   ? std::strong_ordering::greater
                              : key_view(query_.kind().meta(o->get())) <=> s.writes[s.next_write].first;
    if (order > 0) {
        const object_ptr& shown = s.writes[s.next_write++].second.object;
        if (!selects(s, shown, false)) return;
        found.push_back(shown);
        changed_ = true;
        return;
    }
    if (order < 0) {
        if (selects(s, *o, s.chosen)) found.push_back(*o);
    } else {
        const object_ptr shown = overlay::apply(query_.kind(), s.writes[s.next_write++].second, *o);
        const bool is_same = shown == *o, kept = selects(s, shown, s.chosen && is_same);
        if (kept) found.push_back(shown);
        if (!is_same && (kept || selects(s, *o, s.chosen))) changed_ = true;
    }
    if (++s.at.slot < s.chunks[s.at.chunk].size()) return;
    // Objects that only this walk holds are freed with their chunk rather than all at the end.
    s.chunks[s.at.chunk] = object_chunk();
    s.at = {s.at.chunk + 1, 0};
}

bool list_walk::next(std::size_t n, std::vector<object_ptr>& found) {
    for (;;) {
        while (at_ < sources_.size() && !held(sources_[at_]) &&
               sources_[at_].next_write == sources_[at_].writes.size())
            ++at_;
        if (at_ == sources_.size()) return false;
        if (n-- == 0) return true;
        visit(sources_[at_], found);
    }
}

}}  // namespace setpoint::v0
