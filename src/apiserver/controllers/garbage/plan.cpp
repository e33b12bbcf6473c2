#include "apiserver/controllers/garbage/plan.hpp"

#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::string_view foreground = "foregroundDeletion";
constexpr std::string_view orphan = "orphan";

bj::object metadata_patch(std::string_view field, bj::value value) {
    bj::object meta;
    meta[field] = std::move(value);
    bj::object patch;
    patch["metadata"] = std::move(meta);
    return patch;
}

bj::object references_patch(const std::vector<owner_reference>& refs) {
    bj::array list;
    for (const owner_reference& r : refs) list.push_back(json::to_value(r));
    return metadata_patch("ownerReferences", list.empty() ? bj::value(nullptr) : bj::value(std::move(list)));
}

garbage_plan plan_waiting(const object_meta& meta, const std::vector<dependent_state>& dependents) {
    garbage_plan p;
    if (has_finalizer(meta, orphan)) {
        p.what = garbage_plan::action::orphan_dependents;
    } else if (has_finalizer(meta, foreground)) {
        const bool blocked =
            std::any_of(dependents.begin(), dependents.end(), [](const auto& d) { return d.blocks; });
        p.what = blocked ? garbage_plan::action::process_dependents : garbage_plan::action::release;
    }
    return p;
}

propagation honoured(const object_meta& meta) {
    if (has_finalizer(meta, orphan)) return propagation::orphan;
    return has_finalizer(meta, foreground) ? propagation::foreground : propagation::background;
}

}  // namespace

owner_state classify(const owner_reference& reference, const std::optional<graph_resource>& kind,
                     const std::optional<graph_object>& found, bool dependent_is_namespaced) {
    if (!kind) return owner_state::unknown;
    if (kind->namespaced && !dependent_is_namespaced) return owner_state::misplaced;
    if (!found || found->meta.uid != reference.uid) return owner_state::dangling;
    return is_deleting(found->meta) && has_finalizer(found->meta, foreground) ? owner_state::waiting
                                                                              : owner_state::solid;
}

garbage_plan plan_garbage(const object_meta& meta, const std::vector<owner_state>& owners,
                          const std::vector<dependent_state>& dependents) {
    using action = garbage_plan::action;
    if (is_deleting(meta)) return plan_waiting(meta, dependents);
    garbage_plan p;
    if (owners.empty()) return p;
    const auto count = [&](owner_state s) { return std::count(owners.begin(), owners.end(), s); };
    if (count(owner_state::misplaced) != 0) return p;
    if (count(owner_state::unknown) != 0) {
        p.what = action::retry;
        return p;
    }
    if (count(owner_state::solid) != 0) {
        for (std::size_t i = 0; i < owners.size(); ++i)
            if (owners[i] != owner_state::solid) p.owners.push_back(meta.owner_references[i].uid.str());
        if (!p.owners.empty()) p.what = action::drop_owners;
        return p;
    }
    p.what = action::remove;
    if (count(owner_state::waiting) != 0 && !dependents.empty()) {
        const bool circle = std::any_of(dependents.begin(), dependents.end(),
                                        [](const auto& d) { return d.deletes_dependents; });
        if (circle) p.what = action::unblock_and_remove;
        p.how = propagation::foreground;
        return p;
    }
    p.how = honoured(meta);
    return p;
}

// objectReference.String() and reportInvalidNamespaceOwnerRef of pkg/controller/garbagecollector.
std::string wrong_namespace_text(const owner_reference& reference, std::string_view ns) {
    return fmt::format(
        "ownerRef [{}/{}, namespace: {}, name: {}, uid: {}] does not exist in namespace \"{}\"",
        reference.api_version.view(), reference.kind.view(), ns, reference.name.view(), reference.uid.view(),
        ns);
}

bj::object without_owners(const object_meta& meta, const std::vector<std::string>& uids) {
    std::vector<owner_reference> kept;
    for (const owner_reference& r : meta.owner_references)
        if (std::find(uids.begin(), uids.end(), r.uid.view()) == uids.end()) kept.push_back(r);
    return references_patch(kept);
}

bj::object without_blocking(const object_meta& meta) {
    std::vector<owner_reference> refs = meta.owner_references;
    for (owner_reference& r : refs)
        if (r.block_owner_deletion) r.block_owner_deletion = false;
    return references_patch(refs);
}

bj::object without_finalizer(const object_meta& meta, std::string_view name) {
    bj::array kept;
    for (const interned_string& f : meta.finalizers)
        if (f != name) kept.push_back(bj::string(f.view()));
    return metadata_patch("finalizers", kept.empty() ? bj::value(nullptr) : bj::value(std::move(kept)));
}

}}}  // namespace setpoint::v0::apiserver
