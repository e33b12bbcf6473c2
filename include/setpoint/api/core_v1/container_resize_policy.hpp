#pragma once
// clang-format off
// ContainerResizePolicy (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct container_resize_policy {
    interned_string resource_name{};
    interned_string restart_policy{};

    template <class Self = container_resize_policy>
    static constexpr auto describe() {
        return schema::object(
            "ContainerResizePolicy represents resource resize policy for the container.",
            schema::field(&Self::resource_name, "resourceName",
                          "Name of the resource to which this resource resize policy applies.",
                          schema::required),
            schema::field(&Self::restart_policy, "restartPolicy",
                          "Restart policy to apply when specified resource is resized.", schema::required));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::container_resize_policy);
