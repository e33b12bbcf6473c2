#include "setpoint/controller/source.hpp"

#include "setpoint/api/meta.hpp"

namespace setpoint::inline v0 {

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
    return [&kind, &owner, every_owner](const void* object, std::vector<object_key>& keys) {
        const object_meta* meta = kind.full_meta(object);
        const bool in_namespace = owner.scope == scope::namespaced;
        if (!meta || (in_namespace && meta->ns.empty()))
            return;  // a namespaced owner owns only objects in its namespace
        for (const owner_reference& o : meta->owner_references) {
            if (!every_owner && !o.controller.value_or(false)) continue;
            if (group_of(o.api_version) != owner.gvk.group || o.kind != owner.gvk.kind) continue;
            keys.emplace_back(in_namespace ? meta->ns.str() : std::string(), o.name.str());
        }
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

}  // namespace setpoint::inline v0
