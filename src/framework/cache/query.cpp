#include "framework/cache/query.hpp"

#include "framework/cache/field_value.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {
error refusal(const kind_info& kind, std::string_view why) {
    return {errc::invalid, fmt::format("list cached {}: {}", kind.resource().group_resource(), why)};
}
}  // namespace

result<query> query::make(const kind_info& kind, const indexed_list_options& options) {
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
        const string_map* const labels = labels_of(*kind_, o.get());
        if (!labels || !labels_.matches(*labels)) return false;
    }
    for (const auto& r : fields_.requirements()) {
        const auto value = field_value(*kind_->type, o.get(), r.path);
        if (!value || (*value == r.value) != r.equals) return false;
    }
    return true;
}

error query::refuse(std::string_view why) const {
    return refusal(*kind_, why);
}

}}  // namespace setpoint::v0
