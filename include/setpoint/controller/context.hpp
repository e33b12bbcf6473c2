#pragma once
// Gives a reconcile its clients, children, status, events, log and time.
//
// Everything here runs on the loop: two reconciles alternate at each co_await. What was read before may
// have changed after one; remove(), report() and the functions for finalizers require the UID that was read,
// so that they never act on a successor of the object.
//
// Cancellation (the manager stops, leadership is lost, or the reconcile times out): every awaiting
// function throws `cancelled`. A write that was sent may have been executed; the next reconcile finds
// out.

#include "setpoint/api/object_key.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/ensure.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Declared here for the private functions; the definitions are internal to the library, but for the
// templates.
namespace detail {
struct context_parts;
struct ensured_object;
template <class T>
inline constexpr bool is_owner_or_child = api_object<T>;
}  // namespace detail

// An object as the owner of other objects; every object of a kind converts to it.
// A view: the object must outlive it, and it is meant for parameters only. It erases the type, so that
// functions that take an owner are compiled once and not for every pair of owner and child.
class any_owner {
public:
    template <class Owner>
    any_owner(const Owner& owner) {  // NOLINT: implicit on purpose
        static_assert(detail::is_owner_or_child<Owner>,
                      "ensure() takes two objects: the owner, *self, and the desired child; children() and "
                      "child_named() take the owner");
        if constexpr (detail::is_owner_or_child<Owner>) {
            kind_ = &kind_of<Owner>();
            object_ = &owner;
            meta_ = &owner.metadata;
        }
    }
    const kind_info& kind() const { return *kind_; }
    // Points to the owner, whose C++ type is the one that kind() describes. Not owned.
    const void* object() const { return object_; }
    const basic_meta& meta() const { return *meta_; }
    // Whether metadata.deletionTimestamp is set; false for kinds without full metadata.
    bool is_deleting() const;

private:
    const kind_info* kind_ = nullptr;
    const void* object_ = nullptr;
    const basic_meta* meta_ = nullptr;
};

// The context and the references that it returns are valid during one reconcile.
// Pass it by reference to functions that the reconcile awaits. Never keep it, or the results of
// client() and log(), in the reconciler or in another task.
class context {
public:
    // Reads kinds that controllers watch from the cache and all others from the server; writes to the server,
    // and reads its own writes. With leader election, writes fail with errc::not_leader unless this process
    // leads or the controller is declared without_election().
    // Objects from it are shared and immutable. They may be behind the server, but never older than
    // what this controller wrote and was answered.
    cached_client& client() const;
    // The same, but every read goes to the server. Use it for decisions that must not be based on a stale
    // cache.
    setpoint::client& live() const;

    // Makes a child of `owner` match `desired`: creates it, repairs it, or makes no call if nothing would
    // change. Set only the fields of `desired` that the operator decides; all others belong to the server and
    // to other clients. `desired` needs a name and, if the kind is namespaced, a namespace; the controller
    // reference is added. docs/children.md describes when and how the child is written.
    //
    // A write is logged and recorded as one event on `owner` ("Created", or "Updated" with the first fields
    // that changed; values of secrets are not shown), and the watch event that echoes it does not cause
    // another reconcile. A foreign or refused child is not an error: report its `problem` in a condition. If
    // such a reconcile ends with done, it runs again after controller_options::retry_refused; a longer
    // requeue_after is shortened to that.
    //
    // Errors: as client::apply; after conflict and unknown_outcome, reconcile again; invalid and
    // already_exists, without a request, if `desired` has no name or namespace, or `owner` cannot control it.
    // `owner` must outlive the call. Needs the verbs get, create and patch on the child (owns() declares
    // them), and delete to replace it.
    template <class T>
    awaitable<result<child<T>>> ensure(any_owner owner, T desired, ensure_options options = {});
    // The same; the library compiles it for the kinds of Kubernetes.
    template <class T>
        requires detail::has_compiled_calls<T>
    awaitable<result<child<T>>> ensure(any_owner owner, T desired, ensure_options options = {});

    // Deletes `child` unless it is being deleted or is gone. Its dependents go too, or as `options` specify.
    // The deletion requires its UID, so a successor of that name stays. It is logged and recorded as one
    // event on `owner` ("Deleted"). Until it is gone, a child with a grace period or a finalizer is among
    // children(). Errors: as client::remove, except not_found; conflict if its name has a successor by now;
    // invalid, without a request, if `owner` does not control it. Both must outlive the call. Needs the verb
    // delete: declare uses<T>({verb::remove}).
    template <api_object T>
    awaitable<result<>> remove(any_owner owner, const T& child, delete_options options = {}) {
        return remove_child(kind_of<T>(), child.metadata, owner, std::move(options));
    }
    // The same for a child of `child`, such as a Job of a CronJob that `owner` controls. Errors: invalid,
    // without a request, if `child` does not control it or `owner` does not control `child`.
    template <api_object T>
    awaitable<result<>> remove(any_owner owner, any_owner child, const T& grandchild,
                               delete_options options = {}) {
        return remove_grandchild(kind_of<T>(), grandchild.metadata, owner, child, std::move(options));
    }
    // The same for each of them, up to the first error.
    template <api_object T>
    awaitable<result<>> remove(any_owner owner, const std::vector<snapshot<T>>& children,
                               delete_options options = {});

    // Returns the child of that name if `owner` controls it, and null otherwise. Errors: as client::get,
    // except not_found.
    template <class T>
    awaitable<result<snapshot<T>>> child_named(any_owner owner, std::string name);
    // Returns all children of kind T that `owner` controls, in key order, from the cache. The controller must
    // declare owns<T>(). The first call builds an index by controller UID. Errors: invalid if no controller
    // watches T.
    template <class T>
    awaitable<result<std::vector<snapshot<T>>>> children(any_owner owner);
    // Returns the cached objects of T that an index, declared with controller_builder::index<T>(), finds
    // under `value`. An empty `ns` means all namespaces. Errors: invalid for an index or a kind that was not
    // declared.
    // O(result). Objects are those of the cache with own writes applied; see
    // cached_client::list_indexed().
    template <class T>
    awaitable<result<std::vector<snapshot<T>>>> indexed(std::string index, std::string value,
                                                        std::string ns = {});

    // Returns a writer for the conditions of `status`, the next status of `self`: ctx.conditions(*self,
    // next).set("Ready", ...).
    template <class Owner, class Status>
    condition_writer conditions(const Owner& self, Status& status) const {
        return setpoint::conditions(self, status, wall_now());
    }
    // Writes `next` as the status of `self` if it differs from self.status, by server-side apply and only
    // onto the object with self's UID. Sets next.observed_generation if there is such a field. The watch
    // event that echoes the write does not cause another reconcile.
    //
    // If the status is written, each of `problems` that self.status does not report yet is logged and
    // recorded as a warning event. Without `problems`, a condition Degraded that is True counts as one.
    // Succeeds if the object no longer exists. Errors: as client::apply_status.
    // Precondition: T has a member `status`. Costs no request if the status is equal. Fields that
    // `next` does not set are removed from the status if this controller's field manager wrote them
    // before.
    template <api_object T>
    awaitable<result<>> report(const T& self, decltype(T::status) next,
                               std::vector<std::optional<problem>> problems = {});

    // Add a finalizer to `object` or remove it. Return true if the object was written. Errors: see
    // finalizer.hpp; when adding, invalid if the controller does not declare uses_finalizer(), since no
    // deletion would ever reach it.
    template <api_object T>
    awaitable<result<bool>> add_finalizer(const T& object, std::string_view name) {
        return patch_finalizers(kind_of<T>(), object.metadata, name, true);
    }
    template <api_object T>
    awaitable<result<bool>> remove_finalizer(const T& object, std::string_view name) {
        return patch_finalizers(kind_of<T>(), object.metadata, name, false);
    }

    // Declares that this reconcile has already acted on `answer`, the result of one of its own writes: when
    // the watch delivers that version, no further reconcile is queued. ensure() and report() call it
    // themselves. A reconcile that waits for the watch to deliver its write must not call it. For the
    // reconciled object itself only the status is acknowledged; any other change is always reconciled.
    template <class T>
    void acknowledge(const snapshot<T>& answer) const {
        acknowledge(kind_of<T>(), answer);
    }
    // Checks that `owner` still exists; call it before creating a child of it without ensure(). Makes a
    // request only if the owner has lost a child. Errors: conflict if the owner is deleted, was created
    // again or is being deleted, unless `owner` shows that, and the cache is behind; those of the read.
    template <api_object Owner>
    awaitable<result<>> check_owner(const Owner& owner) {
        return check_owner(any_owner(owner));
    }

    // Records an event on `object`.
    // Never fails and never suspends; repeats are aggregated. `reason` is one CamelCase word, and
    // `note` a sentence that must not contain secrets: events are readable for many.
    template <class T>
    void event(const T& object, event_type type, std::string_view reason, std::string note) const {
        record(kind_of<T>(), &object, type, reason, std::move(note));
    }
    // Returns a logger that adds controller, kind, namespace, name and reconcileID to every line.
    // Valid during the reconcile; copy it for what lives longer.
    const logger& log() const;
    // Returns why this reconcile runs: "Deployment changed", "retry", ...
    // For logs: several changes may be behind one reconcile, and only one of them is named. Never
    // decide by it.
    std::string_view reason() const;
    // Returns the number of consecutive failures of this key before this reconcile.
    // 0 after a success; use it to act differently on a repeated failure, such as writing a condition.
    unsigned attempt() const;
    // Returns the value of the header `traceparent` for requests to other services, which makes what they
    // record a part of this reconcile's trace; "" without traces (--otlp-endpoint), and in a task of the
    // reconciler's own.
    std::string traceparent() const;
    // Returns why this key is slowed, for a condition: the reason "ReconcileLoop" if its own writes cause its
    // reconciles, or "FieldFight" if another client keeps changing a field back; nothing otherwise. The
    // message stays the same while the cycle lasts.
    // From the first reconcile after the loop breaker found the cycle until the cycle has ended.
    //     ctx.conditions(*self, next).set("Degraded", explain(first_problem(child.problem,
    //     ctx.loop_problem())));
    std::optional<problem> loop_problem() const;
    // Returns the field manager of the fields that the controller applies.
    std::string_view field_manager() const;

    setpoint::loop& event_loop() const;
    time_point now() const { return event_loop().now(); }
    wall_time wall_now() const { return event_loop().wall_now(); }
    // Occupies one of the controller's workers: prefer outcome::requeue_after().
    awaitable<void> sleep(duration d) const { return event_loop().sleep(d); }
    // Runs blocking code (a vendor's library, a slow computation) on another thread; see loop::blocking().
    template <class F>
    auto blocking(std::string what, F job) const {
        return event_loop().blocking(std::move(what), std::move(job));
    }

    // Only controllers construct it.
    explicit context(detail::context_parts& parts) : parts_(parts) {}
    context(const context&) = delete;
    context& operator=(const context&) = delete;

private:
    // The templates above forward to these, which take the object as void*: the library compiles them
    // once, and not for each kind. `desired`, `child`, `self` and `owner` belong to the caller and are
    // of the type that `kind` describes; they must live until the call has completed, unless a function says
    // otherwise.
    awaitable<result<detail::ensured_object>> ensure_object(const kind_info& kind, void* desired,
                                                            object_meta& meta, any_owner owner,
                                                            ensure_options options);
    awaitable<result<>> remove_child(const kind_info& kind, const object_meta& child, any_owner owner,
                                     delete_options options);
    awaitable<result<>> remove_grandchild(const kind_info& kind, const object_meta& grandchild,
                                          any_owner owner, any_owner child, delete_options options);
    awaitable<result<>> remove_as(const kind_info& kind, const object_meta& child, any_owner owner,
                                  delete_options options);
    // `self` and `next` are the object and its next status, as the kind describes them; neither must outlive
    // the call. `before` and `after` are their conditions, null without.
    awaitable<result<>> report_status(const kind_info& kind, const void* self, const void* next,
                                      const std::vector<condition>* before,
                                      const std::vector<condition>* after,
                                      std::vector<std::optional<problem>> problems);
    awaitable<result<>> write_status(awaitable<result<object_ptr>> write, const kind_info& kind);
    awaitable<result<object_ptr>> controlled(const kind_info& kind, object_key key, any_owner owner);
    awaitable<result<std::vector<object_ptr>>> controlled_by(const kind_info& kind, std::string ns,
                                                             std::string owner_uid);
    void warn_about(const kind_info& kind, const void* self, const std::vector<condition>* reported,
                    const std::vector<std::optional<problem>>& problems) const;
    void report_child(const kind_info& kind, const object_meta& child, const detail::ensured_object& r,
                      const kind_info& owner_kind, const void* owner) const;
    awaitable<result<bool>> patch_finalizers(const kind_info& kind, const object_meta& meta,
                                             std::string_view name, bool add);
    awaitable<result<>> check_owner(any_owner owner);
    void acknowledge(const kind_info& kind, object_ptr answer) const;
    void record(const kind_info& kind, const void* object, event_type type, std::string_view reason,
                std::string note) const;

    friend struct controller_declaration;
    detail::context_parts& parts_;
    // False without uses_finalizer(): then add_finalizer() is refused, since nothing would ever remove
    // it.
    bool deletions_arrive_ = true;
};

// The key is valid during the reconcile.
using reconcile_function = std::function<awaitable<outcome>(context&, const object_key&)>;

}}  // namespace setpoint::v0

#include "setpoint/controller/detail/context_calls.hpp"
