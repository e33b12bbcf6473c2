#pragma once
// Declares a controller: what it reconciles, what it watches, what else it touches. Everything that the Role
// and the CustomResourceDefinition need follows from these declarations.

#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/controller/controller.hpp"
#include "setpoint/controller/detail/reconcilers.hpp"

#include <initializer_list>
#include <memory>

namespace setpoint {

// What a controller does with a kind, for the Role. Subresource "" is the object itself.
struct access {
    const kind_info* kind;
    std::string subresource;
    std::vector<verb> verbs;
};

// A declared controller, before it is made.
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
};

// Kinds that are known at run time only are named by a kind_info (see dynamic_kind()), which must outlive the
// manager; their objects are dynamic_objects. For T itself: manager::controller(kind), T = dynamic_object.
//
// Kept in the manager; reconcile() or reconcile_keys() completes it. A builder that was never completed is an
// error at start.
template <class T>
class controller_builder {
public:
    explicit controller_builder(controller_declaration& d) : controller_builder(d, kind_of<T>()) {}
    controller_builder(controller_declaration& d, const kind_info& kind) : d_(d) {
        d_.kind = &kind;
        d_.watches.push_back({d_.kind, map_self(*d_.kind), {}, std::string(d_.kind->gvk.kind), {}});
        grant(*d_.kind, "", {verb::get, verb::list, verb::watch});
        if (d_.kind->has_status) grant(*d_.kind, "status", {verb::patch});
    }

    // Only these changes of T itself count.
    controller_builder& when(predicate_for<T> p) {
        d_.watches.front().predicates.push_back(p.erased());
        return *this;
    }
    // Children of kind C that T controls (owner reference): a change of one reconciles its owner. For
    // context::ensure() and context::children().
    template <class C>
    controller_builder& owns(std::vector<predicate_for<C>> when = {}, presence need = presence::required) {
        static_assert(
            detail::can_own<T, C>,
            "a namespaced object cannot own a cluster-scoped one: the garbage collector would delete "
            "it; map it with watches<C>() and remove it behind a finalizer");
        return owns(kind_of<C>(), erased(std::move(when)), need);
    }
    controller_builder& owns(const kind_info& kind, std::vector<predicate> when = {},
                             presence need = presence::required) {
        d_.watches.push_back(
            {&kind, map_owner(kind, *d_.kind), std::move(when), std::string(kind.gvk.kind), {}, need});
        grant(kind, "", {verb::get, verb::list, verb::watch, verb::create, verb::patch});
        // Admission may want this for owner references that block the owner's deletion.
        grant(*d_.kind, "finalizers", {verb::update});
        return *this;
    }
    // A kind that may be missing, such as a ServiceMonitor: the controller starts without it. Once its
    // CustomResourceDefinition is installed, the watch starts and every object of T is reconciled. Before a
    // reconciler makes a child of that kind it asks manager::cache().serves<C>().
    template <class C>
    controller_builder& owns(presence need) {
        return owns<C>({}, need);
    }
    controller_builder& owns(const kind_info& kind, presence need) { return owns(kind, {}, need); }
    controller_builder& owns(kind_info&&, std::vector<predicate> = {}, presence = {}) = delete;
    controller_builder& owns(kind_info&&, presence) = delete;
    // The children of kind C are named after their owner, with this suffix. When an object of such a name is
    // deleted, whoever it belonged to, the owner that could not have the name is reconciled. An owner whose
    // name child_name() had to change is not (map_name()): it waits for controller_options::retry_refused.
    template <class C>
    controller_builder& claims_name(std::string suffix = {}) {
        return watch_with(kind_of<C>(), map_name(kind_of<C>(), *d_.kind, std::move(suffix)),
                          {predicates::deleted()}, {}, presence::required);
    }
    // Objects of kind W, which `map` turns into keys of T. `scope`: only these are cached.
    template <class W, class F>
    controller_builder& watches(F map, std::vector<predicate_for<W>> when = {},
                                std::optional<cache_scope> scope = {}, presence need = presence::required) {
        static_assert(detail::maps_to_keys<W, F>,
                      "watches<W>() takes a function std::vector<object_key>(const W&)");
        if constexpr (detail::maps_to_keys<W, F>)
            watch_with(kind_of<W>(), map_with<W>(std::move(map)), erased(std::move(when)), std::move(scope),
                       need);
        return *this;
    }
    template <class W, class F>
    controller_builder& watches(F map, presence need) {
        return watches<W>(std::move(map), {}, {}, need);
    }
    // Throws fault(errc::invalid) when `kind` is not dynamic.
    controller_builder& watches(const kind_info& kind,
                                std::function<std::vector<object_key>(const dynamic_object&)> map,
                                std::vector<predicate> when = {}, std::optional<cache_scope> scope = {},
                                presence need = presence::required) {
        require_dynamic(kind);
        return watch_with(kind, map_with<dynamic_object>(std::move(map)), std::move(when), std::move(scope),
                          need);
    }
    controller_builder& watches(kind_info&&, std::function<std::vector<object_key>(const dynamic_object&)>,
                                std::vector<predicate> = {}, std::optional<cache_scope> = {},
                                presence = {}) = delete;
    // Requests that other code posts.
    controller_builder& source(channel c) {
        d_.channels.push_back(std::move(c));
        return *this;
    }
    // Anything else that the reconciler reads or writes; not cached.
    template <class U>
    controller_builder& uses(std::initializer_list<verb> verbs, std::string subresource = {}) {
        return uses(kind_of<U>(), verbs, std::move(subresource));
    }
    controller_builder& uses(const kind_info& kind, std::initializer_list<verb> verbs,
                             std::string subresource = {}) {
        grant(kind, std::move(subresource), verbs);
        return *this;
    }
    controller_builder& uses(kind_info&&, std::initializer_list<verb>, std::string = {}) = delete;
    // An index over the cached objects of V, for context::indexed().
    template <class V, class F>
    controller_builder& index(std::string name, F values) {
        static_assert(detail::gives_index_values<V, F>,
                      "index<V>() takes a function void(const V&, std::vector<std::string>&)");
        if constexpr (detail::gives_index_values<V, F>)
            index_with<V>(kind_of<V>(), std::move(name), std::move(values));
        return *this;
    }
    // Throws fault(errc::invalid) when `kind` is not dynamic.
    controller_builder& index(const kind_info& kind, std::string name,
                              std::function<void(const dynamic_object&, std::vector<std::string>&)> values) {
        require_dynamic(kind);
        return index_with<dynamic_object>(kind, std::move(name), std::move(values));
    }
    controller_builder& index(kind_info&&, std::string,
                              std::function<void(const dynamic_object&, std::vector<std::string>&)>) = delete;
    // Another version of T's kind, for which there is no controller: the CustomResourceDefinition has both.
    // One of all versions is stored, all others say not_stored().
    template <api_object V>
    controller_builder& also_serves() {
        static_assert(V::kind().group == T::kind().group && V::kind().name == T::kind().name,
                      "also_serves<V>(): V is another version of the controller's kind");
        d_.also_serves.push_back(&kind_of<V>());
        return *this;
    }
    // The reconciler adds and removes a finalizer on T. Objects that are being deleted are reconciled too.
    controller_builder& uses_finalizer() {
        d_.reconciles_deleted = true;
        grant(*d_.kind, "", {verb::patch});
        return *this;
    }
    controller_builder& named(std::string name) {
        d_.options.name = std::move(name);
        return *this;
    }
    controller_builder& max_concurrent(std::size_t n) {
        d_.options.max_concurrent = n;
        return *this;
    }
    controller_builder& reconcile_timeout(duration d) {
        d_.options.reconcile_timeout = d;
        return *this;
    }
    // See controller_options::warn_after.
    controller_builder& warn_after(duration d) {
        d_.options.warn_after = d;
        return *this;
    }
    // Runs on every instance, whichever leads, and may write there.
    controller_builder& without_election() {
        d_.options.needs_leader = false;
        return *this;
    }
    // See controller_options::retry_refused.
    controller_builder& retry_refused(duration d) {
        d_.options.retry_refused = d;
        return *this;
    }
    // `reconciler`: a function awaitable<outcome>(context&, snapshot<T>), or an object with such a member
    // function reconcile(); it is kept as long as the controller. It is called with the cached object, and
    // not for one that is gone or, without uses_finalizer(), being deleted.
    template <class R>
    void reconcile(R reconciler) {
        static_assert(
            detail::can_reconcile<R, snapshot<T>> || !detail::is_reconciled<T>,
            "reconcile() takes a function awaitable<outcome>(context&, snapshot<T>), or an object with "
            "a member function reconcile() like that");
        static_assert(
            detail::reconcile_returns_outcome<R, snapshot<T>>,
            "a reconciler returns awaitable<outcome>: co_return outcome::done(), or an error to try again");
        if constexpr (detail::can_reconcile<R, snapshot<T>> &&
                      detail::reconcile_returns_outcome<R, snapshot<T>>) {
            auto shared = std::make_shared<R>(std::move(reconciler));
            d_.reconcile = [shared, &kind = *d_.kind, deleted_too = d_.reconciles_deleted](
                               context& ctx, const object_key& key) {
                return detail::reconcile_object<T>(*shared, ctx, kind, key, deleted_too);
            };
        }
    }
    // The same with the bare key, of objects that are gone too: (context&, object_key).
    template <class R>
    void reconcile_keys(R reconciler) {
        static_assert(
            detail::can_reconcile<R, object_key>,
            "reconcile_keys() takes a function awaitable<outcome>(context&, object_key), or an object "
            "with a member function reconcile() like that");
        static_assert(
            detail::reconcile_returns_outcome<R, object_key>,
            "a reconciler returns awaitable<outcome>: co_return outcome::done(), or an error to try again");
        if constexpr (detail::can_reconcile<R, object_key> &&
                      detail::reconcile_returns_outcome<R, object_key>) {
            auto shared = std::make_shared<R>(std::move(reconciler));
            d_.reconcile = [shared](context& ctx, const object_key& key) {
                return detail::call_reconciler(*shared, ctx, object_key(key));
            };
        }
    }

private:
    template <class C>
    static std::vector<predicate> erased(std::vector<predicate_for<C>> typed) {
        std::vector<predicate> all;
        all.reserve(typed.size());
        for (const predicate_for<C>& p : typed) all.push_back(p.erased());
        return all;
    }
    // Only the objects of these are dynamic_objects.
    static void require_dynamic(const kind_info& kind) {
        if (!kind.dynamic)
            throw fault(errc::invalid, kind.gvk.kind +
                                           ": a function of dynamic_objects, and a kind of typed "
                                           "objects; name its type, or use dynamic_kind()");
    }
    controller_builder& watch_with(const kind_info& kind, key_mapper map, std::vector<predicate> when,
                                   std::optional<cache_scope> scope, presence need) {
        d_.watches.push_back(
            {&kind, std::move(map), std::move(when), std::string(kind.gvk.kind), std::move(scope), need});
        grant(kind, "", {verb::get, verb::list, verb::watch});
        return *this;
    }
    template <class V>
    controller_builder& index_with(const kind_info& kind, std::string name,
                                   std::function<void(const V&, std::vector<std::string>&)> values) {
        d_.indexes.push_back({&kind, std::move(name),
                              [values = std::move(values)](const void* o, std::vector<std::string>& out) {
                                  values(*static_cast<const V*>(o), out);
                              }});
        return *this;
    }
    void grant(const kind_info& kind, std::string subresource, std::vector<verb> verbs) {
        d_.accesses.push_back({&kind, std::move(subresource), std::move(verbs)});
    }
    controller_declaration& d_;
};

}  // namespace setpoint
