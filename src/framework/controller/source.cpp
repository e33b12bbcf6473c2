#include "setpoint/controller/source.hpp"

#include "framework/controller/kept_child.hpp"
#include "setpoint/api/meta.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

std::string_view group_of(std::string_view api_version) {
    const auto slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

}  // namespace

key_mapper map_self(const kind_info& kind) {
    return [&kind](const void* object, std::vector<object_key>& keys) {
        keys.push_back(key_of(kind.meta(object)));
    };
}

key_mapper map_owner(const kind_info& kind, const kind_info& owner, bool every_owner) {
    return [&kind, &owner, every_owner, kept_for = kept_for_annotation(owner.gvk.group)](
               const void* object, std::vector<object_key>& keys) {
        const object_meta* meta = kind.full_meta(object);
        const bool in_namespace = owner.scope == scope::namespaced;
        if (!meta) return;
        // A namespaced owner owns only objects in its namespace.
        const bool ownable = !in_namespace || !meta->ns.empty();
        for (const owner_reference& o : meta->owner_references) {
            if (!ownable) return;
            if (!every_owner && !o.controller.value_or(false)) continue;
            if (group_of(o.api_version) != owner.gvk.group || o.kind != owner.gvk.kind) continue;
            keys.emplace_back(in_namespace ? meta->ns.str() : std::string(), o.name.str());
        }
        if (!meta->owner_references.empty() || meta->annotations.empty()) return;
        const auto kept = meta->annotations.find(kept_for);
        if (kept != meta->annotations.end()) append_kept_for(kept->second, owner, keys);
    };
}

key_mapper map_index(const cache& c, const kind_info& kind, const kind_info& found, std::string index,
                     index_extractor values) {
    return [&c, &kind, &found, index = std::move(index), values = std::move(values)](
               const void* object, std::vector<object_key>& keys) {
        std::vector<std::string> wanted;
        values(object, wanted);
        indexed_list_options o;
        if (kind.scope != scope::cluster && found.scope != scope::cluster) o.ns = kind.meta(object).ns.str();
        o.index = index;
        const cached_collection* const all = c.find(found, o.ns);
        if (!all) return;
        for (std::string& value : wanted) {
            o.index_value = std::move(value);
            const auto matching = all->list(o);
            if (!matching) throw fault(matching.error());
            for (const object_ptr& m : *matching) keys.push_back(key_of(found.meta(m.get())));
        }
        std::sort(keys.begin(), keys.end());
    };
}

key_mapper map_name(const kind_info& kind, const kind_info& owner, std::string suffix) {
    return [&kind, in_namespace = owner.scope == scope::namespaced, suffix = std::move(suffix)](
               const void* object, std::vector<object_key>& keys) {
        const basic_meta& meta = kind.meta(object);
        const std::string_view name = meta.name;
        if (name.size() <= suffix.size() || !name.ends_with(suffix)) return;
        keys.emplace_back(in_namespace ? meta.ns.str() : std::string(),
                          std::string(name.substr(0, name.size() - suffix.size())));
    };
}

}}  // namespace setpoint::v0
