#include "cache/query.hpp"

#include "cache/field_value.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint {

namespace {
error refusal(const kind_info& kind, std::string_view why) {
    return {errc::invalid, fmt::format("list cached {}: {}", kind.resource().group_resource(), why)};
}
}  // namespace

result<query> query::make(const kind_info& kind, const list_options& options) {
    query q(kind, options);
    const std::shared_ptr<void> blank = kind.make();
    if (!options.label_selector.empty()) {
        auto labels = selector::parse(options.label_selector);
        if (!labels) return refusal(kind, labels.error().message);
        if (!labels_of(kind, blank.get())) return refusal(kind, "the type does not describe metadata.labels");
        q.labels_ = std::move(*labels);
    }
    if (!options.field_selector.empty()) {
        auto fields = field_selector::parse(options.field_selector);
        if (!fields) return refusal(kind, fields.error().message);
        for (const auto& r : fields->requirements()) {
            if (!field_value(*kind.type, blank.get(), r.path))
                return refusal(kind, fmt::format("the type describes no scalar at {}", r.path));
        }
        q.fields_ = std::move(*fields);
    }
    return q;
}

bool query::matches(const object_ptr& o) const {
    if (!labels_.empty()) {
        const text_map* const labels = labels_of(*kind_, o.get());
        if (!labels || !labels_.matches(*labels)) return false;
    }
    for (const auto& r : fields_.requirements()) {
        const auto value = field_value(*kind_->type, o.get(), r.path);
        if (!value || (*value == r.value) != r.equals) return false;
    }
    return true;
}

bool query::in_index(const object_index& i, const object_ptr& o) const {
    std::vector<std::string> values;
    i.extractor()(o.get(), values);
    return std::find(values.begin(), values.end(), options_.index_value) != values.end();
}

result<> query::run(const view_part& part, std::vector<object_ptr>& out) const {
    const object_index* index = nullptr;
    const object_table* base = &part.objects().objects();
    if (!options_.index.empty()) {
        index = part.objects().find_index(options_.index);
        if (!index) return refusal(*kind_, fmt::format("there is no index named \"{}\"", options_.index));
    }
    // While an index is being built everything is looked at.
    const bool ready = index && index->complete();
    if (ready) base = index->find(options_.index_value);

    const overlay& writes = part.writes();
    const bool plain = writes.empty();
    const std::size_t begin = out.size();
    object_table::position p = base ? base->lower_bound({options_.ns, {}}) : object_table::position();
    while (const object_ptr* const next = base ? base->next(p) : nullptr) {
        const key_view key = kind_->meta(next->get());
        if (!options_.ns.empty() && key.ns != options_.ns) break;
        const object_ptr o = plain ? *next : writes.resolve(key, *next);
        if (!o || (index && (!ready || o != *next) && !in_index(*index, o)) || !matches(o)) continue;
        out.push_back(o);
    }
    if (plain) return {};
    // What was written and is not in what was looked at.
    std::vector<object_ptr> laid_over;
    writes.visit({options_.ns, {}}, [&](key_view key, const overlay::entry& e) {
        if (!options_.ns.empty() && key.ns != options_.ns) return false;
        if (e.object && !(base && base->find(key)) && (!index || in_index(*index, e.object)) &&
            matches(e.object))
            laid_over.push_back(e.object);
        return true;
    });
    if (laid_over.empty()) return {};
    std::vector<object_ptr> held(std::make_move_iterator(out.begin() + static_cast<std::ptrdiff_t>(begin)),
                                 std::make_move_iterator(out.end()));
    out.resize(begin);
    std::merge(held.begin(), held.end(), laid_over.begin(), laid_over.end(), std::back_inserter(out),
               [this](const object_ptr& a, const object_ptr& b) {
                   return key_view(kind_->meta(a.get())) < key_view(kind_->meta(b.get()));
               });
    return {};
}

}  // namespace setpoint
