#include "setpoint/api/meta.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

std::string_view group_of(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

bool refers_to_same(const owner_reference& a, const owner_reference& b) {
    return a.kind == b.kind && a.name == b.name && group_of(a.api_version) == group_of(b.api_version);
}

}  // namespace

object_key key_of(const basic_meta& meta) {
    return {meta.ns.str(), meta.name.str()};
}

bool is_deleting(const object_meta& meta) {
    return meta.deletion_timestamp.has_value() && meta.deletion_timestamp->is_set();
}

const owner_reference* controller_of(const object_meta& meta) {
    for (const owner_reference& owner : meta.owner_references) {
        if (owner.controller.value_or(false)) return &owner;
    }
    return nullptr;
}

bool is_controlled_by(const object_meta& meta, std::string_view owner_uid) {
    const owner_reference* const owner = controller_of(meta);
    return owner && owner->uid == owner_uid;
}

owner_reference make_controller_reference(const group_version_kind& owner_kind, const basic_meta& owner) {
    owner_reference reference;
    reference.api_version = owner_kind.api_version();
    reference.kind = owner_kind.kind;
    reference.name = owner.name;
    reference.uid = owner.uid;
    reference.controller = true;
    reference.block_owner_deletion = true;
    return reference;
}

result<> set_controller_reference(object_meta& child, const group_version_kind& owner_kind,
                                  const basic_meta& owner) {
    const auto refuse = [&](errc code, std::string_view why) {
        return error(code, fmt::format("making {} {} the controller of {}: {}", owner_kind.kind,
                                       key_of(owner), key_of(child), why));
    };
    if (owner.uid.empty() || owner.name.empty()) {
        return refuse(errc::invalid, "the owner has no name or no UID; it must come from the API server");
    }
    if (!owner.ns.empty() && owner.ns != child.ns) {
        return refuse(errc::invalid, child.ns.empty()
                                         ? "a cluster-scoped object cannot have a namespaced owner"
                                         : "the owner is in another namespace");
    }
    const owner_reference reference = make_controller_reference(owner_kind, owner);
    const owner_reference* current = controller_of(child);
    if (current && !refers_to_same(*current, reference)) {
        return refuse(errc::already_exists,
                      fmt::format("it is controlled by {} {}", current->kind, current->name));
    }
    const auto same = std::find_if(child.owner_references.begin(), child.owner_references.end(),
                                   [&](const owner_reference& o) { return refers_to_same(o, reference); });
    if (same != child.owner_references.end()) {
        *same = reference;
    } else {
        child.owner_references.push_back(reference);
    }
    return {};
}

bool has_finalizer(const object_meta& meta, std::string_view name) {
    return std::find(meta.finalizers.begin(), meta.finalizers.end(), name) != meta.finalizers.end();
}

bool add_finalizer(object_meta& meta, std::string_view name) {
    if (has_finalizer(meta, name)) return false;
    meta.finalizers.emplace_back(name);
    return true;
}

bool remove_finalizer(object_meta& meta, std::string_view name) {
    return std::erase(meta.finalizers, name) > 0;
}

}}  // namespace setpoint::v0
