#pragma once
// Namespaces (core/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint {

struct namespace_spec {
    std::vector<interned_string> finalizers{};

    static constexpr auto describe() {
        using namespace schema;
        using self = namespace_spec;
        return object("The attributes on a Namespace.",
                      field(&self::finalizers, "finalizers", "", exclusive));
    }
};

struct namespace_status {
    interned_string phase{};  // Active, Terminating
    std::vector<condition> conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = namespace_status;
        return object("", field(&self::phase, "phase", "Active or Terminating."),
                      field(&self::conditions, "conditions", "", list_map("type")));
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
    static constexpr auto describe() {
        using namespace schema;
        using self = core_namespace;
        return object("A scope for names.", field(&self::metadata, "metadata", ""),
                      field(&self::status, "status", ""),
                      field(&self::spec, "spec", "The behavior of the Namespace."));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::core_namespace);
