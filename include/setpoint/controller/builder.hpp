#pragma once
// Declares a controller: the kind that it reconciles, the kinds that it watches, and the other kinds that it
// reads or writes. The Role and the CustomResourceDefinition are generated from these declarations.
//
//     m.controller<web_server>()
//         .owns<apps_v1::deployment>()
//         .watches<core_v1::secret>(by_index("secret"))
//         .index<web_server>("secret", [](const web_server& w, std::vector<std::string>& names) {
//             names.push_back(w.spec.secret_name);
//         })
//         .reconcile(reconcile_web_server);
//
// Functions that are passed (predicates, mappings, index values) run on the loop for every change of a
// watched object: they must be fast, must not suspend and must not write. If a predicate or mapping
// throws, the exception is logged and the change is skipped.

#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/controller/declaration.hpp"
#include "setpoint/controller/detail/reconcilers.hpp"

#include <initializer_list>
#include <memory>

namespace setpoint { inline namespace v0 {

// A kind that is known only at run time is passed as a kind_info (see dynamic_kind()), which must outlive the
// manager; its objects are dynamic_objects. If T itself is such a kind, use manager::controller(kind), with T
// = dynamic_object.
//
// The manager keeps the declaration; reconcile() or reconcile_keys() completes it. The manager refuses to
// start if a declaration is incomplete.
// A builder is a reference to the declaration in the manager. Call reconcile() last: calls after it may
// have no effect.
template <class T>
class controller_builder {
public:
    explicit controller_builder(controller_declaration& d) : controller_builder(d, kind_of<T>()) {}
    controller_builder(controller_declaration& d, const kind_info& kind) : d_(d) { d_.is_for(kind); }

    // Reconciles only for changes of T that pass the predicate. Several calls combine with "and".
    controller_builder& when(predicate_for<T> p) {
        d_.watches.front().predicates.push_back(p.erased());
        return *this;
    }
    // Watches children of kind C and reconciles their controller (owner reference) when one changes. Needed
    // for context::ensure() and context::children().
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
        d_.owns(kind, std::move(when), need);
        return *this;
    }
    // The same for a kind that may be missing, such as ServiceMonitor: the controller starts without it. Once
    // its CustomResourceDefinition is installed, the watch starts and every object of T is reconciled. A
    // reconciler must check manager::cache().serves<C>() before it creates a child of that kind.
    template <class C>
    controller_builder& owns(presence need) {
        return owns<C>({}, need);
    }
    controller_builder& owns(const kind_info& kind, presence need) { return owns(kind, {}, need); }
    // Deleted, as the others with kind_info&&: the declaration keeps a reference, and a temporary would
    // be gone.
    controller_builder& owns(kind_info&&, std::vector<predicate> = {}, presence = {}) = delete;
    controller_builder& owns(kind_info&&, presence) = delete;
    // Declares that children of kind C are named after their owner, with this suffix. When any object
    // of such a name is deleted, the owner that needs the name is reconciled. After owns<C>(), C is as
    // optional as there. This does not cover an owner whose name child_name() had to change (see
    // map_name()); it waits for controller_options::retry_refused.
    template <class C>
    controller_builder& claims_name(std::string suffix = {}) {
        d_.claims_name(kind_of<C>(), std::move(suffix));
        return *this;
    }
    // Watches objects of kind W; `map` returns the keys of T to reconcile for each. Only objects in `scope`
    // are cached.
    // For an update `map` is called with the state before and the state after, so that the former
    // target of a changed reference is reconciled too.
    template <class W, class F>
    controller_builder& watches(F map, std::vector<predicate_for<W>> when = {},
                                std::optional<cache_scope> scope = {}, presence need = presence::required) {
        static_assert(detail::maps_to_keys<W, F>,
                      "watches<W>() takes a function std::vector<object_key>(const W&)");
        if constexpr (detail::maps_to_keys<W, F>)
            d_.watches_with(kind_of<W>(), map_with<W>(std::move(map)), erased(std::move(when)),
                            std::move(scope), need);
        return *this;
    }
    template <class W, class F>
    controller_builder& watches(F map, presence need) {
        return watches<W>(std::move(map), {}, {}, need);
    }
    // The same for the objects of T that index<T>(name, ...) finds by the changed object:
    // watches<core_v1::secret>(by_index("secret")), with a function of it if that is not the name.
    template <class W, class F>
    controller_builder& watches(index_lookup<F> by, std::vector<predicate_for<W>> when = {},
                                std::optional<cache_scope> scope = {}, presence need = presence::required) {
        static_assert(
            detail::gives_lookup_values<W, F>,
            "by_index() takes a function std::string(const W&) or std::vector<std::string>(const W&)");
        if constexpr (detail::gives_lookup_values<W, F>)
            d_.watches_by_index(
                kind_of<W>(), std::move(by.name),
                [value = std::move(by.value)](const void* o, std::vector<std::string>& out) mutable {
                    if constexpr (std::is_invocable_r_v<std::string, F&, const W&>)
                        out.push_back(value(*static_cast<const W*>(o)));
                    else
                        for (std::string& v : value(*static_cast<const W*>(o))) out.push_back(std::move(v));
                },
                erased(std::move(when)), std::move(scope), need);
        return *this;
    }
    // Errors: throws fault(errc::invalid) if `kind` is not dynamic.
    controller_builder& watches(const kind_info& kind,
                                std::function<std::vector<object_key>(const dynamic_object&)> map,
                                std::vector<predicate> when = {}, std::optional<cache_scope> scope = {},
                                presence need = presence::required) {
        detail::require_dynamic(kind);
        d_.watches_with(kind, map_with<dynamic_object>(std::move(map)), std::move(when), std::move(scope),
                        need);
        return *this;
    }
    controller_builder& watches(kind_info&&, std::function<std::vector<object_key>(const dynamic_object&)>,
                                std::vector<predicate> = {}, std::optional<cache_scope> = {},
                                presence = {}) = delete;
    // Reconciles the keys that other code posts to the channel.
    // Errors: subscribe(), at the manager's start, throws std::logic_error if it feeds another
    // controller.
    controller_builder& source(channel c) {
        d_.channels.push_back(std::move(c));
        return *this;
    }
    // Declares another kind that the reconciler reads or writes, for the Role. It is not cached.
    template <class U>
    controller_builder& uses(std::initializer_list<verb> verbs, std::string subresource = {}) {
        return uses(kind_of<U>(), verbs, std::move(subresource));
    }
    controller_builder& uses(const kind_info& kind, std::initializer_list<verb> verbs,
                             std::string subresource = {}) {
        d_.grant(kind, std::move(subresource), verbs);
        return *this;
    }
    controller_builder& uses(kind_info&&, std::initializer_list<verb>, std::string = {}) = delete;
    // Adds an index over the cached objects of V, for context::indexed().
    // `values` appends the values under which an object is found; none leaves it out. It must depend on the
    // object alone: it is called again when the object is replaced, to find its entries.
    template <class V, class F>
    controller_builder& index(std::string name, F values) {
        static_assert(detail::gives_index_values<V, F>,
                      "index<V>() takes a function void(const V&, std::vector<std::string>&)");
        if constexpr (detail::gives_index_values<V, F>)
            d_.add_index(kind_of<V>(), std::move(name),
                         [values = std::move(values)](const void* o, std::vector<std::string>& out) mutable {
                             values(*static_cast<const V*>(o), out);
                         });
        return *this;
    }
    // Throws fault(errc::invalid) when `kind` is not dynamic.
    controller_builder& index(const kind_info& kind, std::string name,
                              std::function<void(const dynamic_object&, std::vector<std::string>&)> values) {
        detail::require_dynamic(kind);
        d_.add_index(kind, std::move(name),
                     [values = std::move(values)](const void* o, std::vector<std::string>& out) {
                         values(*static_cast<const dynamic_object*>(o), out);
                     });
        return *this;
    }
    controller_builder& index(kind_info&&, std::string,
                              std::function<void(const dynamic_object&, std::vector<std::string>&)>) = delete;
    // Adds version V of T's kind, which no controller reconciles, to the CustomResourceDefinition. Exactly
    // one version of a kind is stored; all others are declared not_stored().
    template <api_object V>
    controller_builder& also_serves() {
        static_assert(V::kind().group == T::kind().group && V::kind().name == T::kind().name,
                      "also_serves<V>(): V is another version of the controller's kind");
        d_.also_serves.push_back(&kind_of<V>());
        return *this;
    }
    // Declares that the reconciler adds and removes a finalizer on T, and also reconciles objects that are
    // being deleted.
    // Must precede reconcile(). Grants the verb patch on T.
    controller_builder& uses_finalizer() {
        d_.reconciles_deleted = true;
        d_.grant(*d_.kind, "", {verb::patch});
        return *this;
    }
    // The default is the kind's name in lower case. Must be unique in the manager: it labels metrics
    // and logs.
    controller_builder& named(std::string name) {
        d_.options.name = std::move(name);
        return *this;
    }
    // See controller_options::max_concurrent. More than a few help only reconciles that wait for slow
    // calls, since all run on one thread. Zero is refused at the manager's start. The flag
    // --max-concurrent-reconciles has priority.
    controller_builder& max_concurrent(std::size_t n) {
        d_.options.max_concurrent = n;
        return *this;
    }
    // See controller_options::reconcile_timeout.
    controller_builder& reconcile_timeout(duration d) {
        d_.options.reconcile_timeout = d;
        return *this;
    }
    // See controller_options::warn_after.
    controller_builder& warn_after(duration d) {
        d_.options.warn_after = d;
        return *this;
    }
    // Runs on every instance, and writes there, whether or not the instance leads.
    // For work that every instance must do for itself. Concurrent writes of several instances conflict.
    controller_builder& without_election() {
        d_.options.needs_leader = false;
        return *this;
    }
    // See controller_options::pauses_deletion.
    controller_builder& pauses_deletion() {
        d_.options.pauses_deletion = true;
        return *this;
    }
    // See controller_options::retry_refused.
    controller_builder& retry_refused(duration d) {
        d_.options.retry_refused = d;
        return *this;
    }
    // Sets the reconciler: a function awaitable<outcome>(context&, snapshot<T>), or an object with such a
    // member function reconcile(). It lives as long as the controller. It receives the cached object, and is
    // not called if the object does not exist or, without uses_finalizer(), if it is being deleted.
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
            d_.reconciles_with([shared](context& ctx, object_ptr self) {
                return detail::call_reconciler(*shared, ctx,
                                               std::static_pointer_cast<const T>(std::move(self)));
            });
        }
    }
    // The same with only the key, (context&, object_key); also called for objects that no longer exist.
    // The reconciler reads the object itself. Use it for keys that are not of objects of T, or to act
    // on a deletion without a finalizer, which a controller that was down meanwhile misses.
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
    controller_declaration& d_;
};

}}  // namespace setpoint::v0
