#pragma once
// Namespaces (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint::inline v0 {

struct namespace_spec {
    std::vector<interned_string> finalizers{};

    template <class Self = namespace_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("The attributes on a Namespace.",
                      field(&Self::finalizers, "finalizers", "", exclusive));
    }
};

struct namespace_status {
    interned_string phase{};  // Active, Terminating
    std::vector<condition> conditions{};

    template <class Self = namespace_status>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::phase, "phase", "Active or Terminating."),
                      field(&Self::conditions, "conditions", "", list_map("type")));
    }
};

// The kind Namespace; `namespace` is a keyword.
struct core_namespace {
    object_meta metadata{};
    namespace_status status{};
    namespace_spec spec{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "Namespace", "namespaces").cluster_scoped();
    }
    template <class Self = core_namespace>
    static constexpr auto describe() {
        using namespace schema;
        return object("A scope for names.", field(&Self::metadata, "metadata", ""),
                      field(&Self::status, "status", ""),
                      field(&Self::spec, "spec", "The behavior of the Namespace."));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::core_namespace);
