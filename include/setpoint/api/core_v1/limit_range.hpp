#pragma once
// LimitRanges (core/v1).

#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint::inline v0 {

struct limit_range_item {
    interned_string type{};
    quantity_map max{}, min{}, default_{}, default_request{}, max_limit_request_ratio{};

    template <class Self = limit_range_item>
    static constexpr auto describe() {
        using namespace schema;
        return object("A min/max usage limit for any resource that matches on kind.",
                      field(&Self::type, "type", "Type of resource that this limit applies to.", required),
                      field(&Self::max, "max", "Max usage constraints on this kind by resource name."),
                      field(&Self::min, "min", "Min usage constraints on this kind by resource name."),
                      field(&Self::default_, "default", ""),
                      field(&Self::default_request, "defaultRequest", ""),
                      field(&Self::max_limit_request_ratio, "maxLimitRequestRatio", ""));
    }
};

struct limit_range_spec {
    std::vector<limit_range_item> limits{};

    template <class Self = limit_range_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("A min/max usage limit for resources that match on kind.",
                      field(&Self::limits, "limits", "The list of LimitRangeItem objects that are enforced.",
                            exclusive));
    }
};

struct limit_range {
    object_meta metadata{};
    limit_range_spec spec{};

    static constexpr auto kind() { return builtin_kind("", "v1", "LimitRange", "limitranges"); }
    template <class Self = limit_range>
    static constexpr auto describe() {
        using namespace schema;
        return object("LimitRange sets resource usage limits for each kind of resource in a Namespace.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::limit_range);
