#pragma once
// Resource requirements of containers, pods and claims (core/v1).

#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <vector>

namespace setpoint::inline v0 {

struct container_resource_claim {
    interned_string name{}, request{};

    template <class Self = container_resource_claim>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "ResourceClaim references one entry in PodSpec.ResourceClaims.",
            field(&Self::name, "name", "", required),
            field(&Self::request, "request", "The name chosen for a request in the referenced claim."));
    }
};

struct resource_requirements {
    quantity_map limits{}, requests{};
    std::vector<container_resource_claim> claims{};

    template <class Self = resource_requirements>
    static constexpr auto describe() {
        using namespace schema;
        return object("What a container needs and may use.",
                      field(&Self::limits, "limits", "The most it may use."),
                      field(&Self::requests, "requests", "What is set aside for it."),
                      field(&Self::claims, "claims", "", list_map("name")));
    }
};

struct volume_resource_requirements {
    quantity_map limits{}, requests{};

    template <class Self = volume_resource_requirements>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The storage resource requirements for a volume.",
            field(&Self::limits, "limits", "The maximum amount of compute resources allowed."),
            field(&Self::requests, "requests", "The minimum amount of compute resources required."));
    }
};

}  // namespace setpoint::inline v0
