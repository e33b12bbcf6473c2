#pragma once
// A controller as declared, before it is constructed: what controller_builder writes and the manager reads.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/controller/controller.hpp"
#include "setpoint/controller/detail/reconcilers.hpp"

#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// The verbs that a controller uses on a kind, for the Role. Subresource "" means the object itself.
struct access {
    const kind_info* kind;
    std::string subresource;
    std::vector<verb> verbs;
};

// Complete once `reconcile` is set. Kinds are not owned and must outlive the manager: those of C++
// types are static. Members are read when the manager starts, so that a declaration may still change
// until then.
struct controller_declaration {
    const kind_info* kind = nullptr;
    controller_options options;
    std::vector<watch> watches;
    std::vector<channel> channels;
    std::vector<access> accesses;
    std::vector<const kind_info*> also_serves;
    struct index {
        const kind_info* kind;
        std::string name;
        index_extractor values;
    };
    std::vector<index> indexes;
    bool reconciles_deleted = false;
    reconcile_function reconcile;

    // What the builder's functions add. They are here, and not inline, so that they are compiled once and not
    // for each controller.
    // Sets the reconciled kind, watches it, and grants get, list and watch, and patch on its status if
    // it has one. Call it first.
    void is_for(const kind_info& reconciled);
    // Watches children by their controller reference, and grants what ensure() needs: get, list, watch,
    // create and patch on the child, and update on the owner's finalizers subresource, which the
    // admission plugin OwnerReferencesPermissionEnforcement requires for references that block the
    // owner's deletion.
    void owns(const kind_info& child, std::vector<predicate> when, presence need);
    // Watches deletions of objects with such a name. As optional as a watch of that kind that was added
    // before.
    void claims_name(const kind_info& child, std::string suffix);
    // Grants get, list and watch.
    void watches_with(const kind_info& watched, key_mapper map, std::vector<predicate> when,
                      std::optional<cache_scope> scope, presence need);
    void watches_by_index(const kind_info& watched, std::string index, index_extractor values,
                          std::vector<predicate> when, std::optional<cache_scope> scope, presence need);
    // For the printed Role only: the API server decides what is allowed.
    void grant(const kind_info& of, std::string subresource, std::vector<verb> verbs);
    void add_index(const kind_info& of, std::string name, index_extractor values);
    // `reconciler` receives the cached object.
    void reconciles_with(detail::object_reconciler reconciler);
};

}}  // namespace setpoint::v0
