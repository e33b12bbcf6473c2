#pragma once
// Makes a child object match the desired state: context::ensure() without its log, events and conditions.

#include "framework/controller/owner_guard.hpp"
#include "setpoint/controller/ensure.hpp"

namespace setpoint { inline namespace v0 { namespace detail {

// All references must outlive the call.
struct child_request {
    client& api;
    std::string_view field_manager;
    const kind_info& kind;
    void* desired;      // of `kind`; it is changed
    object_meta& meta;  // of `desired`
    const kind_info& owner_kind;
    const basic_meta& owner;
    bool owner_is_deleting = false;  // as the reconcile has read it
    ensure_options options = {};
    owner_guard* guard = nullptr;  // null: the owner is assumed to exist
    // True if no watch of this controller reports the loss of such a child, so that any creation may follow
    // one.
    bool unwatched = false;
};

struct ensured_child {
    ensured what;       // never `refused`: that is an error here
    object_ptr object;  // the live object; foreign: the one with the name; replacing: the one being deleted
    std::vector<json::difference> changes;
};

// Removes the fields of `desired` that only the server sets, and adds the controller reference. Errors, all
// of them programming errors: a missing name or namespace, and those of set_controller_reference().
result<> prepare_child(const child_request& r);

// Precondition: prepare_child() has succeeded.
awaitable<result<ensured_child>> ensure_child(child_request r);

}}}  // namespace setpoint::v0::detail
