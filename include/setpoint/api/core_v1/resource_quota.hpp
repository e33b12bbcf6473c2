#pragma once
// clang-format off
// ResourceQuota (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/quantity_map.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct scoped_resource_selector_requirement {
    interned_string scope_name{};
    interned_string op{};
    std::vector<interned_string> values{};

    template <class Self = scoped_resource_selector_requirement>
    static constexpr auto describe() {
        return schema::object(
            "A scoped-resource selector requirement is a selector that contains values, a scope name, and "
            "an operator that relates the scope name and values.",
            schema::field(&Self::scope_name, "scopeName",
                          "The name of the scope that the selector applies to.", schema::required),
            schema::field(&Self::op, "operator", "Represents a scope's relationship to a set of values.",
                          schema::required),
            schema::field(&Self::values, "values", "An array of string values."));
    }
};

struct scope_selector {
    std::vector<scoped_resource_selector_requirement> match_expressions{};

    template <class Self = scope_selector>
    static constexpr auto describe() {
        return schema::object(
            "A scope selector represents the AND of the selectors represented by the scoped-resource "
            "selector requirements.",
            schema::field(&Self::match_expressions, "matchExpressions",
                          "A list of scope selector requirements by scope of the resources."));
    }
};

struct resource_quota_spec {
    quantity_map hard{};
    std::vector<interned_string> scopes{};
    boxed<core_v1::scope_selector> scope_selector{};

    template <class Self = resource_quota_spec>
    static constexpr auto describe() {
        return schema::object(
            "ResourceQuotaSpec defines the desired hard limits to enforce for Quota.",
            schema::field(&Self::hard, "hard",
                          "hard is the set of desired hard limits for each named resource."),
            schema::field(&Self::scopes, "scopes",
                          "A collection of filters that must match each object tracked by a quota."),
            schema::field(&Self::scope_selector, "scopeSelector",
                          "scopeSelector is also a collection of filters like scopes that must match each "
                          "object tracked by a quota but expressed using ScopeSelectorOperator in ..."));
    }
};

struct resource_quota_status {
    quantity_map hard{};
    quantity_map used{};

    template <class Self = resource_quota_status>
    static constexpr auto describe() {
        return schema::object(
            "ResourceQuotaStatus defines the enforced hard limits and observed use.",
            schema::field(&Self::hard, "hard",
                          "Hard is the set of enforced hard limits for each named resource."),
            schema::field(&Self::used, "used",
                          "Used is the current observed total usage of the resource in the namespace."));
    }
};

struct resource_quota {
    object_meta metadata{};
    resource_quota_spec spec{};
    resource_quota_status status{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ResourceQuota", "resourcequotas"); }
    template <class Self = resource_quota>
    static constexpr auto describe() {
        return schema::object(
            "ResourceQuota sets aggregate quota restrictions enforced per namespace",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Spec defines the desired quota."),
            schema::field(&Self::status, "status",
                          "Status defines the actual enforced quota and its current usage."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::resource_quota);
