#pragma once
// clang-format off
// Binding (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct binding {
    object_meta metadata{};
    object_reference target{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Binding", "bindings"); }
    template <class Self = binding>
    static constexpr auto describe() {
        return schema::object(
            "Binding ties one object to another; for example, a pod is bound to a node by a scheduler.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::target, "target",
                          "The target object that you want to bind to the standard object."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::binding);
