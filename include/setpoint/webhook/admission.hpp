#pragma once
// What defaulters and validators get: one request to create, change or delete an object of T.

#include "setpoint/api/admission_v1.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/webhook/verdict.hpp"

#include <memory>

namespace setpoint { inline namespace v0 {

// The operations of admissionregistration.k8s.io/v1 (OperationType). `remove` is DELETE, since `delete` is
// a keyword; a list of them cannot contain "*", so that a configuration names exactly what a function
// handles.
enum class admission_operation : std::uint8_t { create, update, remove, connect };
// Returns "CREATE", "UPDATE", "DELETE", "CONNECT".
// Views a literal. Returns "" for a value that is not an enumerator.
std::string_view to_string(admission_operation o) noexcept;

// One review, passed to a function that webhook_builder registered. It lives until the function, or the
// awaitable that the function returned, has finished: a coroutine may refer to all of it, also after it
// was suspended. Copy what must live longer; only the snapshots may be kept as they are.
//
//     awaitable<void> check(const admission<site>& a, verdict& v) {
//         if (!a.changes_spec()) co_return;
//         const auto quota = co_await a.client.get<resource_quota>(object_key(a.request.ns, "sites"));
//         ...
//     }
//
// Cancellation: at the webhook's timeout, or the shorter one that the API server sends (?timeout=10s), the
// next suspension of the function throws `cancelled`. The server then gets a 500, and failure_policy
// decides about the request.
template <class T>
struct admission {
    // Writes of subresources ("status", "scale") do not arrive: the configuration names only the resource
    // itself. CONNECT is configured for all subresources; `request.sub_resource` names the one.
    admission_operation operation;
    // The object that the request would store, after the defaulter; null for a deletion and for CONNECT.
    snapshot<T> object;
    // The stored object; null for a creation and for CONNECT, and for an update of an object that does not
    // fit T any more: check it for an update too.
    // Not null for a deletion: it is then the object that would be deleted.
    snapshot<T> old_object;
    // Who asks, for which subresource, and whether it is a dry run.
    // Its uid, kind and operation were checked before the function was called: kind, group and version are
    // those of T, except for CONNECT, whose kind is that of the options.
    const admission_attributes& request;
    // Reads from the cache. Nothing that the verdict depends on should need a write; a write is a
    // side effect, which a dry run forbids.
    // The manager's client, with the operator's own rights, not those of the user in `request.user`.
    setpoint::client& client;
    // The options of CONNECT as JSON (its subresource is in `request`), for instance a PodExecOptions.
    // Views the body of the request; empty for all other operations.
    std::string_view connect_options{};

    // Whether the request creates the spec or changes it. A validator that looks only then lets objects
    // that were stored before it be labelled and deleted.
    // Compares with json::same(): described fields, by meaning, so a reordered keyed list is not a change.
    // True for a creation, and for an update whose stored object does not fit T; false for a deletion.
    // Precondition: T has a member `spec`.
    bool changes_spec() const {
        return object && (!old_object || !json::same(old_object->spec, object->spec));
    }
};

namespace detail {

// The same for any kind.
// The form in which declarations of different kinds lie in one list: the endpoints that decode and answer
// reviews are compiled once, not once for each kind. The void pointers were created by the declaration's
// own kind_info::make(), so they point to a T; shared ownership keeps the deleter of T. The endpoint owns
// `object` and reads the defaulter's changes from it; `old_object` is never changed.
struct erased_admission {
    admission_operation operation;
    std::shared_ptr<void> object;
    std::shared_ptr<const void> old_object;
    const admission_attributes& request;
    setpoint::client& client;
    std::string_view connect_options{};

    // Precondition: T is the type of the declaration's kind. Shares ownership of the objects; does not
    // copy them.
    template <class T>
    admission<T> typed() const {
        return {operation,
                std::static_pointer_cast<const T>(object),
                std::static_pointer_cast<const T>(old_object),
                request,
                client,
                connect_options};
    }
};

}  // namespace detail
}}  // namespace setpoint::v0
