#pragma once
// clang-format off
// ResourceFieldSelector (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct resource_field_selector {
    interned_string container_name{};
    interned_string resource{};
    quantity divisor{};

    template <class Self = resource_field_selector>
    static constexpr auto describe() {
        return schema::object(
            "ResourceFieldSelector represents container resources (cpu, memory) and their output format",
            schema::field(&Self::container_name, "containerName",
                          "Container name: required for volumes, optional for env vars"),
            schema::field(&Self::resource, "resource", "Required: resource to select", schema::required),
            schema::field(&Self::divisor, "divisor",
                          "Specifies the output format of the exposed resources, defaults to \"1\""));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::resource_field_selector);
