#pragma once
// What defaulters and validators get: one request to create, change or delete an object of T.

#include "setpoint/api/admission_v1.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/webhook/verdict.hpp"

#include <memory>

namespace setpoint::inline v0 {

enum class admission_operation : std::uint8_t { create, update, remove, connect };
// Returns "CREATE", "UPDATE", "DELETE", "CONNECT".
std::string_view to_string(admission_operation o) noexcept;

template <class T>
struct admission {
    admission_operation operation;
    // The object that the request would store, after the defaulter; null for a deletion and for CONNECT.
    snapshot<T> object;
    // The stored object; null for a creation and for CONNECT, and for an update of an object that does not
    // fit T any more: check it for an update too.
    snapshot<T> old_object;
    // Who asks, for which subresource, and whether it is a dry run.
    const admission_attributes& request;
    // Reads from the cache. Nothing that the verdict depends on should need a write; a write is a
    // side effect, which a dry run forbids.
    setpoint::client& client;
    // The options of CONNECT as JSON (its subresource is in `request`), for instance a PodExecOptions.
    std::string_view connect_options{};

    // Whether the request creates the spec or changes it. A validator that looks only then lets objects
    // that were stored before it be labelled and deleted.
    bool changes_spec() const {
        return object && (!old_object || !json::same(old_object->spec, object->spec));
    }
};

namespace detail {

// The same for any kind.
struct erased_admission {
    admission_operation operation;
    std::shared_ptr<void> object;
    std::shared_ptr<const void> old_object;
    const admission_attributes& request;
    setpoint::client& client;
    std::string_view connect_options{};

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
}  // namespace setpoint::inline v0
