#pragma once
// Makes a child object look as desired: context::ensure() without its log, events and conditions.

#include "setpoint/controller/ensure.hpp"
#include "setpoint/controller/owner_guard.hpp"

namespace setpoint::detail {

struct ensured_child {
    ensured what;       // not `refused`: that is an error here
    object_ptr object;  // as it is now; foreign: what has the name; replacing: what is being deleted
    std::vector<json::difference> changes;
};

// `desired` is of `kind` and `meta` is its metadata; both are changed. `guard` may be null. `unwatched`: no
// watch of this controller notes the loss of such a child, so every creation may follow one. All references
// outlive the call.
awaitable<result<ensured_child>> ensure_child(client& api, std::string_view field_manager, owner_guard* guard,
                                              const kind_info& kind, void* desired, object_meta& meta,
                                              const kind_info& owner_kind, const basic_meta& owner,
                                              ensure_options options, bool unwatched = false);

}  // namespace setpoint::detail
