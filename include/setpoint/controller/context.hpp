#pragma once
// Gives a reconcile its clients, children, status, events, log and time.

#include "setpoint/api/object_key.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/ensure.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace setpoint {

namespace detail {
struct context_parts;
struct ensured_object;
template <class T, class Owner>
inline constexpr bool owner_and_child = api_object<T> && api_object<Owner>;
}  // namespace detail

// The context and the references that it returns are valid during one reconcile.
class context {
public:
    // Reads kinds that controllers watch from the cache and all others from the server; writes to the server,
    // and reads its own writes. With leader election, writes fail with errc::not_leader unless this process
    // leads or the controller is declared without_election().
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
    template <class T, class Owner>
        requires detail::owner_and_child<T, Owner>
    awaitable<result<child<T>>> ensure(const Owner& owner, T desired, ensure_options options = {});
    // Rejects other arguments with a readable message.
    template <class T, class Owner>
        requires(!detail::owner_and_child<T, Owner>)
    awaitable<result<child<T>>> ensure(const Owner&, T, ensure_options = {}) {
        static_assert(detail::owner_and_child<T, Owner>,
                      "ensure() takes two objects: the owner, *self, and the desired child");
        std::terminate();
    }

    // Returns the child of that name if `owner` controls it, and null otherwise. Errors: as client::get,
    // except not_found.
    template <api_object T, api_object Owner>
    awaitable<result<snapshot<T>>> child_named(const Owner& owner, std::string name);
    // Returns all children of kind T that `owner` controls, in key order, from the cache. The controller must
    // declare owns<T>(). The first call builds an index by controller UID.
    template <api_object T, api_object Owner>
    awaitable<result<std::vector<snapshot<T>>>> children(const Owner& owner);
    // Returns the cached objects of T that an index, declared with controller_builder::index<T>(), finds
    // under `value`. An empty `ns` means all namespaces. Errors: invalid for an index or a kind that was not
    // declared.
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
    template <api_object T>
    awaitable<result<>> report(const T& self, decltype(T::status) next,
                               std::vector<std::optional<problem>> problems = {});

    // Add a finalizer to `object` or remove it. Return true if the object was written. Errors: see
    // finalizer.hpp.
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
    // request only if the owner has lost a child. Errors: conflict if the owner is deleted,
    // being deleted or was created again and the cache is behind; those of the read.
    template <api_object Owner>
    awaitable<result<>> check_owner(const Owner& owner) {
        return check_owner(kind_of<Owner>(), owner.metadata);
    }

    // Records an event on `object`.
    template <class T>
    void event(const T& object, event_type type, std::string_view reason, std::string note) const {
        record(kind_of<T>(), &object, type, reason, std::move(note));
    }
    // Returns a logger that adds controller, kind, namespace, name and reconcileID to every line.
    const logger& log() const;
    // Returns why this reconcile runs: "Deployment changed", "retry", ...
    std::string_view reason() const;
    // Returns the number of consecutive failures of this key before this reconcile.
    unsigned attempt() const;
    // Returns the field manager of the fields that the controller applies.
    std::string_view field_manager() const;

    setpoint::loop& event_loop() const;
    time_point now() const { return event_loop().now(); }
    wall_time wall_now() const { return event_loop().wall_now(); }
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
    awaitable<result<detail::ensured_object>> ensure_object(const kind_info& kind, void* desired,
                                                            object_meta& meta, const kind_info& owner_kind,
                                                            const void* owner, const basic_meta& owner_meta,
                                                            ensure_options options);
    awaitable<result<object_ptr>> controlled(const kind_info& kind, object_key key, std::string owner_uid);
    awaitable<result<std::vector<object_ptr>>> controlled_by(const kind_info& kind, std::string ns,
                                                             std::string owner_uid);
    void warn_about(const kind_info& kind, const void* self, const std::vector<condition>* reported,
                    const std::vector<std::optional<problem>>& problems) const;
    void report_child(const kind_info& kind, const object_meta& child, const detail::ensured_object& r,
                      const kind_info& owner_kind, const void* owner) const;
    awaitable<result<bool>> patch_finalizers(const kind_info& kind, const object_meta& meta,
                                             std::string_view name, bool add);
    awaitable<result<>> check_owner(const kind_info& kind, const basic_meta& owner);
    void acknowledge(const kind_info& kind, object_ptr answer) const;
    void record(const kind_info& kind, const void* object, event_type type, std::string_view reason,
                std::string note) const;

    detail::context_parts& parts_;
};

// The key is valid during the reconcile.
using reconcile_function = std::function<awaitable<outcome>(context&, const object_key&)>;

}  // namespace setpoint

#include "setpoint/controller/detail/context_calls.hpp"
