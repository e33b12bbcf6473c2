#pragma once
// LimitRanges (core/v1).

#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint {

struct limit_range_item {
    interned_string type{};
    quantity_map max{}, min{}, default_{}, default_request{}, max_limit_request_ratio{};

    static constexpr auto describe() {
        using namespace schema;
        using self = limit_range_item;
        return object("A min/max usage limit for any resource that matches on kind.",
                      field(&self::type, "type", "Type of resource that this limit applies to.", required),
                      field(&self::max, "max", "Max usage constraints on this kind by resource name."),
                      field(&self::min, "min", "Min usage constraints on this kind by resource name."),
                      field(&self::default_, "default", ""),
                      field(&self::default_request, "defaultRequest", ""),
                      field(&self::max_limit_request_ratio, "maxLimitRequestRatio", ""));
    }
};

struct limit_range_spec {
    std::vector<limit_range_item> limits{};

    static constexpr auto describe() {
        using namespace schema;
        using self = limit_range_spec;
        return object("A min/max usage limit for resources that match on kind.",
                      field(&self::limits, "limits", "The list of LimitRangeItem objects that are enforced.",
                            exclusive));
    }
};

struct limit_range {
    object_meta metadata{};
    limit_range_spec spec{};

    static constexpr auto kind() { return builtin_kind("", "v1", "LimitRange", "limitranges"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = limit_range;
        return object("LimitRange sets resource usage limits for each kind of resource in a Namespace.",
                      field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::limit_range);
