#include "apiserver/admission/default_class.hpp"

#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::optional<std::string> newest_default(const object_lookup& cluster, std::string_view storage,
                                          std::initializer_list<std::string_view> annotations) {
    std::optional<std::string> found;
    std::string created;
    // Sorted by name; times are RFC 3339 in whole seconds and compare as texts.
    for (const record_ptr& o : cluster.list(storage, "")) {
        // Cheaper than to parse each.
        const auto is_named = [&o](std::string_view a) { return o->json.find(a) != std::string::npos; };
        if (std::ranges::none_of(annotations, is_named)) continue;
        const bj::object one = o->parse();
        const bj::object& meta = object_of(one, "metadata");
        const bj::object& set = object_of(meta, "annotations");
        if (std::ranges::none_of(annotations,
                                 [&set](std::string_view a) { return text_at(set, a) == "true"; }))
            continue;
        const std::string at(text_at(meta, "creationTimestamp"));
        if (found && at <= created) continue;
        found = std::string(text_at(meta, "name"));
        created = at;
    }
    return found;
}

}}}  // namespace setpoint::v0::apiserver
