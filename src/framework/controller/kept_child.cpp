#include "framework/controller/kept_child.hpp"

namespace setpoint { inline namespace v0 {

std::string kept_for_annotation(std::string_view owner_group) {
    std::string name(owner_group.empty() ? "setpoint" : owner_group);
    return name += "/kept-for";
}

std::string kept_for_value(const kind_info& owner_kind, const basic_meta& owner) {
    std::string value(owner_kind.gvk.kind);
    if (!owner.ns.empty()) value.append("/").append(owner.ns.view());
    return value.append("/").append(owner.name.view());
}

void append_kept_for(std::string_view value, const kind_info& owner_kind, std::vector<object_key>& keys) {
    const std::string_view kind = owner_kind.gvk.kind;
    if (!value.starts_with(kind) || value.substr(kind.size(), 1) != "/") return;
    value.remove_prefix(kind.size() + 1);
    const std::size_t slash = value.find('/');
    const bool in_namespace = owner_kind.scope != scope::cluster;
    if (in_namespace != (slash != std::string_view::npos)) return;
    if (in_namespace)
        keys.emplace_back(std::string(value.substr(0, slash)), std::string(value.substr(slash + 1)));
    else
        keys.emplace_back(std::string(), std::string(value));
}

bool is_child_of(const object_meta& meta, const kind_info& owner_kind, const basic_meta& owner) {
    if (is_controlled_by(meta, owner.uid)) return true;
    if (meta.annotations.empty() || controller_of(meta)) return false;
    const auto kept = meta.annotations.find(kept_for_annotation(owner_kind.gvk.group));
    return kept != meta.annotations.end() && kept->second == kept_for_value(owner_kind, owner);
}

}}  // namespace setpoint::v0
