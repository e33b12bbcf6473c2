#pragma once
// Maps changes of objects to the keys of other objects to reconcile, beyond owner references.

#include "apiserver/controllers/job/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"
#include "apiserver/controllers/service/partial_endpoints.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/controller/predicate.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The keys of cached objects of T for which `wanted` is true; `where`: a namespace or an index.
template <class T>
std::vector<object_key> cached_keys(const cache& c, const indexed_list_options& where,
                                    std::function<bool(const T&)> wanted) {
    std::vector<object_key> keys;
    const cached_collection* v = c.find(kind_of<T>(), where.ns);
    if (!v) return keys;
    const auto all = v->list(where);
    if (!all) return keys;
    for (const object_ptr& o : *all) {
        const T& object = *static_cast<const T*>(o.get());
        if (wanted(object)) keys.push_back(key_of(object));
    }
    return keys;
}

// The same for all of a namespace ("": everywhere).
template <class T>
std::vector<object_key> cached_keys(const cache& c, const std::string& ns,
                                    std::function<bool(const T&)> wanted) {
    indexed_list_options there;
    there.ns = ns;
    return cached_keys<T>(c, there, std::move(wanted));
}

indexed_list_options in_index(std::string index, std::string value, std::string ns = {});

// For pods (or replica sets) without a controller: the objects of T whose selector matches.
template <class T, class C>
std::function<std::vector<object_key>(const C&)> adopting_owners(const cache& c) {
    return [&c](const C& orphan) {
        if (controller_of(orphan.metadata)) return std::vector<object_key>();
        return cached_keys<T>(c, orphan.metadata.ns.str(), [&](const T& owner) {
            if constexpr (requires { owner.spec.selector.match_labels; }) {
                const auto s = to_selector(owner.spec.selector);
                return s && !s->empty() && s->matches(orphan.metadata.labels);
            } else {
                return !owner.spec.selector.empty() &&
                       selector(owner.spec.selector).matches(orphan.metadata.labels);
            }
        });
    };
}

bool is_deletion(const object_change& c, const kind_info& kind);
// Whether a pod has finished or is deleted.
bool has_ended(const object_change& c, const kind_info& kind);
// Whether a pod is new, or its labels or owners have changed.
bool may_be_adopted(const object_change& c, const kind_info& kind);
// Whether anything that endpoints contain of a pod has changed.
bool endpoint_changed(const object_change& c, const kind_info& kind);
// Whether anything that a PodDisruptionBudget counts of a pod has changed.
bool health_changed(const object_change& c, const kind_info& kind);
// The Deployment whose replica set made the pod, derived from their names.
std::vector<object_key> deployment_of_pod(const partial_pod& p);

}}}  // namespace setpoint::v0::apiserver
