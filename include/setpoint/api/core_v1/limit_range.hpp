#pragma once
// clang-format off
// LimitRange (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct limit_range_item {
    interned_string type{};
    quantity_map max{};
    quantity_map min{};
    quantity_map default_{};
    quantity_map default_request{};
    quantity_map max_limit_request_ratio{};

    template <class Self = limit_range_item>
    static constexpr auto describe() {
        return schema::object(
            "LimitRangeItem defines a min/max usage limit for any resource that matches on kind.",
            schema::field(&Self::type, "type", "Type of resource that this limit applies to.",
                          schema::required),
            schema::field(&Self::max, "max", "Max usage constraints on this kind by resource name."),
            schema::field(&Self::min, "min", "Min usage constraints on this kind by resource name."),
            schema::field(&Self::default_, "default",
                          "Default resource requirement limit value by resource name if resource limit is "
                          "omitted."),
            schema::field(&Self::default_request, "defaultRequest",
                          "DefaultRequest is the default resource requirement request value by resource "
                          "name if resource request is omitted."),
            schema::field(&Self::max_limit_request_ratio, "maxLimitRequestRatio",
                          "MaxLimitRequestRatio if specified, the named resource must have a request and "
                          "limit that are both non-zero where limit divided by request is less than or "
                          "equal ..."));
    }
};

struct limit_range_spec {
    std::vector<limit_range_item> limits{};

    template <class Self = limit_range_spec>
    static constexpr auto describe() {
        return schema::object(
            "LimitRangeSpec defines a min/max usage limit for resources that match on kind.",
            schema::field(&Self::limits, "limits",
                          "Limits is the list of LimitRangeItem objects that are enforced."));
    }
};

struct limit_range {
    object_meta metadata{};
    limit_range_spec spec{};

    static constexpr auto kind() { return builtin_kind("", "v1", "LimitRange", "limitranges"); }
    template <class Self = limit_range>
    static constexpr auto describe() {
        return schema::object(
            "LimitRange sets resource usage limits for each kind of resource in a Namespace.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Spec defines the limits enforced."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::limit_range);
