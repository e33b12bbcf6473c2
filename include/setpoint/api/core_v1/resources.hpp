#pragma once
// Resource requirements of containers, pods and claims (core/v1).

#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <vector>

namespace setpoint {

struct container_resource_claim {
    interned_string name{}, request{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_resource_claim;
        return object(
            "ResourceClaim references one entry in PodSpec.ResourceClaims.",
            field(&self::name, "name", "", required),
            field(&self::request, "request", "The name chosen for a request in the referenced claim."));
    }
};

struct resource_requirements {
    quantity_map limits{}, requests{};
    std::vector<container_resource_claim> claims{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_requirements;
        return object("What a container needs and may use.",
                      field(&self::limits, "limits", "The most it may use."),
                      field(&self::requests, "requests", "What is set aside for it."),
                      field(&self::claims, "claims", "", list_map("name")));
    }
};

struct volume_resource_requirements {
    quantity_map limits{}, requests{};

    static constexpr auto describe() {
        using namespace schema;
        using self = volume_resource_requirements;
        return object(
            "The storage resource requirements for a volume.",
            field(&self::limits, "limits", "The maximum amount of compute resources allowed."),
            field(&self::requests, "requests", "The minimum amount of compute resources required."));
    }
};

}  // namespace setpoint
