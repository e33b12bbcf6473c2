#pragma once
// ResourceQuotas (core/v1).

#include "setpoint/api/core_v1/quantity_map.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint::inline v0 {

struct scoped_resource_selector_requirement {
    interned_string scope_name{}, op{};
    std::vector<interned_string> values{};

    template <class Self = scoped_resource_selector_requirement>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "",
            field(&Self::scope_name, "scopeName", "The name of the scope that the selector applies to.",
                  required),
            field(&Self::op, "operator", "Represents a scope's relationship to a set of values.", required),
            field(&Self::values, "values", "An array of string values.", exclusive));
    }
};

struct scope_selector {
    std::vector<scoped_resource_selector_requirement> match_expressions{};

    template <class Self = scope_selector>
    static constexpr auto describe() {
        using namespace schema;
        return object("",
                      field(&Self::match_expressions, "matchExpressions",
                            "A list of scope selector requirements by scope of the resources.", exclusive));
    }
};

struct resource_quota_spec {
    quantity_map hard{};
    std::vector<interned_string> scopes{};
    boxed<setpoint::scope_selector> scope_selector{};

    template <class Self = resource_quota_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The desired hard limits to enforce for Quota.",
            field(&Self::hard, "hard", "The set of desired hard limits for each named resource."),
            field(&Self::scopes, "scopes",
                  "A collection of filters that must match each object tracked by a quota.", exclusive),
            field(&Self::scope_selector, "scopeSelector", ""));
    }
};

struct resource_quota_status {
    quantity_map hard{}, used{};

    template <class Self = resource_quota_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The enforced hard limits and observed use.",
            field(&Self::hard, "hard", "The set of enforced hard limits for each named resource."),
            field(&Self::used, "used", "The current observed total usage of the resource in the namespace."));
    }
};

struct resource_quota {
    object_meta metadata{};
    resource_quota_spec spec{};
    resource_quota_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ResourceQuota", "resourcequotas"); }
    template <class Self = resource_quota>
    static constexpr auto describe() {
        using namespace schema;
        return object("ResourceQuota sets aggregate quota restrictions enforced per namespace.",
                      field(&Self::metadata, "metadata", ""), field(&Self::spec, "spec", ""),
                      field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::resource_quota);
