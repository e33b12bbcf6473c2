#pragma once
// clang-format off
// ResourceRequirements (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct resource_claim {
    interned_string name{};
    interned_string request{};

    template <class Self = resource_claim>
    static constexpr auto describe() {
        return schema::object(
            "ResourceClaim references one entry in PodSpec.ResourceClaims.",
            schema::field(&Self::name, "name",
                          "Name must match the name of one entry in pod.spec.resourceClaims of the Pod "
                          "where this field is used.", schema::required),
            schema::field(&Self::request, "request",
                          "Request is the name chosen for a request in the referenced claim."));
    }
};

struct resource_requirements {
    quantity_map limits{};
    quantity_map requests{};
    std::vector<resource_claim> claims{};

    template <class Self = resource_requirements>
    static constexpr auto describe() {
        return schema::object(
            "ResourceRequirements describes the compute resource requirements.",
            schema::field(&Self::limits, "limits",
                          "Limits describes the maximum amount of compute resources allowed."),
            schema::field(&Self::requests, "requests",
                          "Requests describes the minimum amount of compute resources required."),
            schema::field(&Self::claims, "claims",
                          "Claims lists the names of resources, defined in spec.resourceClaims, that are "
                          "used by this container.", schema::list_map("name")));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::resource_requirements);
