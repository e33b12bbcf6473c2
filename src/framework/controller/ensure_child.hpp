#pragma once
// Makes a child object look as desired: context::ensure() without its log, events and conditions.

#include "framework/controller/owner_guard.hpp"
#include "setpoint/controller/ensure.hpp"

namespace setpoint::detail {

// All references outlive the call.
struct child_request {
    client& api;
    std::string_view field_manager;
    const kind_info& kind;
    void* desired;      // of `kind`; it is changed
    object_meta& meta;  // of `desired`
    const kind_info& owner_kind;
    const basic_meta& owner;
    ensure_options options = {};
    owner_guard* guard = nullptr;  // null: the owner is taken to exist
    // No watch of this controller reports the loss of such a child, so every creation may follow one.
    bool unwatched = false;
};

struct ensured_child {
    ensured what;       // not `refused`: that is an error here
    object_ptr object;  // as it is now; foreign: what has the name; replacing: what is being deleted
    std::vector<json::difference> changes;
};

// Removes from `desired` what only the server sets, and adds the controller reference. Errors, all mistakes
// of the program: a missing name or namespace, and those of set_controller_reference().
result<> prepare_child(const child_request& r);

// Precondition: prepare_child() has succeeded.
awaitable<result<ensured_child>> ensure_child(child_request r);

}  // namespace setpoint::detail
